import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReservedSql } from 'postgres'
import { hasCode } from './connection-errors.ts'
import type { DbPool } from './database.ts'

/** Where the numbered `.sql` files stand: beside a bundle, or in their folder when the code is not bundled. */
export const MIGRATIONS_FOLDER = [
  join(import.meta.dirname, 'migrations'),
  join(import.meta.dirname, '../../../core/migrations'),
].find((folder) => existsSync(folder))

// Any constant that nothing else locks; one runner at a time per database.
const ADVISORY_LOCK = 7_264_001
const LOCK_TIMEOUT = '15s'
/** What `create extension` fails with: the server has no files of it, or none that it can read. */
const MISSING_EXTENSION = new Set(['0A000', '58P01'])

export interface Migration {
  number: number
  name: string
  sql: string
  /** Extension without which the file cannot run, from a first line `-- requires: <extension>`. */
  requires: string | undefined
  /** False for a file that starts with `-- no transaction` (concurrent indexes). */
  transactional: boolean
}

/** Reads the migrations in their order. Throws on a file name that is not `NNNN-name.sql` or a number used twice. */
export async function listMigrations(folder: string | undefined = MIGRATIONS_FOLDER): Promise<Migration[]> {
  if (folder === undefined) throw new Error('The folder of the migrations is not there')
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
  folder?: string
  /** Extensions that this database does without; the migrations that require one are left out. */
  withoutExtensions?: readonly string[]
}

/** Runs one migration and records it. Throws an error that names it. */
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
    const remedy =
      requires && hasCode(error, MISSING_EXTENSION)
        ? `. Install the extension ${requires} on the server.`
        : ''
    throw new Error(`Migration ${String(number).padStart(4, '0')}-${name} failed: ${reason}${remedy}`, {
      cause: error,
    })
  }
}

/**
 * Brings the schema up to date, forward only, and returns the names of what ran.
 * The number is recorded in the migration's own transaction, so a crash leaves either both or neither.
 */
export async function migrate(pool: DbPool, options: MigrateOptions = {}): Promise<string[]> {
  const migrations = await listMigrations(options.folder)
  // The client reserves only a connection that is open.
  await pool`select 1`
  const connection = await pool.reserve()
  const ran: string[] = []
  try {
    await connection`select pg_advisory_lock(${ADVISORY_LOCK})`
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
