import type { Db } from '@pauta/platform/database/database'

/** A clock that rings late is given this long before its run counts as overdue. */
const OVERDUE_AFTER_SECONDS = 60
/** A message that is on its way is repeated at this distance: the queue may hold it for longer. */
const ENQUEUE_AGAIN_AFTER_MINUTES = 15

/** Since when the run waits that waits the longest, by schedule or by hand; null when none is overdue. */
export async function findOldestDueRun(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db<{ nextRunAt: Date | null }[]>`
    select least(
      (select min(next_run_at) from clippings where next_run_at < ${now}),
      (select min(sent_at) from clippings where send_due_at is not null)) as next_run_at`
  return row?.nextRunAt ?? null
}

/**
 * Clippings whose next run has passed without having begun, the longest waiting first, at most `limit`. They are noted
 * as woken now, so that the next call does not return them at once again.
 */
export async function takeOverdueClippings(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ clippingId: string; nextRunAt: Date }[]> {
  return await db`
    update clippings c set woken_at = ${now}
    from (
      select id from clippings
      where next_run_at < ${now}::timestamptz - make_interval(secs => ${OVERDUE_AFTER_SECONDS})
        and (woken_at is null or woken_at < next_run_at
          or woken_at < ${now}::timestamptz - make_interval(mins => ${ENQUEUE_AGAIN_AFTER_MINUTES}))
      order by next_run_at
      limit ${limit}
      for update skip locked
    ) overdue
    where c.id = overdue.id
    returning c.id as clipping_id, c.next_run_at`
}
