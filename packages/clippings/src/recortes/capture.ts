import type { IndexDocument } from '@pauta/core/search-index/collection'
import { articleFilter } from '@pauta/core/search-index/article-filter'
import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import type { IndexAnswer } from '@pauta/core/search-index/index-answer'
import { allOf, MATCH_NOTHING, within } from '@pauta/core/search-index/filter'
import { searchInTurns } from '@pauta/core/search-index/search-in-turns'
import { plainWords } from '@pauta/core/search-index/query'
import { NO_EXTRAS, RANKING, type DocumentField } from '@pauta/core/search-index/search'
import { HOUR_MS, type DateWindow } from '@pauta/platform/time/time'
import { hasWord, isEmpty, type RecorteFilters } from './recorte.ts'

/** Largest page of the search index, in hits. */
const HITS_MAX = 250

/** The articles that a recorte captures. */
export interface Capture {
  /** Number of articles for each keyword, in their order; a single number for a recorte without keywords. */
  counts: number[]
  /** The union of all keywords, newest first. */
  articles: IndexDocument[]
}

export interface CaptureOptions {
  /** Publication window. */
  published?: DateWindow | undefined
  /** Window by the time articles became searchable. */
  available?: DateWindow | undefined
  /** Newest articles to read for each keyword and each recorte; 0 only counts. */
  articlesPerRecorte: number
  /** If true, a recorte without filters captures all articles of the windows; otherwise none. */
  takesAll?: boolean | undefined
  /** Fields to read besides id and publication date. */
  fields?: readonly DocumentField[] | undefined
}

/** Search options of a keyword of a recorte: all words, whole, ignoring case and accents, in title or summary. */
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

/** One search for each keyword, or one search with the filters alone. */
function searchesOf(recorte: RecorteFilters, options: CaptureOptions): IndexSearch[] {
  if (isEmpty(recorte) && options.takesAll !== true) return []
  // Each keyword is a search of its own.
  const filter = allOf(
    articleFilter({ ...recorte, keywords: null }, { during: options.published }),
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
      : { q: '*', filter_by: MATCH_NOTHING },
  )
}

/** Newest first. Articles of the same instant are ordered by id, so that pages are stable. */
function newestFirst(a: IndexDocument, b: IndexDocument): number {
  return b.published_at - a.published_at || (a.unique_id < b.unique_id ? -1 : 1)
}

/** Removes duplicates and sorts newest first. */
export function uniteNewest(articles: readonly IndexDocument[]): IndexDocument[] {
  return [...new Map(articles.map((article) => [article.unique_id, article])).values()].sort(newestFirst)
}

const documentsOf = ({ hits = [] }: IndexAnswer): IndexDocument[] => hits.map(({ document }) => document)

/** The number of hits of a search, and the newest documents. */
interface Found {
  count: number
  documents: IndexDocument[]
}

/** Reads all searches page by page, up to `limit` documents each. Sends the same page of all searches together. */
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
 * Returns what each recorte captures: articles of one of its themes (any level) AND one of its agencies AND one of its
 * states AND one of its entities AND the windows, with all words of at least one keyword. Sends the searches in
 * multi_search requests of at most 50. A recorte without filters captures nothing, unless `takesAll` is set.
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
 * Estimates how many articles a recorte would have captured in the last `sinceHours`: the count of its most frequent
 * keyword. A recorte without filters counts all articles.
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
