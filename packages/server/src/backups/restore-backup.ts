import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dropCollections } from '@pauta/core/search-index/rebuild'
import type { Config } from '@pauta/platform/config/config'
import { dropDatabase, ensureDatabase, useDatabase } from '@pauta/platform/database/database'
import { connectStorage } from '@pauta/platform/storage/storage'
import { lockFolder } from '../data-folder/folder-lock.ts'
import { dumpFileOf, readManifest, readObject, readSummary } from './backup-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'

interface RestoreOptions {
  database: Config<'database'>['database']
  index: Config<'index'>['index']
  storage: Config<'storage'>['storage']
  dataDir: string
  /** Folder of one backup. */
  backup: string
  /** Drops a database that has tables. */
  isReplacement: boolean
}

/** What a restore brought back. */
interface Restored {
  madeAt: string
  objects: number
  /** Keys that the backup lists and a bucket lacks. */
  missing: string[]
}

/**
 * Returns the list of parts of a dump, as pg_restore prints it, without comments of extensions. Only the owner of an
 * extension may write its comment, and where a superuser created pgvector, Pauta's role does not own it.
 */
export function withoutExtensionComments(parts: string): string {
  return parts
    .split('\n')
    .filter((line) => !line.includes(' COMMENT - EXTENSION '))
    .join('\n')
}

async function hasTables(database: RestoreOptions['database']): Promise<boolean> {
  const [row] = await useDatabase(
    database,
    {},
    (db) => db<{ tables: number }[]>`
      select count(*)::int as tables from pg_tables where schemaname = 'public'`,
  )
  return (row?.tables ?? 0) > 0
}

/** Reads a dump to its end. Throws for one that is damaged. */
const assertReadable = (database: RestoreOptions['database'], dump: string) =>
  runPostgresProgram('pg_restore', ['--file=/dev/null', dump], database)

/** Restores all of a dump into an empty database, or nothing. */
async function restoreDatabase(database: RestoreOptions['database'], dump: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-restore-'))
  try {
    const parts = join(folder, 'parts')
    await runPostgresProgram('pg_restore', ['--list', `--file=${parts}`, dump], database)
    await writeFile(parts, withoutExtensionComments(await readFile(parts, 'utf8')))
    const args = ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction']
    await runPostgresProgram(
      'pg_restore',
      [...args, `--use-list=${parts}`, `--dbname=${database.database}`, dump],
      database,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Writes the objects back, or lists those that a bucket lacks. */
async function restoreObjects({
  storage: config,
  backup,
}: RestoreOptions): Promise<Omit<Restored, 'madeAt'>> {
  const storage = connectStorage(config)
  const missing: string[] = []
  let objects = 0
  for await (const { key, sha256 } of readManifest(backup)) {
    if (sha256 !== undefined) {
      await storage.put(key, await readObject(dirname(backup), sha256), 'application/octet-stream')
      objects += 1
    } else if ((await storage.list(key, { limit: 1 }))[0] !== key) missing.push(key)
  }
  return { objects, missing }
}

/**
 * Restores a backup while the service is stopped. Removes the queues and schedules, and the collections of the index:
 * the next start fills both from the rows. Throws, before it changes anything, when the service runs, the backup is
 * incomplete, the database has tables and may not be replaced, or the dump that shall replace it is damaged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { database, index, dataDir, backup, isReplacement } = options
  const { madeAt } = await readSummary(backup)
  const lock = lockFolder(dataDir)
  try {
    await ensureDatabase(database)
    if (await hasTables(database)) {
      if (!isReplacement)
        throw new Error(
          `The database ${database.database} has tables: --replace drops it and everything in it.`,
        )
      await assertReadable(database, dumpFileOf(backup))
      await dropDatabase(database)
      await ensureDatabase(database)
    }
    await restoreDatabase(database, dumpFileOf(backup))
    const objects = await restoreObjects(options)
    await dropCollections(connectSearchIndex(index))
    for (const part of ['queues', 'scheduler'])
      await rm(join(dataDir, part), { recursive: true, force: true })
    return { madeAt, ...objects }
  } finally {
    lock.release()
  }
}
