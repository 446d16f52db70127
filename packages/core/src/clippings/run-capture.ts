import type { IndexDocument } from '../articles/document.ts'
import type { Db } from '../database.ts'
import type { SearchIndex } from '../search-index/client.ts'
import type { DocumentField } from '../search-index/search.ts'
import { captureRecortes, uniteNewest, type Capture } from './capture.ts'
import {
  listReleaseArticles,
  RELEASE_ARTICLES_MAX,
  RELEASE_ARTICLES_PER_RECORTE,
} from './release-articles.ts'
import { listReleasedBefore, type RunState } from './run-state.ts'
import { publishedSince, windowHours, type ReleaseWindow } from './window.ts'

/** Articles of a first release whose window is empty, for a clipping that includes history. */
const HISTORY_ARTICLES_MAX = 20

/** What a release is made of. */
export interface RunCapture {
  /** All articles, newest first. */
  articles: IndexDocument[]
  /** Those of each recorte of the clipping, in its order. */
  byRecorte: IndexDocument[][]
  /** The window was empty: these are the newest articles of before. */
  isHistory: boolean
}

const unite = (captures: readonly Capture[]): IndexDocument[] =>
  uniteNewest(captures.flatMap(({ articles }) => articles))

/** What each recorte captures, with the ids that are in the release. */
interface Chosen {
  captures: readonly Capture[]
  ids: string[]
  isHistory: boolean
}

async function chooseArticles(
  { db, index }: { db: Db; index: SearchIndex },
  { id: clippingId, recortes, includeHistory }: RunState,
  window: ReleaseWindow,
): Promise<Chosen> {
  const published = { from: publishedSince(window) }
  // Ids alone at first: a thousand keywords capture a hundred thousand hits, of which few hundred are wanted.
  const captures = await captureRecortes(index, recortes, {
    available: window,
    published,
    articlesPerRecorte: RELEASE_ARTICLES_PER_RECORTE,
  })
  const found = unite(captures).map((article) => article.unique_id)
  const released = await listReleasedBefore(db, { clippingId, uniqueIds: found, since: published.from })
  const ids = found.filter((uniqueId) => !released.has(uniqueId)).slice(0, RELEASE_ARTICLES_MAX)
  if (ids.length > 0 || !window.isFirst || !includeHistory) return { captures, ids, isHistory: false }
  const history = await captureRecortes(index, recortes, {
    available: { to: window.to },
    articlesPerRecorte: HISTORY_ARTICLES_MAX,
  })
  const newest = unite(history).slice(0, HISTORY_ARTICLES_MAX)
  return { captures: history, ids: newest.map((article) => article.unique_id), isHistory: true }
}

/**
 * The articles of a window for a clipping's recortes: at most 100 of each and 300 in all, newest first, none that an
 * earlier release had. Undefined when there are none.
 */
export async function captureRun(
  stores: { db: Db; index: SearchIndex },
  state: RunState,
  { window, fields }: { window: ReleaseWindow; fields: readonly DocumentField[] },
): Promise<RunCapture | undefined> {
  const { captures, ids, isHistory } = await chooseArticles(stores, state, window)
  if (ids.length === 0) return undefined
  const contents = { articleIds: ids, recortes: [], refTime: window.to, sinceHours: windowHours(window) }
  const articles = await listReleaseArticles(stores.index, contents, fields)
  if (articles.length === 0) return undefined
  const byRecorte = captures.map((capture) => {
    const own = new Set(capture.articles.map((article) => article.unique_id))
    return articles.filter((article) => own.has(article.unique_id))
  })
  return { articles, byRecorte, isHistory }
}
