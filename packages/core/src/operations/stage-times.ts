import type { Db } from '@pauta/platform/database/database'
import { HOUR_MS } from '@pauta/platform/time/time'

/** Stages of an article on its way to readers. */
const STAGES = ['STORE', 'ENRICH', 'CLASSIFY', 'EMBED', 'INDEX'] as const
type Stage = (typeof STAGES)[number]

/** Articles of the last 24 hours are measured, the newest 5,000 of them. */
const MEASURED_HOURS = 24
const MEASURED_MAX = 5000

/**
 * How long a stage took for the articles of the last 24 hours, in seconds. `STORE`: from publication until the article
 * is stored, for articles with a known time of day. `ENRICH`, `CLASSIFY`, `EMBED`: from then until the step was first
 * done. `INDEX`: from then until the article was first found by a search.
 */
export interface StageTime {
  stage: Stage
  /** Articles that have passed the stage. */
  articles: number
  /** Null when no article has passed the stage. */
  medianSeconds: number | null
  /** The 95th percentile. */
  longSeconds: number | null
}

/** Measures every stage by the newest articles, in the order of the pipeline. One statement. */
export async function measureStages(db: Db, now: Date, articlesMax = MEASURED_MAX): Promise<StageTime[]> {
  const since = new Date(now.getTime() - MEASURED_HOURS * HOUR_MS)
  return await db<StageTime[]>`
    with recent as (
      select unique_id, published_at, created_at,
        published_at at time zone 'America/Sao_Paulo' as local
      from articles
      where deleted_at is null and published_at > ${since} and published_at <= ${now}
      order by published_at desc
      limit ${articlesMax}
    ), times as (
      -- Midnight stands for an unknown time of day.
      select 'STORE' as stage, created_at - published_at as taken
      from recent where local <> date_trunc('day', local)
      union all
      -- A step of a later version was repeated, so its time is not that of its first end.
      select upper(p.step), p.updated_at - r.created_at
      from recent r join pipeline_steps p on p.unique_id = r.unique_id
      where p.step <> 'index' and p.status = 'done' and p.version = 1
      union all
      select 'INDEX', v.available_at - r.created_at
      from recent r join article_availability v on v.unique_id = r.unique_id
      where v.written
    ), seconds as (
      select stage, greatest(extract(epoch from taken), 0)::float8 as seconds from times
    )
    select s.stage, count(t.seconds)::int as articles,
      percentile_cont(0.5) within group (order by t.seconds) as median_seconds,
      percentile_cont(0.95) within group (order by t.seconds) as long_seconds
    from unnest(${[...STAGES]}::text[]) with ordinality as s (stage, position)
    left join seconds t on t.stage = s.stage
    group by s.stage, s.position
    order by s.position`
}
