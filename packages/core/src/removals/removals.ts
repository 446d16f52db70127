import type { Db, DbPool } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { addressKey } from '../articles/article-keys.ts'
import { lockArticles } from '../articles/lock.ts'
import type { Removal } from './removal.ts'
import type { ChangedArticle, NewEvent } from '../history/event.ts'
import { recordEvents } from '../history/writes.ts'
import { refreshEntityStore } from '../entities/upkeep.ts'
import { markDue } from '../steps/steps.ts'

/** Removals of an agency in 24 hours. More of them are a fault of the site or of the writer. */
export const REMOVALS_PER_DAY_MAX = 20

/**
 * The result for one removal. `ignored`: the article is unknown, has moved to another address, has a newer version, or
 * is down already. `refused`: the reason is for operators.
 */
export type RemovalOutcome =
  | { kind: 'ignored'; uniqueId: string }
  | { kind: 'removed'; uniqueId: string; contentHash: string | null }
  | { kind: 'refused'; uniqueId: string; reason: string }

interface TargetRow {
  agencyKey: string
  isSamePage: boolean
  isNewer: boolean
  isDown: boolean
  removedOfDay: number
}

async function findTarget(db: Db, { uniqueId, url, removedAt }: Removal): Promise<TargetRow | undefined> {
  const since = new Date(removedAt.getTime() - DAY_MS)
  const [row] = await db<(Omit<TargetRow, 'isSamePage'> & { url: string })[]>`
    select a.agency_key, a.url,
      coalesce(a.version_at > ${removedAt}, false) as is_newer, a.deleted_at is not null as is_down,
      (select count(*)::int from articles r
        where r.agency_key = a.agency_key and r.removed_at > ${since}) as removed_of_day
    from articles a where a.unique_id = ${uniqueId}`
  return row && { ...row, isSamePage: addressKey(row.url) === addressKey(url) }
}

async function removeOne(db: Db, removal: Removal): Promise<RemovalOutcome> {
  const { uniqueId, agencyKey, removedAt } = removal
  const target = await findTarget(db, removal)
  if (target && target.agencyKey !== agencyKey) {
    const reason = `${uniqueId} is an article of ${target.agencyKey}, not of ${agencyKey}`
    return { kind: 'refused', uniqueId, reason }
  }
  if (!target || !target.isSamePage || target.isNewer || target.isDown) return { kind: 'ignored', uniqueId }
  if (target.removedOfDay >= REMOVALS_PER_DAY_MAX) {
    const reason = `${agencyKey} has ${target.removedOfDay} removals within a day: take ${uniqueId} down by hand`
    return { kind: 'refused', uniqueId, reason }
  }
  const [row] = await db<{ contentHash: string | null }[]>`
    update articles set deleted_at = ${removedAt}, removed_at = ${removedAt}, updated_at = clock_timestamp()
    where unique_id = ${uniqueId} returning content_hash`
  return { kind: 'removed', uniqueId, contentHash: row?.contentHash ?? null }
}

/**
 * Takes articles down whose pages are gone, in one transaction; their rows stay. Mentions and metrics are updated at
 * once, and the articles become due for the index. Unlike a take-down by an operator, a newer version of the article
 * brings it back. Refuses removals by another agency, and more than 20 of an agency within 24 hours. Returns one
 * outcome per removal, in their order.
 */
export async function removeArticles(pool: DbPool, removals: readonly Removal[]): Promise<RemovalOutcome[]> {
  const { outcomes } = await pool.begin(async (db) => {
    await lockArticles(
      db,
      removals.map(({ uniqueId }) => uniqueId),
    )
    const outcomes: RemovalOutcome[] = []
    for (const removal of removals) outcomes.push(await removeOne(db, removal))
    const events = outcomes.flatMap((outcome, position): NewEvent[] => {
      const { agencyKey } = removals[position] ?? {}
      return outcome.kind === 'removed' && agencyKey !== undefined
        ? [{ ...outcome, agencyKey, seenBy: 'scraper' }]
        : []
    })
    const removed = events.map(({ uniqueId }) => uniqueId)
    await markDue(db, 'index', removed)
    await refreshEntityStore(db, removed)
    await recordEvents(db, events)
    return { outcomes }
  })
  return outcomes
}

/**
 * Brings removed articles back that have a newer version than their removal: their pages answer again. They become due
 * for every step. Returns them. The caller holds the locks of the articles and records the events.
 */
export async function restoreRemoved(db: Db, uniqueIds: readonly string[]): Promise<ChangedArticle[]> {
  if (uniqueIds.length === 0) return []
  const rows = await db<ChangedArticle[]>`
    update articles set deleted_at = null, removed_at = null, updated_at = clock_timestamp()
    where unique_id = any(${[...uniqueIds]}) and removed_at is not null and version_at > removed_at
    returning unique_id, agency_key, content_hash`
  const ids = rows.map(({ uniqueId }) => uniqueId)
  for (const step of ['index', 'enrich', 'embed'] as const) await markDue(db, step, ids)
  return [...rows]
}
