// Shows each fault of the `postgres` client, on the bare client or on the pool of platform/database. Runs in a process of
// its own, because some faults end the process: `node driver-faults.ts <bare|mended> <port of PostgreSQL>`. Writes one
// line of JSON: the outcome of each case by its name.
import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase, readRows, type DbPool } from '@pauta/platform/database/database'
import postgres from 'postgres'
import { startGate, type Gate } from '../relays/gate.ts'

/** Longer than the limit for silence below, 2.3 s in all, and than the time-out of a connection attempt. */
const NEVER_MS = 8000
const STATEMENT_TIMEOUT_MS = 300

const [kind, serverPort] = process.argv.slice(2)
const isBare = kind === 'bare'
/** Each kind has a table of its own, because both run at once. */
const PAIRS = `pairs_${kind}`
const address = { host: '127.0.0.1', username: 'pauta', password: '', database: 'postgres' }
const uncaught: string[] = []
process.on('uncaughtException', (error) => uncaught.push(error.message))
process.on('unhandledRejection', (error) => uncaught.push(error instanceof Error ? error.message : ''))

/** A pool with one connection, with the options that the project needs. */
function open(gate: Gate, options: { fetchTypes?: boolean; statementTimeoutMs?: number } = {}): DbPool {
  const { fetchTypes = false, statementTimeoutMs = STATEMENT_TIMEOUT_MS } = options
  if (!isBare) return connectDatabase({ ...address, port: gate.port, tls: 'off' }, { statementTimeoutMs })
  return postgres({
    ...address,
    port: gate.port,
    max: 1,
    connect_timeout: 1,
    fetch_types: fetchTypes,
    connection: { statement_timeout: statementTimeoutMs },
    onnotice: () => {},
  })
}

/** The value of a promise, the code or message of its error, or 'never settles'. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  const late = new AbortController()
  const settled = work.then(
    (value) => value,
    (error: unknown) => {
      const { code, message } = error as { code?: string; message: string }
      return code ?? message
    },
  )
  const never = delay(NEVER_MS, 'never settles', { signal: late.signal }).catch(() => undefined)
  return await Promise.race([settled, never]).finally(() => late.abort())
}

const numbers = (rows: Promise<readonly postgres.Row[]>) =>
  outcome(rows.then((list) => list.map((row) => row['number'] as number)))

type Case = (gate: Gate, admin: DbPool) => Promise<unknown>

async function pidOf(db: DbPool): Promise<number> {
  const [row] = await db<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}

const terminate = (admin: DbPool, pid: number) => admin`select pg_terminate_backend(${pid}::int)`

/** Waits until a server process runs `pg_sleep`. Throws when it does not. */
async function untilAsleep(admin: DbPool, pid: number): Promise<void> {
  const find = () => admin`select from pg_stat_activity where pid = ${pid}::int and wait_event = 'PgSleep'`
  const deadline = Date.now() + NEVER_MS
  while ((await find()).length === 0) {
    if (Date.now() > deadline) throw new Error(`server process ${pid} does not sleep`)
    await delay(10)
  }
}

const CASES: Record<string, Case> = {
  'a statement sent when another one failed with a reset': async (gate, admin) => {
    const db = open(gate, { statementTimeoutMs: 5000 })
    const pid = await pidOf(db)
    const next = db`select pg_sleep(2)`.then(
      () => 'no reset',
      () => numbers(readRows(() => db`select 3 as number`)),
    )
    await untilAsleep(admin, pid)
    gate.drop('reset')
    return await next
  },
  'the end of a pool after a reset': async (gate, admin) => {
    const db = open(gate, { statementTimeoutMs: 5000 })
    const pid = await pidOf(db)
    const failed = outcome(db`select pg_sleep(2)`)
    await untilAsleep(admin, pid)
    gate.drop('reset')
    await failed
    return await outcome(db.end().then(() => 'ended'))
  },
  'a server that closes new connections': async (gate) => {
    const db = open(gate)
    const before = gate.connections
    gate.close()
    const end = await outcome(db`select 1`)
    const attempts = gate.connections - before
    gate.open()
    return { end, attempts: attempts > 50 ? 'more than 50' : attempts }
  },
  'a server that vanished': async (gate) => {
    const db = open(gate)
    await db`select 1`
    gate.strand()
    return await outcome(db`select 1`)
  },
  'a transaction whose server process ended during a statement': async (gate, admin) => {
    const db = open(gate, { statementTimeoutMs: 5000 })
    const pid = await pidOf(db)
    const work = outcome(db.begin((tx) => tx`select pg_sleep(2)`))
    await untilAsleep(admin, pid)
    await terminate(admin, pid)
    return await work
  },
  'the rest of a transaction whose server process ended': async (gate, admin) => {
    const db = open(gate)
    const pid = await pidOf(db)
    const over = Promise.withResolvers<unknown>()
    const rest = Promise.withResolvers<unknown>()
    const work = db.begin(async (tx) => {
      await tx`insert into ${tx(PAIRS)} values (1)`
      await terminate(admin, pid)
      await over.promise
      try {
        return await tx`insert into ${tx(PAIRS)} values (2)`
      } finally {
        rest.resolve(undefined)
      }
    })
    const end = await outcome(work)
    const next = await numbers(readRows(() => db`select 4 as number`))
    over.resolve(undefined)
    await outcome(rest.promise)
    return { end, next, stored: await numbers(admin`select id as number from ${admin(PAIRS)}`) }
  },
  'the first statement after a server process ended': async (gate, admin) => {
    const db = open(gate)
    await terminate(admin, await pidOf(db))
    const failed = await outcome(db`select 1`)
    return {
      failed,
      next: await numbers(isBare ? db`select 5 as number` : readRows(() => db`select 5 as number`)),
    }
  },
  arrays: async (gate) => {
    const db = open(gate)
    const sent = await outcome(db`select ${['a', 'b']}::text[] as list`.then((rows) => rows[0]))
    return { sent, received: await outcome(db`select array['a,b', null] as list`.then((rows) => rows[0])) }
  },
  'a connection whose first statement fails': async (gate) => {
    const db = open(gate, { fetchTypes: true, statementTimeoutMs: 1 })
    // In one message: PostgreSQL ignores a time-out between the messages of a prepared statement.
    return await outcome(db`select pg_sleep(1)`.simple())
  },
  'a reservation on a new pool': async (gate) =>
    await outcome(
      open(gate)
        .reserve()
        .then((connection) => numbers(connection`select 6 as number`)),
    ),
}

const admin = connectDatabase({ ...address, port: Number(serverPort), tls: 'off' })
await admin`create table ${admin(PAIRS)} (id int)`
const outcomes = await Promise.all(
  Object.entries(CASES).map(async ([name, run]) => {
    const gate = await startGate()
    gate.leadTo(Number(serverPort))
    return [name, await run(gate, admin)] as const
  }),
)
// Errors of timers and of promises without a handler come after the outcome.
await delay(1000)
const result = { ...Object.fromEntries(outcomes), 'errors that end the process': uncaught.sort() }
process.stdout.write(JSON.stringify(result), () => process.exit())
