import type { IndexDocument } from '../articles/document.ts'
import { themeFilter } from '../articles/filter.ts'
import type { IndexAnswer, IndexSearch, SearchIndex } from '../search-index/client.ts'
import { allOf, equalsAny, MATCH_NOTHING, within } from '../search-index/filter.ts'
import { searchInTurns } from '../search-index/search-in-turns.ts'
import { NO_EXTRAS, plainWords, RANKING, type DocumentField } from '../search-index/search.ts'
import { HOUR_MS, type DateWindow } from '../time.ts'
import { hasWord, isEmpty, type RecorteFilters } from './recorte.ts'

/** Hits that the index gives for one search. */
const HITS_MAX = 250

/** What a recorte captures. */
export interface Capture {
  /** Articles found for each keyword, in their order; one number where there is none. */
  counts: number[]
  /** The union over the keywords, newest first. */
  articles: IndexDocument[]
}

export interface CaptureOptions {
  /** When the articles were published. */
  published?: DateWindow | undefined
  /** When they became searchable. */
  available?: DateWindow | undefined
  /** At most 250; 0 only counts. */
  articlesPerRecorte: number
  /** Makes a recorte without a filter capture all articles of the windows; else it captures nothing. */
  takesAll?: boolean | undefined
  /** Fields of the articles besides their id and date. */
  fields?: readonly DocumentField[] | undefined
}

/** Every word, whole and as it is written but for case and accents, anywhere in title and summary. */
const ALL_WORDS = {
  ...RANKING,
  query_by: 'title,summary',
  query_by_weights: '2,1',
  num_typos: '0',
  prefix: 'false',
  drop_tokens_threshold: 0,
  typo_tokens_threshold: 0,
  split_join_tokens: 'off',
} as const

/** One search per keyword, or one for all that passes the filters. */
function searchesOf(recorte: RecorteFilters, options: CaptureOptions): IndexSearch[] {
  if (isEmpty(recorte) && options.takesAll !== true) return []
  const filter = allOf(
    themeFilter(recorte.themes, 'themes'),
    equalsAny('agency', recorte.agencies, 'agencies'),
    options.published && within('published_at', options.published),
    options.available && within('available_at', options.available),
  )
  const shared = {
    ...(filter === undefined ? {} : { filter_by: filter }),
    per_page: Math.min(options.articlesPerRecorte, HITS_MAX),
    include_fields: [...new Set(['unique_id', 'published_at', ...(options.fields ?? [])])].join(','),
    sort_by: 'published_at:desc',
    ...NO_EXTRAS,
  }
  if (recorte.keywords.length === 0) return [{ q: '*', ...shared }]
  return recorte.keywords.map((keyword) =>
    hasWord(keyword)
      ? { q: plainWords(keyword), ...ALL_WORDS, ...shared }
      : { q: '*', ...shared, filter_by: MATCH_NOTHING },
  )
}

/** Newest first; articles of one instant in the order of their ids, so that a page is the same each time. */
function newestFirst(a: IndexDocument, b: IndexDocument): number {
  return b.published_at - a.published_at || (a.unique_id < b.unique_id ? -1 : 1)
}

/** Each article once, newest first. */
export function uniteNewest(articles: readonly IndexDocument[]): IndexDocument[] {
  return [...new Map(articles.map((article) => [article.unique_id, article])).values()].sort(newestFirst)
}

const foundBy = (answers: readonly IndexAnswer[]): IndexDocument[] =>
  answers.flatMap(({ hits = [] }) => hits.map(({ document }) => document))

/**
 * What each recorte captures: themes (any level) AND agencies AND windows, and any of its keywords. All searches go out
 * in one multi_search, or in as many as hold 50 searches each. A recorte without a filter captures nothing.
 */
export async function captureRecortes(
  index: SearchIndex,
  recortes: readonly RecorteFilters[],
  options: CaptureOptions,
): Promise<Capture[]> {
  const searches = recortes.map((recorte) => searchesOf(recorte, options))
  const answers = await searchInTurns(index, searches.flat())
  return searches.map(({ length }) => {
    const own = answers.splice(0, length)
    return {
      counts: own.map(({ found }) => found),
      articles: uniteNewest(foundBy(own)).slice(0, options.articlesPerRecorte),
    }
  })
}

/**
 * How many articles a recorte would have captured in the last hours: those of its most frequent keyword. Without a filter
 * all articles of these hours count.
 */
export async function estimateCapture(
  index: SearchIndex,
  recorte: RecorteFilters,
  { sinceHours, now }: { sinceHours: number; now: Date },
): Promise<number> {
  const published = { from: new Date(now.getTime() - sinceHours * HOUR_MS) }
  const [capture] = await captureRecortes(index, [recorte], {
    published,
    articlesPerRecorte: 0,
    takesAll: true,
  })
  return Math.max(0, ...(capture?.counts ?? []))
}
