import type { IndexDocument } from '@pauta/core/search-index/article-document'
import type { Db } from '@pauta/platform/database/database'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { DocumentField } from '@pauta/core/search-index/search'
import { captureRecortes, uniteNewest, type Capture } from '../recortes/capture.ts'
import { listDocumentsByIds, RELEASE_ARTICLES_MAX } from './release-articles.ts'
import { listReleasedBefore, type RunState } from './run-state.ts'
import { lookBack, publishedSince, windowHours, type ReleaseWindow } from './window.ts'

/** Articles of a first release whose window is empty, for a clipping that includes history. */
const HISTORY_ARTICLES_MAX = 20
/** Articles that a digest shows of one recorte and in all: mail clients cut longer messages. */
const DIGEST_ARTICLES_PER_RECORTE = 100
const DIGEST_ARTICLES_MAX = 300

/** Articles of a recorte in a release. */
export interface RecorteCapture {
  /** Those that the digest shows, newest first. */
  shown: IndexDocument[]
  /** How many more the release has. */
  more: number
}

/** What a release is made of. */
export interface RunCapture {
  /** Ids of all articles, newest first. */
  articleIds: string[]
  /** What each recorte of the clipping has, in its order. */
  byRecorte: RecorteCapture[]
  /** Hours back from the end of the window that the articles are of. */
  sinceHours: number
  /** The window was empty: these are the newest articles of before. */
  isHistory: boolean
}

const unite = (captures: readonly Capture[]): IndexDocument[] =>
  uniteNewest(captures.flatMap(({ articles }) => articles))

/** What each recorte captures, with the ids that are in the release. */
export interface Chosen {
  captures: readonly Capture[]
  /** Newest first. */
  ids: string[]
  sinceHours: number
  isHistory: boolean
}

/** What a clipping that never had a release begins with when its window is empty: its last days, or what there is. */
async function chooseBeginning(
  index: SearchIndex,
  { recortes, includeHistory }: RunState,
  window: ReleaseWindow,
): Promise<Chosen> {
  const recent = lookBack(window)
  const captures = await captureRecortes(index, recortes, {
    published: recent,
    articlesPerRecorte: RELEASE_ARTICLES_MAX,
  })
  const ids = unite(captures).map((article) => article.unique_id)
  if (ids.length > 0 || !includeHistory)
    return { captures, ids, sinceHours: windowHours(recent), isHistory: false }
  const history = await captureRecortes(index, recortes, {
    available: { to: window.to },
    articlesPerRecorte: HISTORY_ARTICLES_MAX,
  })
  const newest = unite(history).slice(0, HISTORY_ARTICLES_MAX)
  return {
    captures: history,
    ids: newest.map((article) => article.unique_id),
    sinceHours: windowHours(window),
    isHistory: true,
  }
}

/**
 * All articles of a window for a clipping's recortes, newest first, none that an earlier release had. A clipping without
 * any release whose window is empty gets the articles published in the last 7 days, or its newest 20 where it includes
 * history.
 */
export async function chooseArticles(
  { db, index }: { db: Db; index: SearchIndex },
  state: RunState,
  window: ReleaseWindow,
): Promise<Chosen> {
  const published = { from: publishedSince(window) }
  // Ids alone at first: a thousand keywords may capture a hundred thousand hits.
  const captures = await captureRecortes(index, state.recortes, {
    available: window,
    published,
    articlesPerRecorte: RELEASE_ARTICLES_MAX,
  })
  const found = unite(captures).map((article) => article.unique_id)
  const released = await listReleasedBefore(db, {
    clippingId: state.id,
    uniqueIds: found,
    since: published.from,
  })
  const ids = found.filter((uniqueId) => !released.has(uniqueId)).slice(0, RELEASE_ARTICLES_MAX)
  if (ids.length === 0 && !state.hasReleased) return await chooseBeginning(index, state, window)
  return { captures, ids, sinceHours: windowHours(window), isHistory: false }
}

/** The articles of each recorte that the digest shows: the newest 100 of each that are among the newest 300 of all. */
function chooseShown({ captures, ids }: Chosen): string[][] {
  const chosen = new Set(ids)
  const own = captures.map(({ articles }) =>
    articles
      .flatMap(({ unique_id: id }) => (chosen.has(id) ? [id] : []))
      .slice(0, DIGEST_ARTICLES_PER_RECORTE),
  )
  const candidates = new Set(own.flat())
  const shown = new Set(ids.filter((id) => candidates.has(id)).slice(0, DIGEST_ARTICLES_MAX))
  return own.map((list) => list.filter((id) => shown.has(id)))
}

/**
 * What a release of a window is made of. The digest shows at most 100 articles of each recorte and 300 in all. Undefined
 * when there is no article.
 */
export async function captureRun(
  stores: { db: Db; index: SearchIndex },
  state: RunState,
  { window, fields }: { window: ReleaseWindow; fields: readonly DocumentField[] },
): Promise<RunCapture | undefined> {
  const chosen = await chooseArticles(stores, state, window)
  const { captures, ids, sinceHours, isHistory } = chosen
  if (ids.length === 0) return undefined
  const shown = chooseShown(chosen)
  const documents = await listDocumentsByIds(
    stores.index,
    [...new Set(shown.flat())],
    ['published_at', ...fields],
  )
  if (documents.length === 0) return undefined
  const byId = new Map(documents.map((document) => [document.unique_id, document]))
  const all = new Set(ids)
  const byRecorte = captures.map(({ articles }, position) => {
    const own = shown[position] ?? []
    const count = articles.filter((article) => all.has(article.unique_id)).length
    return { shown: own.flatMap((id) => byId.get(id) ?? []), more: count - own.length }
  })
  // One that left the index since it was captured is in none of the lists.
  const gone = new Set(shown.flat().filter((id) => !byId.has(id)))
  return { articleIds: ids.filter((id) => !gone.has(id)), byRecorte, sinceHours, isHistory }
}
