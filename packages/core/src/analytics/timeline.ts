import type { Db } from '@pauta/platform/database/database'
import { localDay, startOfLocalDay } from '@pauta/platform/time/time'

/** Longest timeline in days. A longer range is cut. */
export const TIMELINE_MAX_DAYS = 366

export interface DailyCount {
  /** Local day, `YYYY-MM-DD`. */
  date: string
  count: number
}

/**
 * Returns articles per local day: one point for each of the last `days` days, ascending, today included. A day counts
 * the articles that a list filtered by the day shows, including articles dated later today.
 */
export async function listDailyCounts(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<DailyCount[]> {
  const from = startOfLocalDay(now, 1 - Math.min(days, TIMELINE_MAX_DAYS))
  return await db<DailyCount[]>`
    select to_char(d.day, 'YYYY-MM-DD') as date, coalesce(counted.articles, 0) as count
    from generate_series(${localDay(from)}::timestamp, ${localDay(now)}::timestamp, interval '1 day') as d (day)
    left join (
      select local_day(published_at) as day, count(*)::int as articles
      from articles
      where deleted_at is null and published_at >= ${from}
      group by 1
    ) as counted on counted.day = d.day::date
    order by d.day`
}
