import type { Db, DbPool } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { BASELINE_DAYS, WINDOW_DAYS, type MentionCounts, type RankedEntity } from './trending.ts'

/** Counts mentions of every entity that the last week mentions. Window and baseline are adjacent and do not overlap. */
export async function listMentionCounts(db: Db, now: Date): Promise<MentionCounts[]> {
  const windowStart = new Date(now.getTime() - WINDOW_DAYS * DAY_MS)
  const baselineStart = new Date(windowStart.getTime() - BASELINE_DAYS * DAY_MS)
  return await db<MentionCounts[]>`
    select m.entity_id, e.type,
      count(*) filter (where m.published_at >= ${windowStart})::int as window_count,
      count(distinct m.agency_key) filter (where m.published_at >= ${windowStart})::int as window_agencies,
      count(distinct local_day(m.published_at)) filter (where m.published_at >= ${windowStart})::int as active_days,
      count(*) filter (where m.published_at < ${windowStart})::int as baseline_count,
      count(distinct m.agency_key) filter (where m.published_at < ${windowStart})::int as baseline_agencies
    from article_entities m join entities e on e.entity_id = m.entity_id
    where m.published_at >= ${baselineStart} and m.published_at <= ${now}
    group by m.entity_id, e.type
    having max(m.published_at) >= ${windowStart}`
}

/** Replaces the ranking in one transaction. Skips entities that no longer exist. */
export async function replaceTrendingEntities(
  pool: DbPool,
  ranking: readonly RankedEntity[],
  now: Date,
): Promise<void> {
  await pool.begin(async (db) => {
    await db`delete from trending_entities`
    await db`
      insert into trending_entities (entity_id, trending_score, volume_ratio, window_count, window_agencies,
        baseline_count, baseline_agencies, computed_at)
      select e.entity_id, score, ratio, "windowCount", "windowAgencies", "baselineCount", "baselineAgencies", ${now}
      from jsonb_to_recordset(${db.json(
        ranking.map(({ trendingScore, volumeRatio, ...row }) => ({
          ...row,
          score: trendingScore,
          ratio: volumeRatio,
        })),
      )}) as r ("entityId" text, score float8, ratio float8, "windowCount" int, "windowAgencies" int,
        "baselineCount" int, "baselineAgencies" int)
      join entities e on e.entity_id = r."entityId"`
  })
}
