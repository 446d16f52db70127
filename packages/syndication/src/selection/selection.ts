import {
  ARTICLE_FILTERS,
  FILTER_NAMES,
  FILTER_TEXT_MAX_CHARACTERS,
  LIST_BOUNDS,
  type FilterDeclaration,
  type FilterOfKind,
  type ListFilter,
} from '@pauta/core/search-index/article-filter'
import { assertCompoundWords, isWordless } from '@pauta/core/search-index/keyword-filter'
import { QUERY_MAX_CHARACTERS } from '@pauta/core/search-index/query'
import type { ArticleOrder } from '@pauta/core/search-index/search'
import { ALPHA_RANGE } from '@pauta/core/search-index/search-by-meaning'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { numberInRange, type NumberRange } from '@pauta/platform/input/number-input'
import { distinctTexts } from '@pauta/platform/input/text-input'
import { parseWindow } from '@pauta/platform/time/time'

/** Orders of a selection. RELEVANCE needs words to search for. */
export const ORDERS = ['DATE', 'RELEVANCE', 'TRENDING', 'VIEWS'] as const satisfies readonly ArticleOrder[]

/** Lists have their values, texts and numbers are null and switches false where they restrict nothing. */
type FilterValues = Record<ListFilter, string[]> &
  Record<FilterOfKind<'text' | 'day'>, string | null> &
  Record<FilterOfKind<'number'>, number | null> &
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

function readList(
  given: readonly string[],
  name: string,
  { kind, values: known }: FilterDeclaration & { kind: 'list' | 'keywords' },
): string[] {
  const values = distinctTexts(given, name, LIST_BOUNDS[kind])
  if (name === 'keywords') assertCompoundWords(values, name)
  const wordless = kind === 'keywords' ? values.find(isWordless) : undefined
  if (wordless !== undefined) throw badInput(name, `"${wordless}" não tem letra nem número para procurar.`)
  return known ? readKnown(values, name, known) : values
}

/**
 * Returns values as `known` spells them, each once; theirs may differ in case. Throws BAD_USER_INPUT naming the parameter
 * for one that is not in `known`.
 */
function readKnown(values: readonly string[], name: string, known: readonly string[]): string[] {
  const found = values.map((value) => known.find((each) => each.toLowerCase() === value.toLowerCase()))
  const spelled = found.filter((value) => value !== undefined)
  if (spelled.length < found.length) throw badInput(name, `use um destes valores: ${known.join(', ')}.`)
  return [...new Set(spelled)]
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

const readNumber = (value: number | null | undefined, name: string, range: NumberRange): number | null =>
  value === null || value === undefined ? null : numberInRange(value, name, range)

/**
 * Returns the value of a filter in its one form. Throws BAD_USER_INPUT or LIMIT_EXCEEDED naming the filter. `value` has
 * the kind of the filter.
 */
export function readFilter(
  value: unknown,
  name: string,
  filter: FilterDeclaration,
): string[] | string | number | boolean | null {
  switch (filter.kind) {
    case 'list':
    case 'keywords':
      return readList((value ?? []) as string[], name, filter)
    case 'switch':
      return Boolean(value)
    case 'number':
      return readNumber(value as number | null | undefined, name, filter.range)
    case 'text':
    case 'day':
    default:
      return readText(value as string | null | undefined, name, FILTER_TEXT_MAX_CHARACTERS)
  }
}

const readFilters = (input: SelectionInput) =>
  Object.fromEntries(
    FILTER_NAMES.map((name) => [name, readFilter(input[name], name, ARTICLE_FILTERS[name])]),
  ) as FilterValues

/**
 * Checks a selection and brings it to one form: trimmed, distinct values; no field that has no effect. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the parameter.
 */
export function parseSelection(input: SelectionInput): Selection {
  const q = readWords(input)
  const semantic = q !== null && (input.semantic ?? false)
  const alpha = readNumber(input.alpha, 'alpha', ALPHA_RANGE)
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
