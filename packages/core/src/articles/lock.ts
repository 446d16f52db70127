import type { Db } from '@pauta/platform/database/database'

/**
 * Locks articles until the transaction ends, also ids without a row. Every writer of articles and their steps takes
 * this lock first. The ids are locked in order, so that two writers cannot deadlock.
 */
export async function lockArticles(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`
    select pg_advisory_xact_lock(hashtextextended(id, 0)) from unnest(${[...uniqueIds].sort()}::text[]) as id`
}
