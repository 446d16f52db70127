import { ulid } from 'ulid'
import { readRows, type Db, type DbPool } from '@pauta/platform/database/database'
import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import { lockUser } from '@pauta/people/people/lock-user'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'

/** Runs of one person at the same time; one more stops the oldest. */
const RUNS_AT_ONCE = 2
/** Above this share of a stage's streams a person has one run: two accounts could fill a small stage. */
const BUSY_SHARE = 0.8
/** Longer than a run lasts; one that is open for longer was cut off without a note. */
const OPEN_MINUTES = 4
const DAY_HOURS = 24
const RUNS_A_DAY: ActionLimit = {
  action: 'generate-recortes',
  max: 50,
  windowSeconds: DAY_HOURS * 60 * 60,
}

export type RunOutcome = 'done' | 'error'

/** How many runs a person may have at the same time: two, or one while others nearly fill the stage. */
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
 * Begins a run of a person and gives its id. Stops their oldest where there would be more than two, or more than one
 * while others nearly fill the stage's streams. Throws
 * RATE_LIMITED with `retryAfterSeconds` for the 51st run of a day; then nothing is stopped.
 */
export async function beginRun(
  pool: DbPool,
  { userId, now, streams }: { userId: string; now: Date; streams: number },
): Promise<string> {
  const id = ulid(now.getTime())
  const dayAgo = new Date(now.getTime() - DAY_HOURS * HOUR_MS)
  await pool.begin(async (tx) => {
    // Two runs that begin at once would each see one other.
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
