import type { DbPool } from '@pauta/platform/database/database'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import { lockArticles } from '../articles/lock.ts'
import { forgetTakenDown, recordTakenDown } from '../articles/taken-down-keys.ts'

/** Most articles of one call; each holds a lock of its own until the transaction ends. */
export const TAKE_DOWN_MAX_ARTICLES = 500

/**
 * Takes articles down at an instant, or puts them back with null: mentions and metrics follow at once, and they become
 * due for the index, which drops or writes them. While an article is down, no other id brings it back: not its address,
 * and not its agency, title and local day. Returns the ids of those that changed; unknown ones and those that were
 * so already are left out.
 */
export async function setTakenDown(
  pool: DbPool,
  uniqueIds: readonly string[],
  at: Date | null,
): Promise<string[]> {
  if (uniqueIds.length > TAKE_DOWN_MAX_ARTICLES) {
    throw new Error(`setTakenDown takes at most ${TAKE_DOWN_MAX_ARTICLES} articles, got ${uniqueIds.length}`)
  }
  const { changed } = await pool.begin(async (db) => {
    await lockArticles(db, uniqueIds)
    const rows = await db<{ uniqueId: string }[]>`
      update articles set deleted_at = ${at}, updated_at = clock_timestamp()
      where unique_id = any(${[...uniqueIds]}) and (deleted_at is null) <> ${at === null}
      returning unique_id`
    const changed = rows.map((row) => row.uniqueId)
    await (at === null ? forgetTakenDown(db, changed) : recordTakenDown(db, changed))
    await markDue(db, 'index', changed)
    await refreshEntityStore(db, changed)
    return { changed }
  })
  return changed
}
