import { startPostgres, type EmbeddedPostgres } from '@pauta/emulators/postgres/postgres'
import fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { message, WireClient } from './wire-client.ts'

const CONNECTIONS = 8
const STEPS_PER_CONNECTION = 60
const ACCOUNTS = 10

let server: EmbeddedPostgres

beforeAll(async () => {
  // A copy starts in a fraction of the time of a new cluster.
  server = await startPostgres({ port: 0, dumpFile: inject('databaseTemplate') })
})
afterAll(() => server.stop())

/** A step of one connection. It keeps the sum over all accounts, or adds its amount and returns it. */
type Step =
  | { kind: 'deposit' | 'transfer' | 'abort' | 'fail' | 'break-off'; account: number; amount: number }
  | { kind: 'read' | 'pipeline' | 'cursor' | 'large' | 'settings'; account: number; amount: number }

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'deposit',
    'transfer',
    'abort',
    'fail',
    'break-off',
    'read',
    'pipeline',
    'cursor',
    'large',
    'settings',
  ),
  account: fc.nat(ACCOUNTS - 1),
  amount: fc.integer({ min: 1, max: 100 }),
})

async function takeBack(sql: postgres.Sql, { account, amount }: Step, how: 'abort' | 'fail'): Promise<void> {
  const undone = sql.begin(async (transaction) => {
    await transaction`update accounts set balance = balance + ${amount} where id = ${account}`
    if (how === 'fail') await transaction`select 1 / 0`
    throw new Error('taken back')
  })
  await expect(undone).rejects.toThrow(how === 'fail' ? 'division by zero' : 'taken back')
}

async function breakOff({ account, amount }: Step): Promise<void> {
  const client = await WireClient.open(server.port)
  await client.ask('Z', message.query('begin'))
  await client.ask(
    'C',
    message.parse('s', `update accounts set balance = balance + ${amount} where id = ${account}`),
    message.bind('s'),
    message.execute(),
    message.flush(),
  )
  client.close()
}

async function readThings(sql: postgres.Sql, { kind, amount }: Step, connection: number): Promise<void> {
  if (kind === 'cursor') {
    let seen = 0
    await sql`select generate_series(1, ${amount}::int)`.cursor(7, (rows) => {
      seen += rows.length
    })
    expect(seen).toBe(amount)
  } else if (kind === 'large') {
    const [row] = await sql`select repeat(${String(connection)}, ${amount * 20_000}::int) as text`
    expect(row?.['text']).toBe(String(connection).repeat(amount * 20_000))
  } else if (kind === 'pipeline') {
    const numbers = [...Array(12).keys()]
    // The queries are sent without waiting. The server prepares each distinct text between the others.
    const rows = await Promise.all(
      numbers.map(
        (n) =>
          sql`select ${n}::int as n, ${sql(`c${amount % 7}`)} from (select ${connection}::int as ${sql(`c${amount % 7}`)}) one`,
      ),
    )
    expect(rows.map(([row]) => row)).toEqual(numbers.map((n) => ({ n, [`c${amount % 7}`]: connection })))
  } else if (kind === 'settings') {
    await sql`select set_config('work_mem', ${`${1000 + connection}kB`}, false)`
  } else {
    const [row] = await sql`select current_setting('work_mem') as memory, ${connection}::int as mine`
    expect(row?.['mine']).toBe(connection)
    expect(['4MB', `${1000 + connection}kB`]).toContain(row?.['memory'])
  }
}

/** Runs one step and returns the amount that it added to the sum. */
async function runStep(sql: postgres.Sql, one: Step, connection: number): Promise<number> {
  const { account, amount } = one
  if (one.kind === 'deposit') {
    await sql`update accounts set balance = balance + ${amount} where id = ${account}`
    return amount
  }
  if (one.kind === 'transfer') {
    await sql.begin(async (transaction) => {
      const [from] = await transaction`select balance from accounts where id = ${account} for update`
      await transaction`update accounts set balance = ${Number(from?.['balance']) - amount} where id = ${account}`
      await transaction`update accounts set balance = balance + ${amount} where id = ${(account + 1) % ACCOUNTS}`
    })
  } else if (one.kind === 'abort' || one.kind === 'fail') await takeBack(sql, one, one.kind)
  else if (one.kind === 'break-off') await breakOff(one)
  else await readThings(sql, one, connection)
  return 0
}

it('mixes no answers between eight busy connections', async () => {
  const admin = postgres({ ...server, max: 1 })
  await admin`create table accounts as select id, 0 as balance from generate_series(0, ${ACCOUNTS - 1}::int) id`
  const plans = fc.sample(
    fc.array(step, { minLength: STEPS_PER_CONNECTION, maxLength: STEPS_PER_CONNECTION }),
    {
      numRuns: CONNECTIONS,
      seed: 20_260_601,
    },
  )
  const deposits = await Promise.all(
    plans.map(async (plan, connection) => {
      const sql = postgres({ ...server, max: 1 })
      let added = 0
      for (const one of plan) added += await runStep(sql, one, connection)
      await sql.end()
      return added
    }),
  )
  const expected = deposits.reduce((sum, added) => sum + added, 0)
  expect(expected).toBeGreaterThan(0)
  expect(await admin`select sum(balance)::int as sum from accounts`).toEqual([{ sum: expected }])
  await admin.end()
})
