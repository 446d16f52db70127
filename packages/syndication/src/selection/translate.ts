import type { RecorteFilters } from '@pauta/clippings/recortes/recorte'
import type { ArticleFilter } from '@pauta/core/search-index/article-filter'
import type { ArticleOrder } from '@pauta/core/search-index/search'
import { badInput } from '@pauta/platform/errors'
import { EVERYTHING, findOtherField, LIST_PARAMETERS, parseSelection, type Selection } from './selection.ts'

/** The arguments of GraphQL's `articles` (without query) or `search`. */
export interface GraphqlArguments {
  query?: string | null | undefined
  filter?: ArticleFilter | null | undefined
  semantic?: boolean | null | undefined
  alpha?: number | null | undefined
  dedup?: boolean | null | undefined
  sort?: ArticleOrder | null | undefined
}

const FILTER_FIELDS = [...LIST_PARAMETERS, 'themeLabel', 'startDate', 'endDate', 'dedup'] as const

/**
 * Returns the selection of GraphQL arguments. As in GraphQL, the default order of `search` is RELEVANCE. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED.
 */
export function fromGraphql(args: GraphqlArguments): Selection {
  const { query, filter, semantic, alpha, dedup, sort } = args
  return parseSelection({
    ...filter,
    dedup: (dedup ?? false) || (filter?.dedup ?? false),
    q: query,
    semantic,
    alpha,
    sort: sort ?? (query ? 'RELEVANCE' : 'DATE'),
  })
}

/** Returns the ArticleFilter of a selection, without fields that restrict nothing. */
export function toArticleFilter(selection: Selection): ArticleFilter {
  const restricting = FILTER_FIELDS.filter((field) => {
    const value = selection[field]
    return Array.isArray(value) ? value.length > 0 : value !== null && value !== false
  })
  return Object.fromEntries(restricting.map((field) => [field, selection[field]]))
}

/** Returns the GraphQL arguments of a selection: of `search` if `query` is present, else of `articles`. */
export function toGraphql(selection: Selection): GraphqlArguments {
  const { q, semantic, alpha, sort } = selection
  const filter = toArticleFilter(selection)
  if (q === null) return { filter, sort }
  return { query: q, filter, sort, semantic, ...(alpha === null ? {} : { alpha }) }
}

/** A recorte without its id. */
export interface TitledFilters extends RecorteFilters {
  title: string
}

const RECORTE_FIELDS = ['themes', 'agencies', 'keywords', 'excludeKeywords'] as const

/** Returns the selection of a recorte, with its title. */
export function fromRecorte(recorte: TitledFilters): Selection {
  const { title, themes, agencies, keywords, excludeKeywords } = recorte
  return parseSelection({ title, themes, agencies, keywords, excludeKeywords })
}

/** Returns the recorte of a selection. Throws BAD_USER_INPUT naming a parameter that a recorte does not have. */
export function toRecorte(selection: Selection, defaultTitle = 'Recorte'): TitledFilters {
  const other = findOtherField(selection, EVERYTHING, new Set([...RECORTE_FIELDS, 'title']))
  if (other !== undefined) throw badInput(other, 'um recorte não tem este filtro.')
  const { themes, agencies, keywords, excludeKeywords, title } = selection
  return {
    themes,
    agencies,
    keywords,
    ...(excludeKeywords.length > 0 && { excludeKeywords }),
    title: title ?? defaultTitle,
  }
}
