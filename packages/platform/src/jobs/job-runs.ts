import type { Db, DbPool } from '../database/database.ts'
import { decideRun, type RunStatus, type RunVerdict } from './run-rules.ts'

/** The key of a run. */
export interface RunKey {
  job: string
  /** Target of the run, such as an agency; '' for a job without targets. */
  target: string
  scheduledTime: Date
}

export interface JobRun extends RunKey {
  status: RunStatus
  attempts: number
  parameters: Record<string, unknown>
  startedAt: Date | null
  finishedAt: Date | null
  leaseUntil: Date | null
  progress: unknown
  result: unknown
  error: string | null
}

/** The right to work on a run. A later claim of the same run revokes it. */
export interface RunClaim extends RunKey {
  attempt: number
}

export type ClaimOutcome =
  | Exclude<RunVerdict, { kind: 'run' }>
  | { kind: 'run'; claim: RunClaim; progress: unknown }

export interface ClaimRequest {
  key: RunKey
  parameters: Record<string, unknown>
  intervalMinutes: number | undefined
  now: Date
  leaseSeconds: number
}

/** Longest stored error, in characters. */
const ERROR_MAX_CHARACTERS = 2000
/**
 * A run that continues in another invocation keeps its lease for this long, so that no other run begins in between. Its
 * message is sent at once.
 */
const CONTINUATION_LEASE_MS = 60_000

const runColumns = (db: Db) => db`
  job, target, scheduled_time, status, attempts, parameters, started_at, finished_at, lease_until, progress, result, error`

const isKey = (db: Db, { job, target, scheduledTime }: RunKey) =>
  db`job = ${job} and target = ${target} and scheduled_time = ${scheduledTime}`

/** Returns the run when it has started or was skipped, else undefined. */
export async function findRun(db: Db, key: RunKey): Promise<JobRun | undefined> {
  const [run] = await db<JobRun[]>`select ${runColumns(db)} from job_runs where ${isKey(db, key)}`
  return run
}

async function findOther(db: Db, { job, target, scheduledTime }: RunKey, now: Date) {
  const [other] = await db<{ scheduledTime: Date }[]>`
    select scheduled_time from job_runs
    where job = ${job} and target = ${target} and scheduled_time <> ${scheduledTime}
      and status in ('running', 'waiting') and lease_until > ${now}
    limit 1`
  return other
}

async function insertStart(db: Db, request: ClaimRequest): Promise<RunClaim> {
  const { key, now } = request
  const leaseUntil = new Date(now.getTime() + request.leaseSeconds * 1000)
  const [row] = await db<{ attempts: number }[]>`
    insert into job_runs as r (job, target, scheduled_time, status, attempts, parameters, started_at, lease_until)
    values (${key.job}, ${key.target}, ${key.scheduledTime}, 'running', 1, ${db.json(request.parameters as never)},
      ${now}, ${leaseUntil})
    on conflict (job, target, scheduled_time) do update set
      status = 'running', attempts = r.attempts + 1, lease_until = excluded.lease_until, finished_at = null,
      updated_at = now()
    returning attempts`
  if (!row) throw new Error('The run was neither inserted nor updated')
  return { ...key, attempt: row.attempts }
}

async function insertSkip(db: Db, { key, parameters, now }: ClaimRequest, reason: string): Promise<void> {
  await db`
    insert into job_runs (job, target, scheduled_time, status, parameters, finished_at, error)
    values (${key.job}, ${key.target}, ${key.scheduledTime}, 'skipped', ${db.json(parameters as never)}, ${now}, ${reason})
    on conflict (job, target, scheduled_time) do update set
      status = 'skipped', finished_at = excluded.finished_at, lease_until = null, error = excluded.error,
      updated_at = now()`
}

/** Records a run that is refused before its first attempt. Leaves a run that has started or ended unchanged. */
export async function insertRefused(
  db: Db,
  { job, target, scheduledTime }: RunKey,
  { parameters, reason, now }: { parameters: Record<string, unknown>; reason: string; now: Date },
): Promise<void> {
  await db`
    insert into job_runs (job, target, scheduled_time, status, parameters, finished_at, error)
    values (${job}, ${target}, ${scheduledTime}, 'failed', ${db.json(parameters as never)}, ${now},
      ${reason.slice(0, ERROR_MAX_CHARACTERS)})
    on conflict (job, target, scheduled_time) do nothing`
}

/**
 * Claims a run for `leaseSeconds`, or records that it is skipped, by the rules of `decideRun`. A lock serialises
 * concurrent claims.
 */
export async function claimRun(pool: DbPool, request: ClaimRequest): Promise<ClaimOutcome> {
  const { key, now, intervalMinutes } = request
  return await pool.begin(async (db): Promise<ClaimOutcome> => {
    await db`select pg_advisory_xact_lock(hashtextextended(${`job_runs ${key.job} ${key.target}`}, 0))`
    const own = await findRun(db, key)
    const other = await findOther(db, key, now)
    const verdict = decideRun({ now, scheduledTime: key.scheduledTime, intervalMinutes, own, other })
    if (verdict.kind === 'skip') await insertSkip(db, request, verdict.reason)
    if (verdict.kind !== 'run') return verdict
    return { kind: 'run', claim: await insertStart(db, request), progress: own?.progress ?? null }
  })
}

const isHeld = (db: Db, claim: RunClaim) =>
  db`${isKey(db, claim)} and attempts = ${claim.attempt} and status = 'running'`

/** Stores the progress of a run. Throws when a later attempt has claimed the run; the caller must stop then. */
export async function saveProgress(db: Db, claim: RunClaim, progress: unknown): Promise<void> {
  const { count } = await db`
    update job_runs set progress = ${db.json(progress as never)}, updated_at = now() where ${isHeld(db, claim)}`
  if (count === 0) throw new Error('This run has been taken over by a later attempt')
}

/**
 * The end of an attempt. `waiting` is an attempt that a further message continues: a failed one, or without an error an
 * unfinished one.
 */
export type AttemptEnd =
  | { status: 'succeeded'; result: Record<string, unknown> }
  | { status: 'waiting'; error: string | null }
  | { status: 'failed'; error: string }

/** Records the end of an attempt. Does nothing when the attempt has lost its claim. */
export async function endAttempt(db: Db, claim: RunClaim, end: AttemptEnd, now: Date): Promise<void> {
  const error = end.status === 'succeeded' ? null : end.error
  const isUnfinished = end.status === 'waiting' && end.error === null
  const leaseUntil = isUnfinished ? new Date(now.getTime() + CONTINUATION_LEASE_MS) : null
  await db`
    update job_runs set
      status = ${end.status}, error = ${error?.slice(0, ERROR_MAX_CHARACTERS) ?? null},
      lease_until = ${leaseUntil},
      result = ${end.status === 'succeeded' ? db.json(end.result as never) : null},
      finished_at = ${end.status === 'waiting' ? null : now}, updated_at = now()
    where ${isHeld(db, claim)}`
}

/** Lists runs of a job, newest first. */
export async function listRuns(db: Db, { job, limit }: { job: string; limit: number }): Promise<JobRun[]> {
  return await db<JobRun[]>`
    select ${runColumns(db)} from job_runs where job = ${job} order by scheduled_time desc, target collate "C" limit ${limit}`
}

/** Lists runs of a job or of all, in a status or in any, the latest change first. */
export async function listRecentRuns(
  db: Db,
  { job, status, limit }: { job: string | undefined; status: RunStatus | undefined; limit: number },
): Promise<JobRun[]> {
  return await db<JobRun[]>`
    select ${runColumns(db)} from job_runs
    where ${job === undefined ? db`true` : db`job = ${job}`}
      and ${status === undefined ? db`true` : db`status = ${status}`}
    order by updated_at desc, job, target collate "C" limit ${limit}`
}

/** How the runs of a job ended. */
export interface RunCounts {
  job: string
  succeeded: number
  failed: number
  skipped: number
  /** Runs that are going on or wait for a retry. */
  open: number
  /** Different targets of its runs. */
  targets: number
  lastEndedAt: Date | null
}

/** Counts the runs of every job that changed since an instant. */
export async function countRunsByJob(db: Db, since: Date): Promise<RunCounts[]> {
  return await db<RunCounts[]>`
    select job, count(*) filter (where status = 'succeeded')::int as succeeded,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'skipped')::int as skipped,
      count(*) filter (where status in ('running', 'waiting'))::int as open,
      count(distinct target) filter (where target <> '')::int as targets, max(finished_at) as last_ended_at
    from job_runs where updated_at >= ${since}
    group by job`
}

/** Counts the runs of all jobs that failed since an instant, by the local day, `YYYY-MM-DD`. */
export async function countFailedRunsByDay(db: Db, since: Date): Promise<Map<string, number>> {
  const rows = await db<{ day: string; count: number }[]>`
    select local_day(updated_at)::text as day, count(*)::int from job_runs
    where status = 'failed' and updated_at >= ${since} group by 1`
  return new Map(rows.map(({ day, count }) => [day, count]))
}
