import type { DbPool } from '@pauta/platform/database/database'

/**
 * Waits until every transaction that was writing articles has ended, then returns the server's time. All earlier
 * changes are visible. Every later change has this time or a later one in `updated_at`.
 */
export async function changeBarrier(pool: DbPool): Promise<Date> {
  return await pool.begin(async (db) => {
    // PostgreSQL grants a share lock when no writer is left. The commit releases the lock at once, so writers wait
    // briefly.
    await db`lock table articles in share mode`
    const [row] = await db<{ now: Date }[]>`select date_trunc('milliseconds', clock_timestamp()) as now`
    if (!row) throw new Error('The database returned no time')
    return row.now
  })
}
