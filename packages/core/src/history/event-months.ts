import type { Db } from '@pauta/platform/database/database'

/** Months that have a partition of their own before they begin, this one included. */
const MONTHS_AHEAD = 3

/** Makes the partitions of the log of articles for this month and the next two. Returns the number of new ones. */
export async function makeEventMonths(db: Db, now: Date): Promise<number> {
  const [row] = await db<{ made: number }[]>`
    select make_article_event_months(${now}::timestamptz::date, ${MONTHS_AHEAD}) as made`
  return row?.made ?? 0
}
