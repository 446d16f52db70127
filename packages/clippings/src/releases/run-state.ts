import { findOpenArrival } from '@pauta/core/articles/arrivals'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { recortesColumn } from '../clippings/queries.ts'
import type { Recorte } from '../recortes/recorte.ts'
import { SETTLING_MINUTES } from './window.ts'

/**
 * An article that is still not in the index holds windows back for so long. When it comes later it is noted anew and
 * falls into a later window.
 */
const ARRIVAL_HOLDS_MINUTES = 30

/** A clipping as its run finds it. Days are local, `YYYY-MM-DD`. */
export interface RunState {
  id: string
  name: string
  prompt: string | null
  schedule: string
  active: boolean
  startDate: string | null
  endDate: string | null
  includeHistory: boolean
  recortes: Recorte[]
  nextRunAt: Date | null
  deliveredUntil: Date | null
  /** The time of the last manual send request that a run answered. */
  answeredAt: Date | null
  /** Whether a release of it was ever made. */
  hasReleased: boolean
}

/** The clipping, or undefined when it is gone. */
export async function findRunState(db: Db, clippingId: string): Promise<RunState | undefined> {
  const [state] = await db<RunState[]>`
    select c.id, c.name, c.prompt, c.schedule, c.active, c.start_date::text, c.end_date::text, c.include_history,
      c.next_run_at, c.delivered_until, c.answered_at, ${recortesColumn(db)},
      exists (select from releases where clipping_id = c.id) as has_released
    from clippings c where c.id = ${clippingId}`
  return state
}

/** The first instant that a window may not pass, as an article of then is still on its way; null when none is. */
export async function findHeldInstant(db: Db, now: Date): Promise<Date | null> {
  return await findOpenArrival(db, new Date(now.getTime() - ARRIVAL_HOLDS_MINUTES * MINUTE_MS))
}

/** An agency whose articles hold the windows of all clippings back. */
export interface WindowHold {
  agencyKey: string
  /** Windows end there at the latest. */
  until: Date
  /** By how much earlier than without these articles windows end. */
  seconds: number
  /** Articles that are noted as on their way to the index and not known to be there. */
  articles: number
}

/** Agencies whose articles hold windows back now, those that do by the most first, at most `limit`. */
export async function listWindowHolds(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<WindowHold[]> {
  const since = new Date(now.getTime() - ARRIVAL_HOLDS_MINUTES * MINUTE_MS)
  const end = new Date(now.getTime() - SETTLING_MINUTES * MINUTE_MS)
  return await db<WindowHold[]>`
    select a.agency_key, min(v.available_at) as until, count(*)::int as articles,
      extract(epoch from ${end}::timestamptz - min(v.available_at))::float as seconds
    from article_availability v join articles a on a.unique_id = v.unique_id
    where not v.written and v.available_at >= ${since} and v.available_at < ${end} and a.deleted_at is null
    group by a.agency_key
    order by until, a.agency_key
    limit ${limit}`
}

/**
 * The earlier of two clocks, this machine's and the database's: one that runs ahead would pass over what is still to
 * come.
 */
export async function readRunClock(db: Db, now: Date): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select least(${now}::timestamptz, clock_timestamp()) as at`
  return row?.at ?? now
}

/** An article that was in one release of a clipping is in no other; looks back as far as its releases may reach. */
export async function listReleasedBefore(
  db: Db,
  { clippingId, uniqueIds, since }: { clippingId: string; uniqueIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  if (uniqueIds.length === 0) return new Set()
  const rows = await db<{ uniqueId: string }[]>`
    select distinct released.unique_id from releases r cross join lateral unnest(r.article_ids) as released (unique_id)
    where r.clipping_id = ${clippingId} and r.created_at >= ${new Date(since.getTime() - DAY_MS)}
      and released.unique_id = any(${[...uniqueIds]})`
  return new Set(rows.map(({ uniqueId }) => uniqueId))
}
