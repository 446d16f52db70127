import { ulid } from 'ulid'
import { readRows, type Db, type DbPool } from '@pauta/platform/database/database'
import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import { lockUser } from '@pauta/people/people/lock-user'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'

/** Maximum number of simultaneous runs of one person. Another run stops the oldest. */
const RUNS_AT_ONCE = 2
/**
 * If the runs of others use more than this share of a stage's streams, a person may have only one run. Otherwise two
 * accounts could fill a small stage.
 */
const BUSY_SHARE = 0.8
/** Longer than a run can last. A run that is open for longer was cut off without a record. */
const OPEN_MINUTES = 4
const DAY_HOURS = 24
const RUNS_A_DAY: ActionLimit = {
  action: 'generate-recortes',
  max: 50,
  windowSeconds: DAY_HOURS * 60 * 60,
}

export type RunOutcome = 'done' | 'error'

/** Returns the number of simultaneous runs that a person may have: two, or one while others nearly fill the stage. */
async function countAllowed(
  db: Db,
  { userId, now, streams }: { userId: string; now: Date; streams: number },
): Promise<number> {
  const since = new Date(now.getTime() - OPEN_MINUTES * MINUTE_MS)
  const [row] = await db<{ others: number }[]>`
    select count(*)::int as others from agent_runs
    where ended_at is null and started_at > ${since} and user_id <> ${userId}`
  const others = row?.others ?? 0
  return others === 0 || others + RUNS_AT_ONCE <= streams * BUSY_SHARE ? RUNS_AT_ONCE : 1
}

/**
 * Starts a run of a person and returns its id. Stops the person's oldest run if more than two would be open, or more
 * than one while others nearly fill the stage's streams. Throws RATE_LIMITED with `retryAfterSeconds` for the 51st
 * run of a day; then no run is stopped.
 */
export async function beginRun(
  pool: DbPool,
  { userId, now, streams }: { userId: string; now: Date; streams: number },
): Promise<string> {
  const id = ulid(now.getTime())
  const dayAgo = new Date(now.getTime() - DAY_HOURS * HOUR_MS)
  await pool.begin(async (tx) => {
    // Without the lock, two runs that start at once would not count each other.
    await lockUser(tx, userId)
    await takeActions(tx, userId, RUNS_A_DAY, { count: 1, now })
    const allowed = await countAllowed(tx, { userId, now, streams })
    await tx`delete from agent_runs where user_id = ${userId} and started_at < ${dayAgo}`
    await tx`
      update agent_runs set ended_at = ${now}, outcome = 'stopped'
      where user_id = ${userId} and ended_at is null and id not in (
        select id from agent_runs where user_id = ${userId} and ended_at is null
        order by started_at desc, id desc limit ${allowed - 1})`
    await tx`insert into agent_runs (id, user_id, started_at) values (${id}, ${userId}, ${now})`
  })
  return id
}

/** Returns true while the run is open: not stopped, and the person not deleted. Throws SERVICE_UNAVAILABLE. */
export async function isRunActive(db: Db, id: string): Promise<boolean> {
  const [row] = await readRows(() => db`select 1 from agent_runs where id = ${id} and ended_at is null`)
  return row !== undefined
}

/** Records the outcome of a run. A stopped run keeps its outcome. */
export async function endRun(
  db: Db,
  { id, outcome, now }: { id: string; outcome: RunOutcome; now: Date },
): Promise<void> {
  await db`update agent_runs set ended_at = ${now}, outcome = ${outcome} where id = ${id} and ended_at is null`
}
