import type { Erasure } from '@pauta/core/removals/erase'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { forgetDriftPages, listDriftPages } from '../store/drifts.ts'
import { eraseEntries, listRawPagesOf, removeRawPages } from './raw-page-rows.ts'

/** Pages of one step; the bucket takes 1,000 keys at once. */
const BATCH_PAGES = 500

type Stores = { db: Db; storage: Pick<Storage, 'remove'> }

/**
 * Removes the pages that show how the site of the agency changed, because each of them may show the article. The next
 * change keeps another one. Returns their number.
 */
async function eraseDriftPages({ db, storage }: Stores, agencyKey: string): Promise<number> {
  const keys = await listDriftPages(db, agencyKey)
  await storage.remove(keys)
  await forgetDriftPages(db, agencyKey)
  return keys.length
}

/**
 * Erases what the scraper keeps of an article: every content of its pages with their WARC records, the entries of
 * listings that led to them, and the pages of the changes of its site. An interrupted call is repeated. Returns the number of
 * pages.
 */
export async function erasePages({ db, storage }: Stores, erasure: Erasure): Promise<number> {
  let pages = 0
  for (;;) {
    const rows = await listRawPagesOf(db, erasure, BATCH_PAGES)
    // The rows last: a repeated call finds the objects of the rows that are left.
    await storage.remove(rows.map(({ objectKey }) => objectKey))
    await removeRawPages(
      db,
      rows.map(({ id }) => id),
    )
    pages += rows.length
    if (rows.length < BATCH_PAGES) break
  }
  await eraseEntries(db, erasure)
  return pages + (await eraseDriftPages({ db, storage }, erasure.agencyKey))
}
