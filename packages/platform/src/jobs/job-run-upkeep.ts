import type { Db } from '../database/database.ts'
import { CLOCKS_DIFFER_MS } from '../time/time.ts'
import type { OldRows } from '../database/old-rows.ts'

/** A run whose lease ended this long ago was killed, and no further message came for it. */
const ABANDONED_AFTER_MINUTES = 30
/** Longer than the longest back-off of any job, after which a waiting run must have continued. */
const FORGOTTEN_AFTER_HOURS = 24

/** Marks abandoned runs as failed. Returns their number. */
export async function failAbandonedRuns(db: Db, now: Date): Promise<number> {
  const { count } = await db`
    update job_runs set status = 'failed', finished_at = ${now}, updated_at = now(),
      error = coalesce(error, 'The function was stopped from outside, and the run was not taken up again')
    where (status = 'running' and lease_until < ${now}::timestamptz - make_interval(mins => ${ABANDONED_AFTER_MINUTES}))
      or (status = 'waiting' and updated_at < ${now}::timestamptz - make_interval(hours => ${FORGOTTEN_AFTER_HOURS}))`
  return count
}

/** Ends the leases of running runs, whose process is gone: the next message of each takes it up. */
export async function endLeases(db: Db, now: Date): Promise<void> {
  await db`update job_runs set lease_until = ${now} where status = 'running' and lease_until > ${now}`
}

/** Removes at most `limit` runs that ended before an instant. Returns their number. */
export async function removeOldRuns(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from job_runs where ctid = any(array(
      select ctid from job_runs
      where updated_at < ${before} and status in ('succeeded', 'failed', 'skipped')
      limit ${limit}))`
  return count
}

/** Runs of a later time were made while the machine's clock was ahead. They would hide what happens until then. */
const knownUntil = () => new Date(Date.now() + CLOCKS_DIFFER_MS)

/** A job whose latest runs failed. */
export interface FailingJob {
  job: string
  /** Failed runs since the last success. */
  failures: number
  /** When the first of them ended. */
  failingSince: Date
  /** Why the latest failed. */
  error: string | null
}

/** Lists those of the given jobs, all without targets, that have failed since their last success. */
export async function listFailingJobs(db: Db, jobs: readonly string[]): Promise<FailingJob[]> {
  return await db<FailingJob[]>`
    select j.job, count(*)::int as failures, min(r.finished_at) as failing_since,
      (array_agg(r.error order by r.scheduled_time desc))[1] as error
    from unnest(${[...jobs]}::text[]) as j (job)
    join job_runs r on r.job = j.job and r.target = '' and r.status = 'failed'
      and r.scheduled_time > coalesce(
        (select max(s.scheduled_time) from job_runs s
         where s.job = j.job and s.target = '' and s.status = 'succeeded' and s.scheduled_time <= ${knownUntil()}),
        '-infinity')
    group by j.job`
}

/** Returns when a run of the job last ended well; undefined when none did. */
export async function findLastSuccess(db: Db, job: string): Promise<Date | undefined> {
  const [row] = await db<{ at: Date | null }[]>`
    select max(finished_at) as at from job_runs
    where job = ${job} and status = 'succeeded' and finished_at <= ${knownUntil()}`
  return row?.at ?? undefined
}
