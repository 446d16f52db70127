import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'

/** Removes old releases with their digests. Returns the number of releases. */
export async function removeOldReleases(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from releases where id in (
      select id from releases where made_at < ${before} order by made_at limit ${limit})`
  return count
}

/** Removes releases whose clipping was deleted long ago. Returns their number. */
export async function removeEndedReleases(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from releases where id in (
      select id from releases where ended_at < ${before} order by ended_at limit ${limit})`
  return count
}
