import { setTimeout as delay } from 'node:timers/promises'
import { connectDatabase, readRows, type DbPool } from '@pauta/platform/database/database'
import { hookStatements } from '@pauta/platform/database/driver/statement-hooks'
import { observe } from '@pauta/platform/telemetry/observation'
import { startPostgres, type EmbeddedPostgres } from '@pauta/emulators/postgres/postgres'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest'
import { startGate, type Gate } from './kit/relays/gate.ts'
import { startHalfServer } from './kit/services/half-server.ts'
import { eventually } from './kit/runner/eventually.ts'
import { seeded } from './kit/runner/seeded.ts'
import { patient } from './kit/runner/patience.ts'

/** Number of reads and transactions that must succeed while connections drop, and the time limit for them. */
const WORKS = 400
const DROPS_MAX_MS = 40_000

let server: EmbeddedPostgres
let gate: Gate
let db: DbPool
const pools: DbPool[] = []

function connect(maxConnections = 1, statementTimeoutMs = 10_000, longestTimeoutMs = 0): DbPool {
  const { host, username, password, database } = server
  const pool = connectDatabase(
    { host, port: gate.port, username, password, database, tls: 'off' },
    { maxConnections, statementTimeoutMs, longestTimeoutMs },
  )
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  server = await startPostgres({
    port: 0,
    dumpFile: inject('databaseTemplate'),
  })
  gate = await startGate()
  gate.leadTo(server.port)
  await connect()`create table pairs (id int, half int)`
})
beforeEach(() => {
  db = connect()
})
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end({ timeout: 1 })))
})
afterAll(async () => {
  await gate.stop()
  await server.stop()
})

const codeOf = (error: unknown) => (error as { code?: string }).code

/** Rejects after 10 s, sooner than a read times out, if the promise does not settle. */
async function soon<T>(work: Promise<T>): Promise<T> {
  const late = new AbortController()
  const waiting = delay(10_000, undefined, { signal: late.signal }).then(() => {
    throw new Error('The promise did not settle')
  })
  try {
    return await Promise.race([work, waiting])
  } finally {
    waiting.catch(() => undefined)
    late.abort()
  }
}

describe('arrays in the database', () => {
  it('come back unchanged, for each type in use', async () => {
    const nasty = fc.string({ unit: fc.constantFrom('"', '\\', ',', '{', '}', 'NULL', ' ', 'é', '\n', "'") })
    const texts = fc.array(fc.option(nasty), { minLength: 1, maxLength: 6 })
    const numbers = fc.array(
      fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)),
    )
    const property = fc.asyncProperty(texts, numbers, fc.array(fc.maxSafeInteger()), async (t, n, i) => {
      const flags = i.map((value) => value % 2 === 0)
      const [row] = await db`
        select ${t}::text[] as texts, array[${t}::text[], ${t}::text[]] as nested, ${n}::float8[] as floats,
          ${i}::bigint[] as large, ${i.map((value) => Math.trunc(value / 2 ** 23))}::int[] as small,
          ${flags.map(String)}::boolean[] as flags`
      expect(row).toEqual({
        texts: t,
        nested: [t, t],
        floats: n,
        large: i.map(String),
        small: i.map((value) => Math.trunc(value / 2 ** 23) + 0),
        flags,
      })
    })
    await fc.assert(property, { numRuns: 60 })
  })

  it('work as lists to compare with, also empty ones', async () => {
    const [row] = await db`
      select 'b' = any(${['a', 'b']}) as found, 'b' = any(${[]}::text[]) as missing, ${[]}::text[] as none,
        (select array_agg(at) from unnest(${['2026-06-01T12:00:00.000Z']}::timestamptz[]) as at) as instants,
        array['{"a":[1]}'::jsonb] as documents`
    expect(row).toEqual({
      found: true,
      missing: false,
      none: [],
      instants: [new Date('2026-06-01T12:00:00Z')],
      documents: [{ a: [1] }],
    })
  })
})

it.each([
  ['ends', 1],
  ['fails', 0],
])(
  'the beginning and the end of a transaction that %s are counted with its statement',
  async (_, divisor) => {
    const reads = await observe('counted', async ({ storeReads }) => {
      await db.begin((tx) => tx`select 1 / ${divisor}::int`).catch(() => undefined)
      return storeReads
    })
    expect(reads).toEqual({ sql: 3, index: 0 })
  },
)

describe('a dropped connection', () => {
  it.each([undefined, 'reset'] as const)(
    'that was idle fails neither a read nor a write (%s)',
    async (how) => {
      await db`select 1`
      gate.drop(how)
      expect(await soon(readRows(() => db`select 1 as one`))).toEqual([{ one: 1 }])
      await db`select 1`
      gate.drop(how)
      expect(await soon(db.begin((tx) => tx`select 2 as two`))).toEqual([{ two: 2 }])
    },
  )

  it.each([undefined, 'reset'] as const)('during a read is replaced at once (%s)', async (how) => {
    await db`select 1`
    const read = readRows(() => db`select 1 as one, pg_sleep(0.05) is null as slept`)
    await delay(20)
    gate.drop(how)
    expect(await soon(read)).toMatchObject([{ one: 1 }])
  })

  it.each([undefined, 'reset'] as const)(
    'during a transaction fails only that transaction (%s)',
    async (how) => {
      await db`select 1`
      const begun = Promise.withResolvers<void>()
      const work = db.begin(async (tx) => {
        await tx`insert into pairs values (1, 1)`
        begun.resolve()
        await tx`select pg_sleep(0.2)`
        await tx`insert into pairs values (1, 2)`
      })
      await begun.promise
      gate.drop(how)
      await expect(soon(work)).rejects.toSatisfy((error) => codeOf(error) === 'CONNECTION_CLOSED')
      expect(await soon(db`select * from pairs where id = 1`)).toEqual([])
    },
  )

  it('stops the later statements of the transaction from running without one', async () => {
    let late: unknown
    const work = db.begin(async (tx) => {
      await tx`insert into pairs values (2, 1)`
      gate.drop()
      await delay(100)
      try {
        await tx`insert into pairs values (2, 2)`
      } catch (error) {
        late = error
        throw error
      }
    })
    await expect(soon(work)).rejects.toSatisfy((error) => codeOf(error) === 'CONNECTION_CLOSED')
    expect(await soon(db`select 1 as one`)).toEqual([{ one: 1 }])
    await delay(150)
    expect(codeOf(late)).toBe('CONNECTION_CLOSED')
    expect(await db`select * from pairs where id = 2`).toEqual([])
  })

  it('does not change errors of the work itself', async () => {
    const failing = db.begin(async (tx) => {
      await tx`insert into pairs values (3, 1)`
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await expect(db.begin((tx) => tx`select 1 / 0`)).rejects.toSatisfy((error) => codeOf(error) === '22012')
    expect(await db`select * from pairs where id = 3`).toEqual([])
  })

  it('is not waited for when the work itself fails', async () => {
    // A wait would end with this clock, which stands still.
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const failing = db.begin(() => Promise.reject(new Error('changed my mind')))
      await expect(soon(failing)).rejects.toThrow('changed my mind')
    } finally {
      vi.useRealTimers()
    }
  })

  it('at any moment splits no transaction, mixes no answers and blocks no caller', async () => {
    const random = seeded(11)
    const until = Date.now() + patient(DROPS_MAX_MS)
    const unexpected: unknown[] = []
    const wrong: unknown[] = []
    let serial = 10
    let done = 0
    const isGoingOn = () => done < WORKS && Date.now() < until
    const work = async (pool: DbPool) => {
      while (isGoingOn()) {
        const id = serial++
        try {
          if (random() < 0.5) {
            const rows = await soon(
              readRows(() => pool`select ${id}::int as id, ${['a', String(id)]}::text[] as list`),
            )
            if (JSON.stringify(rows) !== JSON.stringify([{ id, list: ['a', String(id)] }])) wrong.push(rows)
          } else {
            await soon(
              pool.begin(async (tx) => {
                await tx`insert into pairs values (${id}, 1)`
                if (random() < 0.3) await delay(random() * 10)
                await tx`insert into pairs values (${id}, 2)`
              }),
            )
          }
          done++
        } catch (error) {
          // On a busy machine, a new connection may not open before the next drop, until its time-out.
          const expected = [
            'CONNECTION_CLOSED',
            'ECONNRESET',
            'EPIPE',
            'CONNECT_TIMEOUT',
            'SERVICE_UNAVAILABLE',
          ]
          if (!expected.includes(String(codeOf(error)))) unexpected.push(error)
        }
      }
    }
    const drop = async () => {
      while (isGoingOn()) {
        await delay(random() * 40)
        gate.drop(random() < 0.5 ? 'reset' : undefined)
      }
    }
    const shared = [connect(1), connect(2)]
    await Promise.all([...shared, ...shared, ...shared].map(work).concat(drop()))
    expect(unexpected).toEqual([])
    expect(wrong).toEqual([])
    expect(done).toBeGreaterThanOrEqual(WORKS)
    expect(await db`select id from pairs where id >= 10 group by id having count(*) <> 2`).toEqual([])
    // On a busy machine, the connection after the last drop may open too late; the next one succeeds.
    for (const pool of shared)
      await eventually(async () =>
        expect(await soon(readRows(() => pool`select 1 as one`))).toEqual([{ one: 1 }]),
      )
  })
})

describe('a server that vanishes without closing its connections', () => {
  const TIMEOUT_MS = 300

  it('is abandoned soon after its statement time-out, and the next statement reaches its replacement', async () => {
    const pool = connect(2, TIMEOUT_MS)
    await Promise.all([pool`select 1`, pool`select 2`])
    gate.strand()
    const works = [
      pool`select 1`,
      pool`insert into pairs values (-1, -1)`,
      pool.begin((tx) => tx`select 1`),
      pool`select 2`,
    ]
    const ends = await soon(Promise.allSettled(works))
    // The first two statements used the existing connections. The later ones waited, and may have got a new one.
    for (const end of ends.slice(0, 2))
      expect(codeOf((end as PromiseRejectedResult).reason)).toBe('ETIMEDOUT')
    expect(await soon(readRows(() => pool`select 3 as three`))).toEqual([{ three: 3 }])
  })

  it('is abandoned even if it answered the first of two queries that were sent together', async () => {
    const half = await startHalfServer()
    try {
      const address = { host: '127.0.0.1', port: half.port, username: 'u', password: 'p', database: 'd' }
      const pool = connectDatabase({ ...address, tls: 'off' }, { statementTimeoutMs: TIMEOUT_MS })
      pools.push(pool)
      const [first, second] = await soon(Promise.allSettled([pool`select 1`, pool`select 2`]))
      expect(first).toMatchObject({ status: 'fulfilled' })
      expect(codeOf((second as PromiseRejectedResult).reason)).toBe('ETIMEDOUT')
    } finally {
      await half.stop()
    }
  })

  it('is waited for by callers with a longer limit, and an idle connection stays', async () => {
    const patient = connect(1, 0)
    const slow = connect(1, TIMEOUT_MS, 10_000)
    const idle = connect(1, TIMEOUT_MS)
    await Promise.all([patient, slow, idle].map((pool) => pool`select 1`))
    const { connections } = gate
    gate.hold()
    const works = Promise.all([patient`select 4 as number`, slow`select 5 as number`])
    await delay(TIMEOUT_MS + 2500)
    gate.open()
    expect(await works).toEqual([[{ number: 4 }], [{ number: 5 }]])
    expect(await idle`select 6 as number`).toEqual([{ number: 6 }])
    expect(gate.connections).toBe(connections)
  })
})

it('each statement of a transaction has an end that its hook sees, also a failed one', async () => {
  const counts = { begun: 0, ended: 0 }
  const hooked = hookStatements(db, () => {
    counts.begun += 1
    return () => void (counts.ended += 1)
  })
  await hooked.begin((tx) => tx`select 1`)
  // BEGIN, the statement and COMMIT.
  expect(counts).toEqual({ begun: 3, ended: 3 })
  await expect(hooked.begin((tx) => tx`select 1 / 0`)).rejects.toThrow('division by zero')
  expect(counts).toEqual({ begun: 6, ended: 6 })
})
