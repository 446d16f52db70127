import type { Db } from '@pauta/platform/database/database'

/** Three missed runs in a row of a schedule of 15 minutes. */
export const STALE_AFTER_MINUTES = 45
/** A run with its retries ends within this time after its scheduled time. Limits the search by scheduled time. */
const RUN_MAX_HOURS = 2

/** The freshness of an agency's news. */
export interface AgencyFreshness {
  agencyKey: string
  /** When the last successful scrape ended; null when none is recorded. */
  scrapedAt: Date | null
  /** Failed or skipped scrapes since then. */
  missedRuns: number
  /** Publication of the newest article; null when there is none. */
  newestArticleAt: Date | null
}

/**
 * Lists active agencies by their last successful scrape, the oldest first. `jobs` are the jobs whose target is an
 * agency.
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

/** Counts the targets of a job without a recent successful run. */
export async function countStaleTargets(
  db: Db,
  { job, targets, now }: { job: string; targets: readonly string[]; now: Date },
): Promise<number> {
  const [row] = await db<{ stale: number }[]>`
    select count(*)::int as stale from unnest(${[...targets]}::text[]) as t (target)
    where not exists (
      select from job_runs r
      where r.job = ${job} and r.target = t.target and r.status = 'succeeded'
        -- A run that waits because the site fails has read nothing.
        and (r.result->>'status' is distinct from 'not_due' or r.result->>'errorKind' is null)
        and r.scheduled_time > ${now}::timestamptz - make_interval(hours => ${RUN_MAX_HOURS})
        and r.finished_at > ${now}::timestamptz - make_interval(mins => ${STALE_AFTER_MINUTES}))`
  return row?.stale ?? 0
}
