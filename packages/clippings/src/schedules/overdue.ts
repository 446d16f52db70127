import type { Db } from '@pauta/platform/database/database'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'

/** A run counts as overdue when its schedule is this late. */
const OVERDUE_AFTER_SECONDS = 60
/** A lost message is sent again after this time; a busy queue may delay it. */
const ENQUEUE_AGAIN_AFTER_MINUTES = 15
/** Shorter than the 5 minutes between two sweeps, so that each sweep sends the message of an open manual send request again. */
const SWEEP_AGAIN_AFTER_MINUTES = 4
/** An open manual send request expires after this time. */
const REQUEST_EXPIRES_HOURS = 24

/** Returns since when the longest-waiting run is due, scheduled or manual; null when none is. */
export async function findOldestDueRun(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db<{ nextRunAt: Date | null }[]>`
    select least(
      (select min(next_run_at) from clippings where next_run_at < ${now}),
      (select min(sent_at) from clippings where send_due_at is not null)) as next_run_at`
  return row?.nextRunAt ?? null
}

/**
 * Returns at most `limit` clippings whose run is overdue, the longest waiting first. Stores that they were enqueued
 * now, so that the next call skips them for 15 minutes.
 */
export async function takeOverdueClippings(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ clippingId: string; nextRunAt: Date }[]> {
  return await db`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with overdue as materialized (
      select id from clippings
      where next_run_at < ${now}::timestamptz - make_interval(secs => ${OVERDUE_AFTER_SECONDS})
        and (woken_at is null or woken_at < next_run_at
          or woken_at < ${now}::timestamptz - make_interval(mins => ${ENQUEUE_AGAIN_AFTER_MINUTES}))
      order by next_run_at
      limit ${limit}
      for update skip locked
    )
    update clippings c set woken_at = ${now} from overdue
    where c.id = overdue.id
    returning c.id as clipping_id, c.next_run_at`
}

/**
 * Returns at most `limit` open manual send requests whose message is due again, the oldest first. The next sweep returns requests
 * that are still open then. Requests older than 24 hours expire.
 */
export async function takeOpenManualSends(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ clippingId: string; requestedAt: Date }[]> {
  const again = new Date(now.getTime() + SWEEP_AGAIN_AFTER_MINUTES * MINUTE_MS)
  const kept = new Date(now.getTime() - REQUEST_EXPIRES_HOURS * HOUR_MS)
  const taken = await db<{ clippingId: string; requestedAt: Date; isKept: boolean }[]>`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with due as materialized (
      select id from clippings where send_due_at <= ${now}
      order by send_due_at
      limit ${limit}
      for update skip locked
    )
    update clippings c set send_due_at = case when c.sent_at > ${kept} then ${again}::timestamptz end from due
    where c.id = due.id
    returning c.id as clipping_id, c.sent_at as requested_at, c.send_due_at is not null as is_kept`
  return taken.flatMap(({ isKept, ...request }) => (isKept ? [request] : []))
}
