import type { Db, DbPool } from '@pauta/platform/database/database'

/**
 * Runs statements with other plans than small tables get: joins hash one side and read the other table from its beginning,
 * as for large tables, and groups come in the order of their hashes. An order that only a small table has is lost.
 */
export async function planAsLarge<Result>(pool: DbPool, run: (db: Db) => Promise<Result>): Promise<Result> {
  const { result } = await pool.begin(async (db) => {
    await db`set local enable_nestloop = off`
    await db`set local enable_mergejoin = off`
    await db`set local enable_sort = off`
    return { result: await run(db) }
  })
  return result
}
