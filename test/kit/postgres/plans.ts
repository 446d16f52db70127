import type { Db, DbPool } from '@pauta/platform/database/database'

async function planWith<Result>(
  pool: DbPool,
  settings: readonly string[],
  run: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { result } = await pool.begin(async (db) => {
    for (const setting of settings) await db.unsafe(`set local enable_${setting} = off`)
    // A connection keeps the plan of a statement that it has run five times, and the settings do not change this plan.
    await db`set local plan_cache_mode = force_custom_plan`
    return { result: await run(db) }
  })
  return result
}

/**
 * Runs statements with other plans than small tables get: joins hash one side and read the other table from its beginning,
 * as for large tables, and groups come in the order of their hashes. An order that only a small table has is lost.
 */
export const planAsLarge = <Result>(pool: DbPool, run: (db: Db) => Promise<Result>): Promise<Result> =>
  planWith(pool, ['nestloop', 'mergejoin', 'sort'], run)

/** Runs statements that read no index: an order that only an index has is lost. */
export const planWithoutIndexes = <Result>(pool: DbPool, run: (db: Db) => Promise<Result>): Promise<Result> =>
  planWith(pool, ['indexscan', 'indexonlyscan', 'bitmapscan'], run)
