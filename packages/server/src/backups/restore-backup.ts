import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { dropCollections } from '@pauta/core/search-index/rebuild'
import type { Config } from '@pauta/platform/config/config'
import { dropDatabase, ensureDatabase, useDatabase } from '@pauta/platform/database/database'
import { connectStorage } from '@pauta/platform/storage/storage'
import { lockFolder } from '../data-folder/folder-lock.ts'
import { dumpFileOf, readManifest, readObject, readSummary, type BackupSummary } from './backup-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'
import { RestoreRefused } from './restore-refused.ts'

interface RestoreOptions {
  database: Config<'database'>['database']
  index: Config<'index'>['index']
  storage: Config<'storage'>['storage']
  dataDir: string
  /** Folder of one backup. */
  backup: string
  /** Drops a database that has tables. */
  isReplacement: boolean
  /** Restores what is left of a backup that lacks objects. */
  isIncompleteAccepted: boolean
}

/** What a restore brought back. */
interface Restored {
  madeAt: string
  objects: number
  /** Keys that the backup lists and whose bytes it, or a bucket, lacks. */
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

/** Returns the bytes of an object, or undefined when the backup lacks them or has damaged ones. */
const findObject = (backup: string, digest: string) =>
  readObject(dirname(backup), digest).catch(() => undefined)

/** Throws, with the number and an example, when a backup lacks objects: with nothing but the folder of one date, all. */
async function assertWhole(backup: string, { objects: expected }: BackupSummary): Promise<void> {
  let [listed, lacking, example] = [0, 0, '']
  for await (const { key, sha256 } of readManifest(backup)) {
    listed += 1
    if (sha256 === undefined || (await findObject(backup, sha256)) !== undefined) continue
    lacking += 1
    example ||= `, such as ${key}`
  }
  lacking += Math.max(0, expected - listed)
  if (lacking === 0) return
  throw new Error(
    `The backup lacks ${lacking} of ${expected} objects, or has damaged ones${example}: copy the folder objects beside ` +
      `${backup} again, or restore the others with --incomplete. Nothing was changed.`,
  )
}

/** Writes the objects back, and lists those that the backup or a bucket lacks. */
export async function restoreObjects({
  storage: config,
  backup,
}: Pick<RestoreOptions, 'storage' | 'backup'>): Promise<Omit<Restored, 'madeAt'>> {
  const storage = connectStorage(config)
  const missing: string[] = []
  let objects = 0
  for await (const { key, sha256 } of readManifest(backup)) {
    const bytes = sha256 === undefined ? undefined : await findObject(backup, sha256)
    if (bytes !== undefined) {
      await storage.put(key, bytes, 'application/octet-stream')
      objects += 1
    } else if (sha256 !== undefined || (await storage.list(key, { limit: 1 }))[0] !== key) missing.push(key)
  }
  return { objects, missing }
}

/** Throws what stands against a restore. Changes nothing. */
async function assertRestorable(options: RestoreOptions, summary: BackupSummary): Promise<void> {
  const { database, index, backup, isReplacement, isIncompleteAccepted } = options
  const isFull = await hasTables(database)
  if (isFull && !isReplacement)
    throw new Error(`The database ${database.database} has tables: --replace drops it and everything in it.`)
  if (!isIncompleteAccepted) await assertWhole(backup, summary)
  // Its collections are dropped later.
  await connectSearchIndex(index).listCollections()
  if (isFull) await assertReadable(database, dumpFileOf(backup))
}

async function replaceAll(options: RestoreOptions): Promise<Omit<Restored, 'madeAt'>> {
  const { database, index, dataDir, backup } = options
  if (await hasTables(database)) {
    await dropDatabase(database)
    await ensureDatabase(database)
  }
  await restoreDatabase(database, dumpFileOf(backup))
  const objects = await restoreObjects(options)
  await dropCollections(connectSearchIndex(index))
  for (const part of ['queues', 'scheduler']) await rm(join(dataDir, part), { recursive: true, force: true })
  return objects
}

/** Rejects when another process has the folder. */
const lock = async (folder: string) => lockFolder(folder)

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Restores a backup while the service is stopped. Removes the queues and schedules, and the collections of the index:
 * the next start fills both from the rows. Throws RestoreRefused, before it changes anything, when the service runs, the
 * backup is incomplete, the index does not answer, the database has tables and may not be replaced, or the dump that
 * shall replace it is damaged.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const refuse = (error: unknown): never => {
    throw new RestoreRefused(reasonOf(error), { cause: error })
  }
  const summary = await readSummary(options.backup).catch(refuse)
  const locked = await lock(options.dataDir).catch(refuse)
  try {
    await ensureDatabase(options.database).catch(refuse)
    await assertRestorable(options, summary).catch(refuse)
    const objects = await replaceAll(options).catch((error: unknown) => {
      throw new Error(
        `The restore did not end (${reasonOf(error)}). Before you start the service, run the same command again with --replace.`,
        { cause: error },
      )
    })
    return { madeAt: summary.madeAt, ...objects }
  } finally {
    locked.release()
  }
}
