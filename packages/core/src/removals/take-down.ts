import type { DbPool } from '@pauta/platform/database/database'
import type { ChangedArticle, NewEvent } from '../history/event.ts'
import { recordEvents } from '../history/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'
import { lockArticles } from '../articles/lock.ts'
import { forgetTakenDown, recordTakenDown } from './taken-down-keys.ts'

/** Most articles per call; each holds a lock until the transaction ends. */
export const TAKE_DOWN_MAX_ARTICLES = 500

/**
 * Takes articles down at an instant, or restores them with null. Mentions and metrics are updated at once, and the
 * articles become due for the index. A taken-down article cannot return under another id with the same address, or with
 * the same agency, title and local day; an article that its site removed then stays down, too. Returns the ids of the
 * changed articles. Skips unknown, unchanged and erased ones.
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
    const rows = await db<ChangedArticle[]>`
      update articles set deleted_at = ${at}, removed_at = null, updated_at = clock_timestamp()
      where unique_id = any(${[...uniqueIds]}) and erased_at is null
        and ((deleted_at is null) <> ${at === null} or ${at !== null} and removed_at is not null)
      returning unique_id, agency_key, content_hash`
    const changed = rows.map((row) => row.uniqueId)
    await (at === null ? forgetTakenDown(db, changed) : recordTakenDown(db, changed))
    await markDue(db, 'index', changed)
    await refreshEntityStore(db, changed)
    const kind = at === null ? 'restored' : 'taken_down'
    await recordEvents(
      db,
      rows.map((row): NewEvent => ({ ...row, kind, seenBy: 'operator' })),
    )
    return { changed }
  })
  return changed
}
