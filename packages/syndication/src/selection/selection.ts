import {
  ARTICLE_FILTERS,
  FILTER_NAMES,
  FILTER_TEXT_MAX_CHARACTERS,
  LIST_BOUNDS,
  type ArticleFilter,
  type FilterName,
  type FilterOfKind,
  type ListFilter,
} from '@pauta/core/search-index/article-filter'
import { assertCompoundWords, isWordless } from '@pauta/core/search-index/keyword-filter'
import { QUERY_MAX_CHARACTERS } from '@pauta/core/search-index/query'
import type { ArticleOrder } from '@pauta/core/search-index/search'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { distinctTexts } from '@pauta/platform/text/text-input'
import { parseWindow } from '@pauta/platform/time/time'

/** Orders of a selection. RELEVANCE needs words to search for. */
export const ORDERS = ['DATE', 'RELEVANCE', 'TRENDING', 'VIEWS'] as const satisfies readonly ArticleOrder[]

/** Lists have their values, texts are null and switches false where they restrict nothing. */
type FilterValues = Record<ListFilter, string[]> &
  Record<FilterOfKind<'text' | 'day'>, string | null> &
  Record<FilterOfKind<'switch'>, boolean>

/**
 * Which articles, in which order: the one definition behind feeds, exports, the widget and MCP. It has all fields of
 * GraphQL's ArticleFilter, of `search` and of a recorte, under the same names.
 */
export interface Selection extends FilterValues {
  /** Words to search for in the whole text. */
  q: string | null
  /** Searches also by meaning. Needs `q`. */
  semantic: boolean
  /** Weight of meaning, 0 to 1; null for the default. Needs `semantic`. */
  alpha: number | null
  sort: ArticleOrder
  /** Title of the recorte, which becomes the title of its feed. */
  title: string | null
}

/** A selection as a caller describes it. Missing and null fields restrict nothing; the default order is by date. */
export type SelectionInput = {
  [Field in keyof Selection]?:
    | (Selection[Field] extends string[] ? readonly string[] : Selection[Field])
    | null
    | undefined
}

const TITLE_MAX_CHARACTERS = 100

function readList(input: SelectionInput, name: ListFilter): string[] {
  const filter = ARTICLE_FILTERS[name]
  const values = distinctTexts(input[name] ?? [], name, LIST_BOUNDS[filter.kind])
  if (name === 'keywords') assertCompoundWords(values, name)
  const wordless = filter.kind === 'keywords' ? values.find(isWordless) : undefined
  if (wordless !== undefined) throw badInput(name, `"${wordless}" não tem letra nem número para procurar.`)
  return 'values' in filter ? readKnown(values, name, filter.values) : values
}

/** Returns values in lower case, each once. Throws BAD_USER_INPUT naming the parameter for one that is not in `known`. */
function readKnown(values: readonly string[], name: string, known: readonly string[]): string[] {
  const lower = [...new Set(values.map((value) => value.toLowerCase()))]
  if (lower.some((value) => !known.includes(value)))
    throw badInput(name, `use um destes valores: ${known.join(', ')}.`)
  return lower
}

function readText(value: string | null | undefined, name: string, most: number): string | null {
  const text = value?.trim()
  if (!text) return null
  if (text.length > most) throw limitExceeded(name, `deve ter no máximo ${most} caracteres.`)
  if (/\p{Cc}/u.test(text)) throw badInput(name, 'não pode ter caracteres de controle.')
  return text
}

// `*` requests all articles, which is a selection without words.
function readWords(input: SelectionInput): string | null {
  const words = readText(input.q?.replace(/\s+/g, ' '), 'q', QUERY_MAX_CHARACTERS)
  return words === '*' ? null : words
}

function readAlpha({ alpha }: SelectionInput): number | null {
  if (alpha === null || alpha === undefined) return null
  if (!(alpha >= 0 && alpha <= 1)) throw badInput('alpha', 'deve ficar entre 0 e 1.')
  // -0 equals 0 and has the same effect.
  return alpha + 0
}

function readFilter(input: SelectionInput, name: FilterName): string[] | string | boolean | null {
  switch (ARTICLE_FILTERS[name].kind) {
    case 'list':
    case 'keywords':
      return readList(input, name as ListFilter)
    case 'switch':
      return (input as ArticleFilter)[name as FilterOfKind<'switch'>] ?? false
    case 'text':
    case 'day':
    default:
      return readText(input[name as FilterOfKind<'text' | 'day'>], name, FILTER_TEXT_MAX_CHARACTERS)
  }
}

const readFilters = (input: SelectionInput) =>
  Object.fromEntries(FILTER_NAMES.map((name) => [name, readFilter(input, name)])) as FilterValues

/**
 * Checks a selection and brings it to one form: trimmed, distinct values; no field that has no effect. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the parameter.
 */
export function parseSelection(input: SelectionInput): Selection {
  const q = readWords(input)
  const semantic = q !== null && (input.semantic ?? false)
  const alpha = readAlpha(input)
  const sort = input.sort ?? 'DATE'
  const filters = readFilters(input)
  parseWindow(filters.startDate, filters.endDate, { start: 'startDate', end: 'endDate' })
  return {
    ...filters,
    q,
    semantic,
    alpha: semantic ? alpha : null,
    sort: q === null && sort === 'RELEVANCE' ? 'DATE' : sort,
    title: readText(input.title, 'title', TITLE_MAX_CHARACTERS),
  }
}

/** The selection of all articles, newest first. */
export const EVERYTHING: Selection = parseSelection({})

/** Returns the first field in which two selections differ, except those in `ignored`; undefined for equal ones. */
export function findOtherField(
  one: Selection,
  other: Selection,
  ignored: ReadonlySet<string> = new Set(),
): keyof Selection | undefined {
  return (Object.keys(EVERYTHING) as (keyof Selection)[]).find(
    (field) => !ignored.has(field) && JSON.stringify(one[field]) !== JSON.stringify(other[field]),
  )
}
