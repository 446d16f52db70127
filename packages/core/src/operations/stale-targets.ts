import type { Db } from '@pauta/platform/database/database'

/** Three missed runs in a row of a schedule of 15 minutes. */
const STALE_AFTER_MINUTES = 45
/** A run with its retries ends within this time after its scheduled time. Limits the search by scheduled time. */
const RUN_MAX_HOURS = 2

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
