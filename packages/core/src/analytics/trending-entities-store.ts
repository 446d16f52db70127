import type { Db, DbPool } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import type { EntityName } from '../entities/queries.ts'
import { BASELINE_DAYS, WINDOW_DAYS, type MentionCounts, type RankedEntity } from './trending-entities.ts'

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

/** The growth of an entity's coverage in the last week, computed by the job rank-entities. */
export interface TrendingEntity extends EntityName {
  trendingScore: number
  volumeRatio: number
  /** Articles and agencies of the week. */
  windowCount: number
  windowAgencies: number
  /** Articles and agencies of the four weeks before; null in rows older than these columns. */
  baselineCount: number | null
  baselineAgencies: number | null
  computedAt: Date
}

/** Lists the entities of the last ranking, highest score first. */
export async function listTrendingEntities(db: Db, limit: number): Promise<TrendingEntity[]> {
  return await db<TrendingEntity[]>`
    select e.entity_id, e.canonical_name, e.type, e.wikidata_id, t.trending_score, t.volume_ratio, t.window_count,
      t.window_agencies, t.baseline_count, t.baseline_agencies, t.computed_at
    from trending_entities t join entities e using (entity_id)
    order by t.trending_score desc, t.window_count desc, e.entity_id collate "C"
    limit ${limit}`
}
