import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { Db } from '@pauta/platform/database/database'
import type { SearchIndex } from '@pauta/core/search-index/client'
import type { DocumentField } from '@pauta/core/search-index/search'
import { captureRecortes, uniteNewest, type Capture } from '../recortes/capture.ts'
import { brings, type RecorteFilters } from '../recortes/recorte.ts'
import { listDocumentsByIds, RELEASE_ARTICLES_MAX } from './release-articles.ts'
import { listReleasedBefore, type RunState } from './run-state.ts'
import { lookBack, publishedSince, windowHours, type ReleasePeriod, type ReleaseWindow } from './window.ts'

/** Articles of a first release with an empty window, for a clipping that includes history. */
const HISTORY_ARTICLES_MAX = 20
/** Articles in a digest, for each recorte and in total: mail clients cut longer messages. */
const DIGEST_ARTICLES_PER_RECORTE = 100
const DIGEST_ARTICLES_MAX = 300

/** The articles of one recorte in a release. */
interface RecorteCapture {
  /** Articles in the digest, newest first. */
  shown: IndexDocument[]
  /** Number of further articles in the release. */
  more: number
}

/** The articles of a release. */
export interface RunCapture {
  /** Ids of all articles, newest first. */
  articleIds: string[]
  /** The articles of each recorte, in the clipping's order. */
  byRecorte: RecorteCapture[]
  /** Length of the covered period, in hours before the end of the window. */
  sinceHours: number
  /** Which articles these are. */
  period: ReleasePeriod
}

/** Selects nothing. */
const NOTHING: RecorteFilters = { themes: [], agencies: [], keywords: [] }

/** The recortes in their order, without the filters of those that bring no new articles. */
const ofNews = ({ recortes }: RunState): RecorteFilters[] =>
  recortes.map((recorte) => (brings(recorte, 'PUBLISHED') ? recorte : NOTHING))

const unite = (captures: readonly Capture[]): IndexDocument[] =>
  uniteNewest(captures.flatMap(({ articles }) => articles))

/** What each recorte captures, and the ids of the release. */
export interface Chosen {
  captures: readonly Capture[]
  /** Newest first. */
  ids: string[]
  sinceHours: number
  period: ReleasePeriod
}

/**
 * Chooses articles for a clipping's first release when its window is empty: those of the last 7 days, or the newest 20
 * if the clipping includes history.
 */
async function chooseBeginning(index: SearchIndex, state: RunState, window: ReleaseWindow): Promise<Chosen> {
  const recortes = ofNews(state)
  const recent = lookBack(window)
  const captures = await captureRecortes(index, recortes, {
    published: recent,
    articlesPerRecorte: RELEASE_ARTICLES_MAX,
  })
  const ids = unite(captures).map((article) => article.unique_id)
  if (ids.length > 0 || !state.includeHistory)
    return {
      captures,
      ids,
      sinceHours: windowHours(recent),
      period: { kind: 'published', from: recent.from },
    }
  const history = await captureRecortes(index, recortes, {
    available: { to: window.to },
    articlesPerRecorte: HISTORY_ARTICLES_MAX,
  })
  const newest = unite(history).slice(0, HISTORY_ARTICLES_MAX)
  return {
    captures: history,
    ids: newest.map((article) => article.unique_id),
    sinceHours: windowHours(window),
    period: { kind: 'newest' },
  }
}

/**
 * Chooses the articles of a window, newest first, without those of earlier releases. For a clipping's first release
 * with an empty window: the articles of the last 7 days, or the newest 20 if it includes history.
 */
export async function chooseArticles(
  { db, index }: { db: Db; index: SearchIndex },
  state: RunState,
  window: ReleaseWindow,
): Promise<Chosen> {
  const published = { from: publishedSince(window) }
  // Reads ids only: a thousand keywords may capture 100,000 hits.
  const captures = await captureRecortes(index, ofNews(state), {
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
  if (ids.length === 0 && state.lastReleaseUntil === null) return await chooseBeginning(index, state, window)
  const sinceRelease = state.lastReleaseUntil?.getTime() === window.from.getTime()
  const period = { kind: 'arrived', from: window.from, sinceRelease } as const
  return { captures, ids, sinceHours: windowHours(window), period }
}

/**
 * Returns the ids that the digest shows for each recorte: its newest 100, if they are among the newest 300 of the
 * release.
 */
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
 * Captures the articles of a release, which may be none. The digest shows at most 100 of each recorte and 300 in total.
 */
export async function captureRun(
  stores: { db: Db; index: SearchIndex },
  state: RunState,
  { window, fields }: { window: ReleaseWindow; fields: readonly DocumentField[] },
): Promise<RunCapture> {
  const chosen = await chooseArticles(stores, state, window)
  const { captures, ids, sinceHours, period } = chosen
  const none = { articleIds: [], byRecorte: captures.map(() => ({ shown: [], more: 0 })), sinceHours, period }
  if (ids.length === 0) return none
  const shown = chooseShown(chosen)
  const documents = await listDocumentsByIds(
    stores.index,
    [...new Set(shown.flat())],
    ['published_at', ...fields],
  )
  if (documents.length === 0) return none
  const byId = new Map(documents.map((document) => [document.unique_id, document]))
  const all = new Set(ids)
  const byRecorte = captures.map(({ articles }, position) => {
    const own = shown[position] ?? []
    const count = articles.filter((article) => all.has(article.unique_id)).length
    return { shown: own.flatMap((id) => byId.get(id) ?? []), more: count - own.length }
  })
  // Drops articles that left the index since the capture.
  const gone = new Set(shown.flat().filter((id) => !byId.has(id)))
  return { articleIds: ids.filter((id) => !gone.has(id)), byRecorte, sinceHours, period }
}
