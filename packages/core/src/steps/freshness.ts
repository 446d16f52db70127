import type { Db } from '@pauta/platform/database/database'

/** Three runs of every quarter of an hour missed in a row. */
export const STALE_AFTER_MINUTES = 45
/** With its retries a run ends well within this time of the one that it was meant for; runs are found by the latter. */
const RUN_MAX_HOURS = 2

/** How fresh what we have of an agency is. */
export interface AgencyFreshness {
  agencyKey: string
  /** When a scrape of it last succeeded; null when none is remembered. */
  scrapedAt: Date | null
  /** How many of its scrapes have failed or were skipped since then. */
  missedRuns: number
  /** When its newest article was published; null when there is none. */
  newestArticleAt: Date | null
}

/**
 * Active agencies by how long ago they were scraped, the longest first. `jobs` names the jobs whose runs are for one
 * agency each.
 */
export async function listAgencyFreshness(
  db: Db,
  { jobs, limit }: { jobs: readonly string[]; limit: number },
): Promise<AgencyFreshness[]> {
  return await db<AgencyFreshness[]>`
    with scraped as (
      select target, max(finished_at) filter (where status = 'succeeded') as at
      from job_runs where job = any(${[...jobs]}) group by target)
    select g.key as agency_key, s.at as scraped_at,
      (select count(*)::int from job_runs r where r.job = any(${[...jobs]}) and r.target = g.key
        and r.status in ('failed', 'skipped') and (s.at is null or r.finished_at > s.at)) as missed_runs,
      (select max(published_at) from articles a where a.agency_key = g.key) as newest_article_at
    from agencies g join scraped s on s.target = g.key
    where g.active
    order by s.at nulls first, g.key
    limit ${limit}`
}

/** How many of a job's targets have had no run that succeeded lately. */
export async function countStaleTargets(
  db: Db,
  { job, targets, now }: { job: string; targets: readonly string[]; now: Date },
): Promise<number> {
  const [row] = await db<{ stale: number }[]>`
    select count(*)::int as stale from unnest(${[...targets]}::text[]) as t (target)
    where not exists (
      select from job_runs r
      where r.job = ${job} and r.target = t.target and r.status = 'succeeded'
        and r.scheduled_time > ${now}::timestamptz - make_interval(hours => ${RUN_MAX_HOURS})
        and r.finished_at > ${now}::timestamptz - make_interval(mins => ${STALE_AFTER_MINUTES}))`
  return row?.stale ?? 0
}
