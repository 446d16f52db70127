import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { listOldRawPages, removeRawPages } from './raw-page-rows.ts'

/**
 * Removes pages that were first read before an instant, with their objects. In the cloud the bucket removes old objects
 * itself; on a laptop nothing else does. Returns the number of pages.
 */
export async function removeOldRawPages(
  db: Db,
  storage: Pick<Storage, 'remove'>,
  batch: OldRows,
): Promise<number> {
  const pages = await listOldRawPages(db, batch)
  // The rows last: a repeated attempt finds the objects of the rows that are left.
  await storage.remove(pages.map(({ objectKey }) => objectKey))
  await removeRawPages(
    db,
    pages.map(({ id }) => id),
  )
  return pages.length
}
