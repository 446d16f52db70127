import { escapeComma } from '../../api/filter-addresses.ts'
import type { ArticleFilter, ArticleSort } from '../../api/generated/operations.ts'
import { isDay } from '../../charts/periods.ts'

/** What the search page shows. The names are those of the API's URL form of a filter, version 1. */
export interface SearchState {
  q: string
  semantic: boolean
  agencies: string[]
  excludeAgencies: string[]
  themes: string[]
  /** Codes, as `CE`. */
  states: string[]
  entityCanonical: string[]
  sentiment: string[]
  excludeKeywords: string[]
  startDate: string
  endDate: string
  /** Undefined is the API's default: relevance with words, else date. */
  sort: ArticleSort | undefined
  page: number
}

/** What parts of the page take that show the state and change some of its values; the others keep those of the address. */
export interface FacetsProps {
  state: SearchState
  change: (values: Partial<SearchState>) => void
}

export const PAGE_SIZE = 20
/** The API pages through at most this many articles. */
export const REACHABLE = 10_000

/** The parameters that are lists, in the order of the address. */
export const LISTS = [
  'agencies',
  'excludeAgencies',
  'themes',
  'states',
  'entityCanonical',
  'sentiment',
  'excludeKeywords',
] as const
const SORTS: readonly ArticleSort[] = ['RELEVANCE', 'DATE', 'TRENDING', 'VIEWS']

/** A value of a list, by its parameter. */
export type ListName = (typeof LISTS)[number]

const splitList = (text: string) =>
  [...text.matchAll(/(?:\\.|[^\\,])+/g)].map(([part]) => part.replace(/\\(.)/g, '$1').trim()).filter(Boolean)

const readDay = (text: string | null): string => (isDay(text) ? text : '')

/** Reads the state from the query string of the page. Values that no state can have are left out. */
export function readState(parameters: URLSearchParams): SearchState {
  const list = (name: ListName) => parameters.getAll(name).flatMap(splitList)
  const sort = parameters.get('sort')?.toUpperCase()
  return {
    q: parameters.get('q')?.trim() ?? '',
    semantic: parameters.get('semantic') === 'true',
    agencies: list('agencies'),
    excludeAgencies: list('excludeAgencies'),
    themes: list('themes'),
    states: list('states'),
    entityCanonical: list('entityCanonical'),
    sentiment: list('sentiment'),
    excludeKeywords: list('excludeKeywords'),
    startDate: readDay(parameters.get('startDate')),
    endDate: readDay(parameters.get('endDate')),
    sort: SORTS.find((known) => known === sort),
    page: Math.min(REACHABLE / PAGE_SIZE, Math.max(1, Math.floor(Number(parameters.get('page') ?? 1)) || 1)),
  }
}

/** Writes the filter of a state as the API's feeds, exports and widgets take it. */
export function writeFilter(state: SearchState): URLSearchParams {
  const parameters = new URLSearchParams()
  if (state.q !== '') parameters.set('q', state.q)
  if (state.q !== '' && state.semantic) parameters.set('semantic', 'true')
  for (const name of LISTS)
    if (state[name].length > 0) parameters.set(name, state[name].map(escapeComma).join(','))
  if (state.startDate !== '') parameters.set('startDate', state.startDate)
  if (state.endDate !== '') parameters.set('endDate', state.endDate)
  const sort = state.sort ?? (state.q === '' ? 'DATE' : 'RELEVANCE')
  if (sort !== 'DATE') parameters.set('sort', sort.toLowerCase())
  return parameters
}

/** Writes the state as the query string of the page. `readState` of it returns the same state. */
export function writeState(state: SearchState): string {
  const parameters = writeFilter(state)
  if (state.sort === undefined) parameters.delete('sort')
  else parameters.set('sort', state.sort.toLowerCase())
  if (state.page > 1) parameters.set('page', String(state.page))
  return parameters.toString().replaceAll('%2C', ',')
}

/**
 * Writes the filter of a state for what shows news as they come, such as feeds and widgets. They have the newest first unless
 * the reader chose another order: by relevance, an old article would keep a new one out for ever.
 */
export const writeFollowed = (state: SearchState): string =>
  writeState({ ...state, sort: state.sort === 'RELEVANCE' ? undefined : state.sort, page: 1 })

/** Words without an operator of the search, such as quotes or a minus sign. */
const PLAIN_WORDS = /^[\p{L}\p{M}\p{N}\s]+$/u

/**
 * Returns what the stream of articles takes to tell new ones of a state: its words as an expression of title and summary.
 * Undefined where the stream cannot tell them: a meaning, a period that is over, and features, which articles get later.
 */
export function streamFilter(
  state: SearchState,
  today: string,
): { query: string; kinds: readonly string[] } | undefined {
  const { q, semantic, agencies, excludeAgencies, themes, excludeKeywords, endDate } = state
  const features = [...state.states, ...state.entityCanonical, ...state.sentiment]
  if (features.length > 0 || (endDate !== '' && endDate < today)) return undefined
  if (q !== '' && (semantic || !PLAIN_WORDS.test(q))) return undefined
  const parameters = new URLSearchParams()
  if (q !== '') parameters.set('keywords', q)
  for (const [name, values] of Object.entries({ agencies, excludeAgencies, themes, excludeKeywords }))
    if (values.length > 0) parameters.set(name, values.map(escapeComma).join(','))
  // Articles of a backfill appear too, and are not new.
  parameters.set('startDate', state.startDate > today ? state.startDate : today)
  // An article has no theme yet when it appears.
  return {
    query: parameters.toString(),
    kinds: themes.length > 0 ? ['appeared', 'relabelled'] : ['appeared'],
  }
}

/** Returns the number of filters that restrict a search; its days are one. */
export const countFilters = (state: SearchState): number =>
  LISTS.filter((name) => state[name].length > 0).length + (state.startDate || state.endDate ? 1 : 0)

/** Returns the filter argument of `search` and `articles`, without fields that restrict nothing. */
export function toArticleFilter(state: SearchState): ArticleFilter {
  const filter: ArticleFilter = {}
  for (const name of LISTS) if (state[name].length > 0) filter[name] = state[name]
  if (state.startDate !== '') filter.startDate = state.startDate
  if (state.endDate !== '') filter.endDate = state.endDate
  return filter
}
