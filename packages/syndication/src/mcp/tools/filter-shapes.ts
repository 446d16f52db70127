import {
  ARTICLE_FILTERS,
  FILTER_NAMES,
  FILTER_TEXT_MAX_CHARACTERS,
  LIST_BOUNDS,
  type ArticleFilter,
  type FilterDeclaration,
  type FilterName,
} from '@pauta/core/search-index/article-filter'
import { QUERY_MAX_CHARACTERS } from '@pauta/core/search-index/query'
import * as z from 'zod'
import { articleFilter } from '../generated/argument-texts.ts'
import { boundedTexts, DAY_MAX_CHARACTERS, numberShape } from '../tool-schemas.ts'

/** What the description of a filter in the SDL lacks for a model. */
const HINTS: Partial<Record<FilterName, string>> = {
  agencies: 'Chaves em list_agencies.',
  excludeAgencies: 'Chaves em list_agencies.',
  themes: 'Códigos em list_themes.',
  entityCanonical: 'Identificadores em search_entities. Prefira este filtro a entities.',
  keywords: 'Mais estrito que q.',
  dedup:
    'Veículos como a Agência Brasil republicam textos de ministérios, e o mesmo texto aparece em mais de um órgão.',
}

/** The words of a search, which may be missing. */
export const wordsShape = z.string().max(QUERY_MAX_CHARACTERS).optional()

/** The words of tools that count. */
export const countedWordsShape = wordsShape.describe(
  'Palavras a procurar no texto inteiro. Sem q: todas as notícias do filtro.',
)

/** Returns the schema of a filter's value. */
export function valueShape(filter: FilterDeclaration): z.ZodType {
  switch (filter.kind) {
    case 'list':
      return filter.values
        ? z.array(z.enum(filter.values)).max(filter.values.length)
        : boundedTexts(LIST_BOUNDS.list)
    case 'keywords':
      return boundedTexts(LIST_BOUNDS.keywords)
    case 'text':
      return z.string().max(FILTER_TEXT_MAX_CHARACTERS)
    case 'day':
      return z.string().max(DAY_MAX_CHARACTERS)
    case 'number':
      return numberShape(filter.range)
    case 'switch':
    default:
      return z.boolean()
  }
}

/** The filters of articles, as tools take them: those of ArticleFilter, with its words. */
export const filterShapes = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const description = [articleFilter[name], HINTS[name] ?? ''].join(' ').trim()
    return [name, valueShape(ARTICLE_FILTERS[name]).optional().describe(description)]
  }),
) as { [Name in FilterName]: z.ZodOptional<z.ZodType<NonNullable<ArticleFilter[Name]>>> }

/** Returns the filter `dedup` with a default, and why. */
export const dedupShape = (isDefault: boolean, why: string) =>
  z
    .boolean()
    .default(isDefault)
    .describe(`${filterShapes.dedup.description ?? ''} Padrão ${isDefault}: ${why}`)
