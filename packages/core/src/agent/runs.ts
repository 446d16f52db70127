import { ulid } from 'ulid'
import { readRows, type Db, type DbPool } from '../database.ts'
import { takeActions, type ActionLimit } from '../people/action-limit.ts'
import { lockUser } from '../people/lock-user.ts'
import { HOUR_MS } from '../time.ts'

/** Runs of one person at the same time; one more stops the oldest. */
const RUNS_AT_ONCE = 2
const DAY_HOURS = 24
const RUNS_A_DAY: ActionLimit = {
  action: 'generate-recortes',
  max: 50,
  windowSeconds: DAY_HOURS * 60 * 60,
}

export type RunOutcome = 'done' | 'error'

/**
 * Begins a run of a person, stops their oldest where there would be more than two, and gives its id. Throws
 * RATE_LIMITED with `retryAfterSeconds` for the 51st run of a day; then nothing is stopped.
 */
export async function beginRun(
  pool: DbPool,
  { userId, now }: { userId: string; now: Date },
): Promise<string> {
  const id = ulid(now.getTime())
  const dayAgo = new Date(now.getTime() - DAY_HOURS * HOUR_MS)
  await pool.begin(async (tx) => {
    // Two runs that begin at once would each see one other.
    await lockUser(tx, userId)
    await takeActions(tx, userId, RUNS_A_DAY, { count: 1, now })
    await tx`delete from agent_runs where user_id = ${userId} and started_at < ${dayAgo}`
    await tx`
      update agent_runs set ended_at = ${now}, outcome = 'stopped'
      where user_id = ${userId} and ended_at is null and id not in (
        select id from agent_runs where user_id = ${userId} and ended_at is null
        order by started_at desc, id desc limit ${RUNS_AT_ONCE - 1})`
    await tx`insert into agent_runs (id, user_id, started_at) values (${id}, ${userId}, ${now})`
  })
  return id
}

/** Whether a run may go on: nobody has stopped it, and its person is still there. Throws SERVICE_UNAVAILABLE. */
export async function isRunActive(db: Db, id: string): Promise<boolean> {
  const [row] = await readRows(() => db`select 1 from agent_runs where id = ${id} and ended_at is null`)
  return row !== undefined
}

/** Notes how a run ended; one that was stopped stays so. */
export async function endRun(
  db: Db,
  { id, outcome, now }: { id: string; outcome: RunOutcome; now: Date },
): Promise<void> {
  await db`update agent_runs set ended_at = ${now}, outcome = ${outcome} where id = ${id} and ended_at is null`
}
