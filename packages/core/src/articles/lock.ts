import type { Db } from '@pauta/platform/database/database'

/**
 * Locks articles until the transaction ends, whether they have a row yet or not. Whoever writes an article together
 * with its markers takes this lock first, and always in the order of the ids, so that no two wait for each other.
 */
export async function lockArticles(db: Db, uniqueIds: readonly string[]): Promise<void> {
  await db`
    select pg_advisory_xact_lock(hashtextextended(id, 0))
    from (select id from unnest(${[...uniqueIds].sort()}::text[]) as id order by id) ordered`
}
