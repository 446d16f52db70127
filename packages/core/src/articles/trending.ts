import type { Db } from '@pauta/platform/database/database'
import { lastDays } from '@pauta/platform/time/time'

/** The mean that a day is compared with is that of these days, the day itself among them. */
const MEAN_DAYS = 7

/** How many articles a level-1 theme has in the last 24 hours and in the last 7 × 24 hours, which contain them. */
export interface ThemeVolume {
  themeCode: string
  lastDay: number
  lastWeek: number
}

/** Volumes of the themes that the last week has. */
export async function listThemeVolumes(db: Db, now: Date): Promise<ThemeVolume[]> {
  const day = lastDays(1, now)
  const week = lastDays(MEAN_DAYS, now)
  return await db<ThemeVolume[]>`
    select theme_l1_code as theme_code, count(*) filter (where published_at >= ${day.from ?? now})::int as last_day,
      count(*)::int as last_week
    from articles
    where deleted_at is null and theme_l1_code is not null
      and published_at >= ${week.from ?? now} and published_at <= ${now}
    group by theme_l1_code`
}

/**
 * The score of a theme's articles of the day: its articles of the last 24 hours by its mean day of the last seven, three
 * decimals. It lies above 0 and is 7 at most, as the day is part of the mean.
 */
export function scoreThemes(volumes: readonly ThemeVolume[]): Map<string, number> {
  return new Map(
    volumes
      .filter(({ lastDay }) => lastDay > 0)
      .map(({ themeCode, lastDay, lastWeek }) => [
        themeCode,
        Math.round((lastDay / (lastWeek / MEAN_DAYS)) * 1000) / 1000,
      ]),
  )
}

/** A score that an article has to get, or to lose. */
export interface ScoreChange {
  uniqueId: string
  score: number | null
}

/**
 * Articles whose stored score is not what it should be, in the order of their ids, strictly after one: those of the last
 * 24 hours have the score of their level-1 theme, all others none.
 */
export async function listScoreChanges(
  db: Db,
  scores: ReadonlyMap<string, number>,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<ScoreChange[]> {
  const { from = now } = lastDays(1, now)
  return await db<ScoreChange[]>`
    with scores as (
      select * from unnest(${[...scores.keys()]}::text[], ${[...scores.values()]}::float8[]) as s (theme_code, score)
    ),
    wanted as (
      select a.unique_id, s.score
      from articles a join scores s on s.theme_code = a.theme_l1_code
      where a.deleted_at is null and a.published_at >= ${from} and a.published_at <= ${now}
    )
    select unique_id, score from (
      select w.unique_id, w.score
      from wanted w left join article_features f on f.unique_id = w.unique_id
      where feature_number(f.features -> 'trending_score') is distinct from w.score
      union all
      select f.unique_id, null
      from article_features f
      where f.features ->> 'trending_score' is not null
        and not exists (select from wanted w where w.unique_id = f.unique_id)
    ) changes
    where unique_id > ${after}
    order by unique_id
    limit ${limit}`
}
