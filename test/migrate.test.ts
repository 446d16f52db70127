import { copyFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { listMigrations, migrate } from '@pauta/platform/database/migrate'
import { startPostgres, type EmbeddedPostgres } from '@pauta/emulators/postgres/postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'

const MIGRATIONS = findMigrationsFolder()

let server: EmbeddedPostgres
let folder: string
let pools: DbPool[] = []

const connect = () => {
  const pool = connectDatabase({ ...server, tls: 'off' }, { statementTimeoutMs: 0 })
  pools.push(pool)
  return pool
}
const put = (file: string, sql: string) => writeFile(join(folder, file), sql)
const tables = async (db: DbPool) => {
  const rows = await db<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  return rows.map(({ name }) => name)
}

beforeAll(async () => {
  // A copy starts in a fraction of the time of a new cluster. Each test drops the copied schema.
  server = await startPostgres({ port: 0, dumpFile: inject('databaseTemplate') })
})
afterAll(() => server.stop())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-migrations-'))
  await connect()`drop schema public cascade`
  await connect()`create schema public`
})
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.end({ timeout: 1 })))
  pools = []
  await rm(folder, { recursive: true, force: true })
})

describe('the migrations of the project', () => {
  it('create the complete schema once, also when several run at the same time', async () => {
    const names = (await listMigrations(MIGRATIONS)).map(({ name }) => name)
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(connect(), { folder: MIGRATIONS })))
    // One runner did everything. The others waited and found nothing to do.
    expect(ran.filter((list) => list.length > 0)).toEqual([names])
    expect(await migrate(connect(), { folder: MIGRATIONS })).toEqual([])
    const recorded = await connect()<{ name: string }[]>`select name from schema_migrations order by number`
    expect(recorded.map(({ name }) => name)).toEqual(names)
    expect(await tables(connect())).toEqual(
      expect.arrayContaining(['articles', 'article_embeddings', 'themes']),
    )
  })

  it('keep articles down that were taken down before their addresses had one percent-encoding', async () => {
    const earlier = (await readdir(MIGRATIONS)).filter((file) => file < '0029')
    for (const file of earlier) await copyFile(join(MIGRATIONS, file), join(folder, file))
    const pool = connect()
    await migrate(pool, { folder })
    await pool`insert into agencies (key, name) values ('mec', 'Ministério da Educação')`
    await pool`
      insert into articles (unique_id, agency_key, title, url, published_at, deleted_at)
      values ('nota_000001', 'mec', 'Nota', 'https://www.gov.br/mec/educação~1', now(), now())`
    await migrate(pool, { folder: MIGRATIONS })
    const found = await pool`
      select unique_id from taken_down_keys
      where key = address_key('http://gov.br/mec/educa%c3%a7%C3%A3o%7E1/')`
    expect([...found]).toEqual([{ uniqueId: 'nota_000001' }])
  })

  it('can skip the parts that need a missing extension', async () => {
    const ran = await migrate(connect(), { folder: MIGRATIONS, withoutExtensions: ['vector'] })
    expect(ran).not.toContain('embeddings')
    expect(await tables(connect())).not.toContain('article_embeddings')
    // The migration runs once the extension exists.
    expect(await migrate(connect(), { folder: MIGRATIONS })).toContain('embeddings')
  })
})

describe('a migration that fails', () => {
  it('leaves nothing behind, is named, and runs after its repair', async () => {
    await put('0001-first.sql', 'create table first (id int);')
    await put('0002-broken.sql', 'create table half (id int); insert into half values (1); select 1 / 0;')
    await put('0003-third.sql', 'create table third (id int);')
    const pool = connect()
    await expect(migrate(pool, { folder })).rejects.toThrow('Migration 0002-broken failed: division by zero')
    expect(await tables(pool)).toEqual(['first', 'schema_migrations'])
    expect(await pool`select number from schema_migrations`).toEqual([{ number: 1 }])

    await put('0002-broken.sql', 'create table half (id int); insert into half values (1)')
    // The failed runner left neither a lock nor a transaction that would block another one.
    expect(await migrate(connect(), { folder })).toEqual(['broken', 'third'])
    expect(await connect()`select id from half`).toEqual([{ id: 1 }])
  })

  it('leaves its connection as it was, and so does one that succeeds', async () => {
    const pool = connectDatabase({ ...server, tls: 'off' }, { statementTimeoutMs: 7000 })
    pools.push(pool)
    const limits = () => pool`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    const before = await limits()
    expect(before).toMatchObject([{ statement: '7s' }])
    await put('0001-broken.sql', 'select 1 / 0;')
    await expect(migrate(pool, { folder })).rejects.toThrow('division by zero')
    expect(await limits()).toEqual(before)
    await put('0001-broken.sql', 'select 1;')
    await migrate(pool, { folder })
    expect(await limits()).toEqual(before)
  })

  it('outside a transaction is recorded only after it completed', async () => {
    await put('0001-table.sql', 'create table things (id int, name text);')
    await put('0002-index.sql', '-- no transaction\ncreate index concurrently things_name on things (nam);')
    await expect(migrate(connect(), { folder })).rejects.toThrow('Migration 0002-index failed: column "nam"')
    await put('0002-index.sql', '-- no transaction\ncreate index concurrently things_name on things (name);')
    expect(await migrate(connect(), { folder })).toEqual(['index'])
    expect(await connect()`select 1 from pg_indexes where indexname = 'things_name'`).toHaveLength(1)
  })

  it('that needs a missing extension names the extension', async () => {
    await put('0001-shapes.sql', '-- requires: shapes\ncreate extension shapes;')
    await expect(migrate(connect(), { folder })).rejects.toThrow(
      /^Migration 0001-shapes failed: .*shapes.* Install the extension shapes on the server\.$/,
    )
  })

  it('that may not create its extension says who may', async () => {
    await put(
      '0001-vectors.sql',
      '-- requires: vector\ncreate role plain; grant all on schema public to plain; set role plain; create extension vector;',
    )
    await expect(migrate(connect(), { folder })).rejects.toThrow(
      /^Migration 0001-vectors failed: permission denied .*\. Run "create extension vector" in this database as a superuser\.$/,
    )
  })
})

describe('the folder of migrations', () => {
  it.each([
    ['a gap', ['0001-first.sql', '0003-third.sql'], 'number 2 is missing'],
    ['a number used twice', ['0001-first.sql', '0001-other.sql'], 'number 2 is missing or used twice'],
    ['another name', ['0001-first.sql', 'second.sql'], 'second.sql is not named'],
  ])('is refused with %s before any migration runs', async (_, files, words) => {
    for (const file of files) await put(file, 'create table never (id int)')
    await expect(migrate(connect(), { folder })).rejects.toThrow(words)
    expect(await tables(connect())).toEqual([])
  })
})
