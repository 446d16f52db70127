import type { IndexDocument } from '@pauta/core/search-index/article-document'
import { themeFilter } from '@pauta/core/search-index/article-filter'
import type { IndexAnswer, IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { allOf, equalsAny, MATCH_NOTHING, within } from '@pauta/core/search-index/filter'
import { searchInTurns } from '@pauta/core/search-index/search-in-turns'
import { plainWords } from '@pauta/core/search-index/query'
import { NO_EXTRAS, RANKING, type DocumentField } from '@pauta/core/search-index/search'
import { HOUR_MS, type DateWindow } from '@pauta/platform/time/time'
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
  /** The newest of each keyword and of each recorte, read page by page; 0 only counts. */
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
    page: 1,
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

const documentsOf = ({ hits = [] }: IndexAnswer): IndexDocument[] => hits.map(({ document }) => document)

/** What a search found, and the newest of it. */
interface Found {
  count: number
  documents: IndexDocument[]
}

/** Reads the searches page by page until each has all that it finds, or `limit` of it; the pages of all go out together. */
async function searchWhole(
  index: SearchIndex,
  searches: readonly IndexSearch[],
  limit: number,
): Promise<Found[]> {
  const answers = await searchInTurns(index, searches)
  const found = answers.map((answer): Found => ({ count: answer.found, documents: documentsOf(answer) }))
  let open = searches.map((search, position) => ({ search, position }))
  for (let page = 2; ; page++) {
    open = open.filter(({ position }) => Math.min(limit, found[position]?.count ?? 0) > (page - 1) * HITS_MAX)
    if (open.length === 0) return found
    const next = await searchInTurns(
      index,
      open.map(({ search }) => ({ ...search, page })),
    )
    for (const [place, { position }] of open.entries()) {
      const answer = next[place]
      if (answer) found[position]?.documents.push(...documentsOf(answer))
    }
  }
}

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
  const found = await searchWhole(index, searches.flat(), options.articlesPerRecorte)
  return searches.map(({ length }) => {
    const own = found.splice(0, length)
    return {
      counts: own.map(({ count }) => count),
      articles: uniteNewest(own.flatMap(({ documents }) => documents)).slice(0, options.articlesPerRecorte),
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
