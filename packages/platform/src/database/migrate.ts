import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReservedSql } from 'postgres'
import { hasCode } from './connection-errors.ts'
import type { DbPool } from './database.ts'

// Any constant that no other code locks. Only one runner at a time migrates a database.
const ADVISORY_LOCK = 7_264_001
const LOCK_TIMEOUT = '15s'
/** A second runner waits as long as a migration may take: the function that migrates has 15 minutes. */
const RUNNER_WAIT_MAX_MS = 14 * 60_000
const RUNNER_POLL_MS = 200
/** SQLSTATE codes of `create extension` when the server lacks the extension's files or cannot read them. */
const MISSING_EXTENSION = new Set(['0A000', '58P01'])
const FORBIDDEN = new Set(['42501'])

export interface Migration {
  number: number
  name: string
  sql: string
  /** Extension that the file needs, from a first line `-- requires: <extension>`. */
  requires: string | undefined
  /** False for a file that starts with `-- no transaction` (concurrent indexes). */
  transactional: boolean
}

/**
 * Returns the migrations in order. Throws when a file is not named `NNNN-name.sql`, or when a number is missing or used
 * twice.
 */
export async function listMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    files.map(async (file) => {
      const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file)
      if (!match) throw new Error(`Migration ${file} is not named NNNN-some-name.sql`)
      const sql = await readFile(join(folder, file), 'utf8')
      return {
        number: Number(match[1]),
        name: match[2] ?? '',
        sql,
        requires: /^-- requires: (\w+)/.exec(sql)?.[1],
        transactional: !/^-- no transaction/m.test(sql),
      }
    }),
  )
  migrations.forEach((migration, position) => {
    if (migration.number !== position + 1)
      throw new Error(`Migration number ${position + 1} is missing or used twice`)
  })
  return migrations
}

export interface MigrateOptions {
  /** Folder of the numbered `.sql` files. */
  folder: string
  /** Extensions that this database lacks on purpose. The migrations that require them are skipped. */
  withoutExtensions?: readonly string[]
}

/** Returns what a person can do about a failed migration that needs an extension, or an empty text. */
function findRemedy(error: unknown, extension: string): string {
  if (hasCode(error, MISSING_EXTENSION)) return `. Install the extension ${extension} on the server.`
  if (hasCode(error, FORBIDDEN))
    return `. Run "create extension ${extension}" in this database as a superuser.`
  return ''
}

/** Runs one migration and records it. Throws an error that names the migration. */
async function run(
  connection: ReservedSql,
  { number, name, sql, requires, transactional }: Migration,
): Promise<void> {
  const record = `insert into schema_migrations (number, name) values (${number}, '${name}')`
  try {
    if (transactional) await connection.unsafe(`begin;\n${sql};\n${record};\ncommit`)
    else {
      await connection.unsafe(sql)
      await connection.unsafe(record)
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const remedy = requires === undefined ? '' : findRemedy(error, requires)
    throw new Error(`Migration ${String(number).padStart(4, '0')}-${name} failed: ${reason}${remedy}`, {
      cause: error,
    })
  }
}

/**
 * Waits until no other runner migrates. Asks again and again: a statement that waits for the lock would keep its
 * snapshot, for which `create index concurrently` of the other runner waits in turn, a deadlock.
 */
async function lockOutOthers(connection: ReservedSql): Promise<void> {
  const end = Date.now() + RUNNER_WAIT_MAX_MS
  for (;;) {
    const [answer] = await connection<{ locked: boolean }[]>`
      select pg_try_advisory_lock(${ADVISORY_LOCK}) as locked`
    if (answer?.locked) return
    if (Date.now() > end)
      throw new Error(`Another runner has been migrating for ${RUNNER_WAIT_MAX_MS / 60_000} minutes`)
    await delay(RUNNER_POLL_MS)
  }
}

/**
 * Brings the schema up to date, forward only, and returns the names of the migrations that ran. A migration and its
 * record share one transaction, so a crash leaves both or neither.
 */
export async function migrate(pool: DbPool, options: MigrateOptions): Promise<string[]> {
  const migrations = await listMigrations(options.folder)
  const connection = await pool.reserve()
  const ran: string[] = []
  try {
    await lockOutOthers(connection)
    await connection.unsafe(`set lock_timeout = '${LOCK_TIMEOUT}'; set statement_timeout = 0`)
    await connection`create table if not exists schema_migrations (
      number int primary key, name text not null, applied_at timestamptz not null default now())`
    const applied = new Set(
      (await connection<{ number: number }[]>`select number from schema_migrations`).map((row) => row.number),
    )
    for (const migration of migrations) {
      const without = migration.requires && options.withoutExtensions?.includes(migration.requires)
      if (applied.has(migration.number) || without) continue
      await run(connection, migration)
      ran.push(migration.name)
    }
  } catch (error) {
    await connection`rollback`
    throw error
  } finally {
    await connection`select pg_advisory_unlock(${ADVISORY_LOCK})`
    await connection`reset all`
    connection.release()
  }
  return ran
}
