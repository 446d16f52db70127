import {
  isWordless,
  KEYWORD_MAX_CHARACTERS,
  KEYWORDS_MAX,
  withKeywords,
} from '@pauta/core/search-index/keyword-filter'
import type { ArticleOrder } from '@pauta/core/search-index/search'
import { badInput, limitExceeded } from '@pauta/platform/errors'
import { distinctTexts } from '@pauta/platform/text/text-input'
import { parseWindow } from '@pauta/platform/time/time'

/** Parameters with several values. An article matches one value of each parameter, and none of `excludeKeywords`. */
export const LIST_PARAMETERS = [
  'agencies',
  'themes',
  'tags',
  'entities',
  'entityCanonical',
  'sentiment',
  'keywords',
  'excludeKeywords',
] as const
export type ListParameter = (typeof LIST_PARAMETERS)[number]

/** Orders of a selection. RELEVANCE needs words to search for. */
export const ORDERS = ['DATE', 'RELEVANCE', 'TRENDING', 'VIEWS'] as const satisfies readonly ArticleOrder[]

/**
 * Which articles, in which order: the one definition behind feeds, exports, the widget and MCP. It has all fields of
 * GraphQL's ArticleFilter, of `search` and of a recorte, under the same names.
 */
export interface Selection extends Record<ListParameter, string[]> {
  themeLabel: string | null
  /** First day or instant, as written. */
  startDate: string | null
  /** Last day (included) or last instant (excluded), as written. */
  endDate: string | null
  /** Returns one of several copies of an article. */
  dedup: boolean
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

const VALUES_MAX = 200
const VALUE_MAX_CHARACTERS = 300
export const Q_MAX_CHARACTERS = 1000
const TITLE_MAX_CHARACTERS = 100
const SENTIMENTS = ['positive', 'neutral', 'negative']

function readList(input: SelectionInput, name: ListParameter): string[] {
  const isKeyword = name === 'keywords' || name === 'excludeKeywords'
  const bounds = isKeyword
    ? { most: KEYWORDS_MAX, characters: KEYWORD_MAX_CHARACTERS }
    : { most: VALUES_MAX, characters: VALUE_MAX_CHARACTERS }
  const values = distinctTexts(input[name] ?? [], name, bounds)
  if (name === 'keywords') withKeywords(values, name)
  const wordless = isKeyword ? values.find(isWordless) : undefined
  if (wordless !== undefined) throw badInput(name, `"${wordless}" não tem letra nem número para procurar.`)
  return values
}

function readSentiment(input: SelectionInput): string[] {
  const values = [...new Set(readList(input, 'sentiment').map((value) => value.toLowerCase()))]
  const unknown = values.find((value) => !SENTIMENTS.includes(value))
  if (unknown !== undefined) throw badInput('sentiment', `use um destes valores: ${SENTIMENTS.join(', ')}.`)
  return values
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
  const words = readText(input.q?.replace(/\s+/g, ' '), 'q', Q_MAX_CHARACTERS)
  return words === '*' ? null : words
}

function readAlpha({ alpha }: SelectionInput): number | null {
  if (alpha === null || alpha === undefined) return null
  if (!(alpha >= 0 && alpha <= 1)) throw badInput('alpha', 'deve ficar entre 0 e 1.')
  // -0 equals 0 and has the same effect.
  return alpha + 0
}

/**
 * Checks a selection and brings it to one form: trimmed, distinct values; no field that has no effect. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED naming the parameter.
 */
export function parseSelection(input: SelectionInput): Selection {
  const q = readWords(input)
  const semantic = q !== null && (input.semantic ?? false)
  const alpha = readAlpha(input)
  const sort = input.sort ?? 'DATE'
  const startDate = readText(input.startDate, 'startDate', VALUE_MAX_CHARACTERS)
  const endDate = readText(input.endDate, 'endDate', VALUE_MAX_CHARACTERS)
  parseWindow(startDate, endDate)
  return {
    agencies: readList(input, 'agencies'),
    themes: readList(input, 'themes'),
    tags: readList(input, 'tags'),
    entities: readList(input, 'entities'),
    entityCanonical: readList(input, 'entityCanonical'),
    sentiment: readSentiment(input),
    keywords: readList(input, 'keywords'),
    excludeKeywords: readList(input, 'excludeKeywords'),
    themeLabel: readText(input.themeLabel, 'themeLabel', VALUE_MAX_CHARACTERS),
    startDate,
    endDate,
    dedup: input.dedup ?? false,
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
