import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { withIds } from '@pauta/core/search-index/filter'
import { listDocumentsEach, type DocumentField } from '@pauta/core/search-index/search'
import { HOUR_MS } from '@pauta/platform/time/time'
import { captureRecortes, uniteNewest } from '../recortes/capture.ts'
import type { ReleaseContents } from './release.ts'

/**
 * Upper bound of a release, which limits a worker's memory. All agencies publish about 10,000 articles in the 31 days
 * of the longest window, so no release reaches the bound.
 */
export const RELEASE_ARTICLES_MAX = 50_000
const DEFAULT_SINCE_HOURS = 24
/** Largest page of the search index, in hits. */
const IDS_PER_SEARCH = 250
/** Searches in one request: 2,000 articles with texts are about 10 MB. */
const SEARCHES_AT_ONCE = 8

/** Returns the documents of the given ids, in any order, without ids that are not in the index. */
export async function listDocumentsByIds(
  index: SearchIndex,
  ids: readonly string[],
  fields: readonly DocumentField[],
): Promise<IndexDocument[]> {
  const requests = []
  for (let start = 0; start < ids.length; start += IDS_PER_SEARCH) {
    const some = ids.slice(start, start + IDS_PER_SEARCH)
    requests.push({ filter: withIds(some), page: 1, limit: some.length, fields })
  }
  const documents: IndexDocument[] = []
  for (let start = 0; start < requests.length; start += SEARCHES_AT_ONCE) {
    const pages = await listDocumentsEach(index, requests.slice(start, start + SEARCHES_AT_ONCE))
    for (const page of pages) documents.push(...page.documents)
  }
  return documents
}

/**
 * Searches the article ids of a release that was imported without them: what its recortes capture up to and including
 * its time.
 */
async function searchIds(
  index: SearchIndex,
  { recortes, refTime, sinceHours }: Omit<ReleaseContents, 'articleIds'>,
): Promise<string[]> {
  const from = new Date(refTime.getTime() - (sinceHours ?? DEFAULT_SINCE_HOURS) * HOUR_MS)
  const captures = await captureRecortes(index, recortes, {
    published: { from, to: new Date(refTime.getTime() + 1) },
    articlesPerRecorte: RELEASE_ARTICLES_MAX,
  })
  return uniteNewest(captures.flatMap(({ articles }) => articles)).map((article) => article.unique_id)
}

/**
 * Returns all articles of a release, newest first: stored ids that are still indexed. For a release imported without
 * ids: what the clipping's recortes capture from `sinceHours` before its time to its time, both inclusive.
 */
export async function listReleaseArticles(
  index: SearchIndex,
  { articleIds, ...contents }: ReleaseContents,
  asked: readonly DocumentField[],
): Promise<IndexDocument[]> {
  const fields = [...new Set<DocumentField>(['published_at', ...asked])]
  const ids = articleIds ?? (await searchIds(index, contents))
  return uniteNewest(await listDocumentsByIds(index, ids, fields))
}
