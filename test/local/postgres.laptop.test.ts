import { setTimeout as delay } from 'node:timers/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres, type EmbeddedPostgres } from '@pauta/emulators/postgres/postgres'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findSqlState, firstColumn, message, WireClient } from './wire-client.ts'

const WAIT_SECONDS = 1.5

let server: EmbeddedPostgres
const clients: postgres.Sql[] = []

function connect(options: postgres.Options<Record<string, never>> = {}) {
  const { host, port, username, password, database } = server
  const sql = postgres({ host, port, username, password, database, onnotice: () => {}, ...options })
  clients.push(sql)
  return sql
}

beforeAll(async () => {
  // A copy starts in a fraction of the time of a new cluster.
  server = await startPostgres({
    port: 0,
    waitSeconds: WAIT_SECONDS,
    dumpFile: inject('databaseTemplate'),
  })
})

afterAll(async () => {
  await Promise.all(clients.map((sql) => sql.end({ timeout: 1 })))
  await server.stop()
})

describe('the embedded PostgreSQL', () => {
  it('has the extensions that the schema needs', async () => {
    const sql = connect({ max: 1 })
    const names = ['vector', 'pg_trgm', 'unaccent']
    await sql.unsafe(names.map((name) => `create extension if not exists ${name};`).join(''))
    const [row] = await sql`select '[1,2,3]'::vector <-> '[1,2,5]' as distance, unaccent('ação') as plain`
    expect(row).toEqual({ distance: 2, plain: 'acao' })
  })

  it('returns rows of several megabytes whole', async () => {
    const rows = await connect()`select n, repeat('á', 1000) as text from generate_series(1, 3000) n`
    expect(rows).toHaveLength(3000)
    expect(rows.every(({ n, text }, position) => n === position + 1 && text === 'á'.repeat(1000))).toBe(true)
  })

  it('accepts a parameter of several megabytes', async () => {
    const long = 'x'.repeat(5_000_000)
    const [row] = await connect()`select length(${long}::text) as length`
    expect(row?.['length']).toBe(5_000_000)
  })

  it('reads through a cursor while other connections query', async () => {
    const sql = connect({ max: 3 })
    let seen = 0
    const reading = sql.begin(async (transaction) => {
      await transaction`select generate_series(1, 1000)`.cursor(100, (rows) => {
        seen += rows.length
      })
    })
    const others = Array.from({ length: 20 }, (_, n) => sql`select ${n}::int as n`)
    await reading
    expect(seen).toBe(1000)
    expect((await Promise.all(others)).map(([row]) => row?.['n'])).toEqual([...Array(20).keys()])
  })

  it('rolls a failed transaction back and continues', async () => {
    const sql = connect({ max: 2 })
    await sql`create table failing (id int primary key)`
    const failed = sql.begin(async (transaction) => {
      await transaction`insert into failing values (1)`
      await transaction`insert into failing values (1)`
    })
    await expect(failed).rejects.toMatchObject({ code: '23505' })
    expect(await sql`select * from failing`).toEqual([])
  })

  it('refuses COPY from the client with advice, and continues', async () => {
    const sql = connect({ max: 1 })
    await sql`create table copied (id int)`
    await expect(sql.unsafe('copy copied from stdin')).rejects.toMatchObject({ code: '0A000' })
    const client = await WireClient.open(server.port)
    const answers = await client.ask(
      'Z',
      message.parse('', 'COPY copied FROM STDIN'),
      message.bind(''),
      message.execute(),
      message.sync(),
    )
    expect(findSqlState(answers)).toBe('0A000')
    client.close()
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('refuses an unknown database', async () => {
    await expect(connect({ database: 'other' })`select 1`).rejects.toMatchObject({ code: '3D000' })
  })

  it('closes a cancelling connection and does not cancel the statement', async () => {
    const canceller = await WireClient.dial(server.port)
    const closed = new Promise((resolve) => canceller.socket.once('close', resolve))
    canceller.socket.write(message.cancel())
    await closed
    expect(await connect()`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('starts another server from a dump', async () => {
    const sql = connect({ max: 1 })
    await sql`create table dumped as select generate_series(1, 500) as id`
    const folder = await mkdtemp(join(tmpdir(), 'pauta-dump-'))
    const dumpFile = join(folder, 'dump.tar')
    await server.dump(dumpFile)
    const other = await startPostgres({ port: 0, dumpFile })
    await rm(folder, { recursive: true })
    const otherSql = postgres({ ...other, max: 1 })
    expect(await otherSql`select count(*)::int as count from dumped`).toEqual([{ count: 500 }])
    await otherSql.end()
    await other.stop()
  })
})

describe('connections to the single backend', () => {
  it('may use the same names for prepared statements', async () => {
    const [a, b] = await Promise.all([WireClient.open(server.port), WireClient.open(server.port)])
    await a.ask('Z', message.parse('s1', "select 'of a'"), message.sync())
    await b.ask('Z', message.parse('s1', "select 'of b'"), message.sync())
    const run = (client: WireClient) => client.ask('Z', message.bind('s1'), message.execute(), message.sync())
    expect(firstColumn(await run(a))).toEqual(['of a'])
    expect(firstColumn(await run(b))).toEqual(['of b'])
    await b.ask('Z', message.close('s1'), message.sync())
    expect(findSqlState(await run(b))).toBe('26000')
    b.close()
    expect(firstColumn(await run(a))).toEqual(['of a'])
    expect(findSqlState(await a.ask('Z', message.parse('s1', 'select 1'), message.sync()))).toBe('42P05')
    a.close()
  })

  it('keep their own unnamed statement', async () => {
    const [a, b] = await Promise.all([WireClient.open(server.port), WireClient.open(server.port)])
    for (let round = 0; round < 40; round += 1) {
      await a.ask('Z', message.parse('', `select 'a${round}'`), message.sync())
      await b.ask('Z', message.parse('', `select 'b${round}'`), message.describe(''), message.sync())
      const ofA = await a.ask('Z', message.bind(''), message.execute(), message.sync())
      const ofB = await b.ask('Z', message.bind(''), message.execute(), message.sync())
      expect([...firstColumn(ofA), ...firstColumn(ofB)]).toEqual([`a${round}`, `b${round}`])
    }
    const statements = await a.ask('Z', message.query('select count(*) from pg_prepared_statements'))
    expect(Number(firstColumn(statements)[0])).toBeLessThan(80)
    a.close()
    b.close()
  })

  it('keep their own settings', async () => {
    const a = connect({ max: 1, connection: { application_name: 'a', search_path: 'pg_catalog' } })
    const b = connect({ max: 1 })
    const read = (sql: postgres.Sql) =>
      sql`select current_setting('search_path') as path, current_setting('work_mem') as memory, current_setting('application_name') as name`
    await b`set work_mem = '5MB'`
    await b`select set_config('search_path', 'public, pg_temp', false)`
    expect(await read(a)).toEqual([{ path: 'pg_catalog', memory: '4MB', name: 'a' }])
    expect(await read(b)).toEqual([{ path: 'public, pg_temp', memory: '5MB', name: 'postgres.js' }])
    await b.begin(async (transaction) => {
      await transaction`set local work_mem = '6MB'`
      expect(await read(transaction as unknown as postgres.Sql)).toMatchObject([{ memory: '6MB' }])
    })
    expect(await read(b)).toMatchObject([{ memory: '5MB' }])
    await b`reset all`
    await a`reset all`
    expect(await read(b)).toEqual([{ path: 'public', memory: '4MB', name: 'postgres.js' }])
    expect(await read(a)).toEqual([{ path: 'pg_catalog', memory: '4MB', name: 'a' }])
  })

  it('get an error for an invalid setting when they connect', async () => {
    const sql = connect({ fetch_types: false, connection: { work_mem: 'nonsense' } })
    await expect(sql`select 1`).rejects.toMatchObject({ code: '22023' })
    expect(await connect()`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('get notifications only when they listen', async () => {
    const [a, b] = await Promise.all([WireClient.open(server.port), WireClient.open(server.port)])
    await a.ask('Z', message.query('listen news'))
    await b.ask('Z', message.query('LISTEN "news";'))
    await b.ask('Z', message.query('unlisten news'))
    const answers = await b.ask('Z', message.query("notify news, 'first'"))
    expect(answers.filter(({ type }) => type === 'A')).toEqual([])
    const told = (await a.until('A')).at(-1)
    expect(told?.body.toString('utf8', 4)).toBe('news\0first\0')
    // A listener also gets its own notification.
    const own = await a.ask('Z', message.query("notify news, 'second'"))
    expect(own.filter(({ type }) => type === 'A')).toHaveLength(1)
    a.close()
    b.close()
  })

  it('exclude each other by session advisory locks', async () => {
    const [a, b] = [connect({ max: 1 }), connect({ max: 1 })]
    const order: string[] = []
    await a`select pg_advisory_lock(77)`
    const second = b`select pg_advisory_lock(77)`.then(() => order.push('b has it'))
    await a`select 1`
    await delay(100)
    order.push('a lets go')
    await a`select pg_advisory_unlock(77)`
    await second
    expect(order).toEqual(['a lets go', 'b has it'])
    // A client that disconnects releases its lock too.
    await b.end({ timeout: 0 })
    expect(await a`select pg_try_advisory_lock(77) as got`).toEqual([{ got: true }])
    await a`select pg_advisory_unlock(77)`
  })

  it('get an error with the reason when they wait too long for a transaction', async () => {
    const [a, b] = [connect({ max: 1 }), connect({ max: 1 })]
    await b`select 1`
    await a.begin(async (transaction) => {
      await transaction`select 'held here'`
      await expect(b`select 1`).rejects.toMatchObject({
        code: '55P03',
        message: expect.stringContaining('held here') as string,
      })
    })
    expect(await b`select 1 as one`).toEqual([{ one: 1 }])
  })

  it('keep their turn until a Sync ends their work, also after a finished statement', async () => {
    const [sql, client] = [connect({ max: 1 }), await WireClient.open(server.port)]
    await sql`create table unfinished (id int)`
    const begun = [
      message.parse('', 'insert into unfinished values (1)'),
      message.bind(''),
      message.execute(),
    ]
    await client.ask('Z', message.query('select 1'), ...begun, message.flush())
    let isCounted = false
    const counting = sql`select count(*)::int as count from unfinished`.then((rows) => {
      isCounted = true
      return rows
    })
    await delay(100)
    expect(isCounted).toBe(false)
    await client.ask('Z', message.sync())
    expect(await counting).toEqual([{ count: 1 }])
    client.close()
  })

  it('get an answer like a server’s after a missed turn, and may close without one', async () => {
    const [a, b, c] = await Promise.all([0, 1, 2].map(() => WireClient.open(server.port)))
    if (!a || !b || !c) throw new Error('three clients')
    await a.ask('Z', message.query('begin'))
    const failed = await b.ask('E', message.parse('s', 'select 1'), message.flush())
    expect(findSqlState(failed)).toBe('55P03')
    await a.ask('Z', message.query('rollback'))
    const skipped = await b.ask('Z', message.bind('s'), message.execute(), message.sync())
    expect(skipped.map(({ type }) => type)).toEqual(['Z'])
    expect(firstColumn(await b.ask('Z', message.query('select 2')))).toEqual(['2'])

    await a.ask('Z', message.query('begin'))
    const closed = new Promise((resolve) => c.socket.once('close', resolve))
    c.socket.write(message.terminate())
    await closed
    await a.ask('Z', message.query('rollback'))
    a.close()
    b.close()
  })

  it('leave nothing behind when they close inside a transaction', async () => {
    const sql = connect({ max: 1 })
    await sql`create table broken_off (id int)`
    const explicit = await WireClient.open(server.port)
    await explicit.ask('Z', message.query('begin'))
    await explicit.ask('Z', message.query('insert into broken_off values (1)'))
    explicit.close()
    expect(await sql`select * from broken_off`).toEqual([])
    const implicit = await WireClient.open(server.port)
    // The statement was executed, but no Sync followed, so it is not committed.
    await implicit.ask(
      'C',
      message.parse('', 'insert into broken_off values (2)'),
      message.bind(''),
      message.execute(),
      message.flush(),
    )
    implicit.close()
    expect(await sql`select * from broken_off`).toEqual([])
  })
})
