import type { Db } from '@pauta/platform/database/database'
import { localDaysOf, periodOf, type Granularity } from '@pauta/platform/time/period'

/** Articles of a level-1 theme in a period. */
export interface ThemePeriodCount {
  /** First local day of the period, `YYYY-MM-DD`. */
  period: string
  code: string
  label: string
  count: number
}

/**
 * Counts articles of the `limit` level-1 themes with the most articles between two days (both included), by period.
 * Periods without articles are left out. One statement.
 */
export async function listThemeTimeline(
  db: Db,
  {
    window,
    granularity,
    limit,
  }: { window: { from: Date; to: Date }; granularity: Granularity; limit: number },
): Promise<ThemePeriodCount[]> {
  const { first, last } = localDaysOf(window)
  return await db<ThemePeriodCount[]>`
    with counted as (
      select m.theme_l1_code as code, ${periodOf(db, granularity, db`m.day`)} as period, count(*)::int as articles
      from article_metrics m
      where m.day between ${first} and ${last}
      group by 1, 2
    ), chosen as (
      select c.code, t.label from counted c join known_themes t on t.code = c.code
      group by c.code, t.label
      order by sum(c.articles) desc, c.code
      limit ${limit}
    )
    select to_char(c.period, 'YYYY-MM-DD') as period, c.code, chosen.label, c.articles as count
    from counted c join chosen on chosen.code = c.code
    order by c.period, c.code`
}
