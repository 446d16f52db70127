import { findOpenArrival } from '@pauta/core/search-index/arrivals'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import type { Clipping } from '../clippings/clipping.ts'
import { recortesColumn } from '../clippings/queries.ts'

/** Clocks of machines differ, so what became searchable within the last two minutes is not yet final. */
export const SETTLING_MINUTES = 2
/**
 * An article that is not yet indexed delays the end of windows for at most this time. If it is indexed later, it gets a
 * new availability time and falls into a later window.
 */
const ARRIVAL_HOLDS_MINUTES = 30

/** A clipping as a run reads it. Days are local, `YYYY-MM-DD`. */
export interface RunState extends Omit<
  Clipping,
  'authorUserId' | 'description' | 'scheduleTime' | 'createdAt' | 'updatedAt' | 'marketplaceListingId'
> {
  deliveredUntil: Date | null
  /** The time of the last manual send request that a run answered. */
  answeredAt: Date | null
  /** Position of the last event of the log that a release considered; null before the first that asks for changes. */
  changesUntil: string | null
  /** End of the window of the last release; null without a release. */
  lastReleaseUntil: Date | null
}

/** Returns the clipping, or undefined when it does not exist. */
export async function findRunState(db: Db, clippingId: string): Promise<RunState | undefined> {
  const [state] = await db<RunState[]>`
    select c.id, c.name, c.prompt, c.schedule, c.active, c.start_date::text, c.end_date::text, c.include_history,
      c.next_run_at, c.delivered_until, c.answered_at, c.changes_until::text, ${recortesColumn(db)},
      (select max(ref_time) from releases where clipping_id = c.id) as last_release_until
    from clippings c where c.id = ${clippingId}`
  return state
}

/**
 * Returns the instant that no window may pass, because an article of that instant is not yet indexed; null when there
 * is none.
 */
export async function findHeldInstant(db: Db, now: Date): Promise<Date | null> {
  return await findOpenArrival(db, new Date(now.getTime() - ARRIVAL_HOLDS_MINUTES * MINUTE_MS))
}

/** An agency whose unindexed articles delay the end of all windows. */
export interface WindowHold {
  agencyKey: string
  /** The instant at which windows end because of these articles. */
  until: Date
  /** Delay in seconds. */
  seconds: number
  /** Number of articles recorded as arriving and not confirmed in the index. */
  articles: number
}

/** Returns at most `limit` agencies whose articles delay windows now, the longest delay first. */
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
 * Returns the earlier of this machine's and the database's time. A clock that is ahead would skip articles that are
 * still to come.
 */
export async function readRunClock(db: Db, now: Date): Promise<Date> {
  const [row] = await db<{ at: Date }[]>`select least(${now}::timestamptz, clock_timestamp()) as at`
  return row?.at ?? now
}

/**
 * Returns which articles were in an earlier release of the clipping: an article is in one release only. Searches
 * releases since `since`, minus one day.
 */
export async function listReleasedBefore(
  db: Db,
  { clippingId, uniqueIds, since }: { clippingId: string; uniqueIds: readonly string[]; since: Date },
): Promise<Set<string>> {
  if (uniqueIds.length === 0) return new Set()
  const rows = await db<{ uniqueId: string }[]>`
    select distinct released.unique_id from releases r cross join lateral unnest(r.article_ids) as released (unique_id)
    where r.clipping_id = ${clippingId} and r.ref_time >= ${new Date(since.getTime() - DAY_MS)}
      and released.unique_id = any(${[...uniqueIds]})`
  return new Set(rows.map(({ uniqueId }) => uniqueId))
}
