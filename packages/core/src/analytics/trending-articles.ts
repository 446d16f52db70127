import type { Db } from '@pauta/platform/database/database'
import { lastDays } from '@pauta/platform/time/time'

/** Days of the mean with which the last day is compared. The last day is one of them. */
const MEAN_DAYS = 7

/**
 * Number of articles of a level-1 theme in the last 24 hours and in the last 7 × 24 hours. The week contains the day.
 */
export interface ThemeVolume {
  themeCode: string
  lastDay: number
  lastWeek: number
}

/** Lists the volumes of all themes with articles in the last week. */
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
 * Returns scores by theme: articles of the last 24 hours divided by the mean day of the last seven, three decimals. A
 * score is above 0 and at most 7, because the day is part of the mean.
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

/** A change of the trending score of an article; null removes the score. */
export interface ScoreChange {
  uniqueId: string
  score: number | null
}

/**
 * Lists articles with a wrong stored score, ordered by id, strictly after `after`. Articles of the last 24 hours have
 * the score of their level-1 theme; all others have no score.
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
