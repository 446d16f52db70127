import { afterAll, beforeAll, expect, it } from 'vitest'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { loadConfig } from '@pauta/platform/config/config'
import { describeDatabase } from '@pauta/server/checks/check-parts'
import { checkConnection } from '@pauta/platform/database/check-connection'
import type { Db } from '@pauta/platform/database/database'
import { listMigrations } from '@pauta/platform/database/migrate'
import { anArticle } from '../kit/rows/factories.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

it('reports the database and that its schema is the one of this version', async () => {
  await stack.write([anArticle(), anArticle()])
  const run = await startRun(stack, 'check-database')
  const { result, attempts, error } = await run.until('succeeded')
  expect({ attempts, error }).toEqual({ attempts: 1, error: null })
  const vector = await stack.db`select name from pg_available_extensions where name = 'vector'`
  const migrations = await listMigrations(findMigrationsFolder())
  expect(result).toMatchObject({
    serverVersion: expect.stringMatching(/^1\d/) as string,
    tls: false,
    migrations: migrations.length,
    lastMigration: migrations.at(-1)?.name,
    extensions: ['pg_trgm', 'plpgsql', 'unaccent', ...vector.map(({ name }) => name as string)],
  })
  expect(result).toHaveProperty('milliseconds', expect.any(Number))
  // What is checked before the service starts sees the same server, however it got its type of vectors.
  expect(await describeDatabase(loadConfig('database').database)).toBeUndefined()
  // Counted, as the planner has no statistics of a table that was just filled.
  expect(result).toMatchObject({ articles: 2 })
})

// Names of the schema `shown` hide those of the server and of the service.
it.each<[string, (tx: Db) => PromiseLike<unknown>, string]>([
  [
    'a replica',
    (tx) => tx`create function shown.pg_is_in_recovery() returns boolean language sql as 'select true'`,
    'The database is read-only',
  ],
  [
    'a database without migrations',
    (tx) => tx`create table shown.schema_migrations (number int, name text)`,
    'The database has no schema yet',
  ],
])('refuses %s', async (_, show, message) => {
  const check = stack.db.begin(async (tx) => {
    await tx`create schema shown`
    await show(tx)
    await tx`set local search_path = shown, pg_catalog, public`
    return await checkConnection(tx)
  })
  await expect(check).rejects.toThrow(message)
})
