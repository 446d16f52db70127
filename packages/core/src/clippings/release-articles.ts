import type { IndexDocument } from '../articles/document.ts'
import type { SearchIndex } from '../search-index/client.ts'
import { withIds } from '../search-index/filter.ts'
import { listDocumentsEach, type DocumentField } from '../search-index/search.ts'
import { HOUR_MS } from '../time.ts'
import { captureRecortes, uniteNewest } from './capture.ts'
import type { ReleaseContents } from './release.ts'

/** Articles of a release, from one recorte and in all. */
export const RELEASE_ARTICLES_PER_RECORTE = 100
export const RELEASE_ARTICLES_MAX = 300
const DEFAULT_SINCE_HOURS = 24
/** Hits that the index gives for one search. */
const IDS_PER_SEARCH = 250

async function listByIds(
  index: SearchIndex,
  ids: readonly string[],
  fields: readonly DocumentField[],
): Promise<IndexDocument[]> {
  const requests = []
  for (let start = 0; start < ids.length; start += IDS_PER_SEARCH) {
    const some = ids.slice(start, start + IDS_PER_SEARCH)
    requests.push({ filter: withIds(some), page: 1, limit: some.length, fields })
  }
  const pages = requests.length === 0 ? [] : await listDocumentsEach(index, requests)
  return pages.flatMap(({ documents }) => documents)
}

/**
 * The articles of a release, newest first: the stored ones that are still there; for an imported release what its
 * clipping's recortes capture between `sinceHours` before its time and its time, both included.
 */
export async function listReleaseArticles(
  index: SearchIndex,
  { articleIds, recortes, refTime, sinceHours }: ReleaseContents,
  asked: readonly DocumentField[],
): Promise<IndexDocument[]> {
  const fields = [...new Set<DocumentField>(['published_at', ...asked])]
  if (articleIds) return uniteNewest(await listByIds(index, articleIds, fields))
  const from = new Date(refTime.getTime() - (sinceHours ?? DEFAULT_SINCE_HOURS) * HOUR_MS)
  const captures = await captureRecortes(index, recortes, {
    published: { from, to: new Date(refTime.getTime() + 1) },
    articlesPerRecorte: RELEASE_ARTICLES_PER_RECORTE,
    fields,
  })
  return uniteNewest(captures.flatMap(({ articles }) => articles)).slice(0, RELEASE_ARTICLES_MAX)
}
