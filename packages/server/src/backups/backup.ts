import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
import { lockFolder } from '../data-folder/folder-lock.ts'
import { removeOld, removeUnfinished } from './old-backups.ts'
import {
  dumpFileOf,
  keepObject,
  manifestFileOf,
  writeSummary,
  type BackupSummary,
  type ManifestEntry,
} from './backup-files.ts'
import { runPostgresProgram } from './postgres-programs.ts'

const PAGE = 1000

interface BackupOptions {
  database: Config<'database'>['database']
  storage: Config<'storage'>['storage']
  /** Folder that has all backups. */
  place: string
  version: string
  now: Date
  /** Complete backups that stay, the new one among them. Undefined: all. */
  keep: number | undefined
}

/** Yields every object and, for objects in a folder, keeps their bytes. */
async function* keepObjects({ storage: config, place }: BackupOptions): AsyncGenerator<ManifestEntry> {
  const storage = connectStorage(config)
  let after: string | undefined
  for (;;) {
    const keys = await storage.list('', { after, limit: PAGE })
    for (const key of keys) {
      // An object that was removed since the list has nothing to keep.
      const bytes = config.folder === '' ? undefined : await storage.findBytes(key)
      if (config.folder !== '' && !bytes) continue
      yield { key, sha256: bytes && (await keepObject(place, bytes)) }
    }
    after = keys.at(-1)
    if (keys.length < PAGE) return
  }
}

/** Writes one line for each object. Returns their number. */
async function backUpObjects(options: BackupOptions, backup: string): Promise<number> {
  let objects = 0
  async function* writeLines() {
    for await (const entry of keepObjects(options)) {
      objects += 1
      yield `${JSON.stringify(entry)}\n`
    }
  }
  await pipeline(writeLines, createWriteStream(manifestFileOf(backup), { mode: 0o600, flush: true }))
  return objects
}

/** Makes one backup. A failure removes its folder. */
async function makeBackup(options: BackupOptions, backup: string): Promise<BackupSummary> {
  const { database, storage, version, now } = options
  await mkdir(backup, { mode: 0o700 })
  try {
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s']
    await runPostgresProgram('pg_dump', [...args, `--file=${dumpFileOf(backup)}`], database)
    const objects = await backUpObjects(options, backup)
    const summary = { madeAt: now.toISOString(), version, objects, hasObjects: storage.folder !== '' }
    await writeSummary(backup, summary)
    return summary
  } catch (error) {
    await rm(backup, { recursive: true, force: true })
    throw error
  }
}

/** What a backup made and removed. */
interface BackupResult {
  /** Folder of the new backup. */
  backup: string
  summary: BackupSummary
  /** Folders that are gone: unfinished backups, and those beyond the number that stays. */
  removed: string[]
}

/** Rejects when another process has the folder. */
const lock = async (folder: string) => lockFolder(folder)

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Backs up the database and the objects into a new folder of the place, while the service runs. The database comes first:
 * every object that its rows name was stored before them. Queues, schedules and the index are not part of it, as the rows
 * bring them back. Removes what a killed backup left and, when the new backup is whole, old ones. A failure removes the
 * folder. Throws when another backup into the same place runs.
 */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { place, now, keep } = options
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const backup = join(place, stamp)
  const refuse = (error: unknown): never => {
    throw new Error(`The backup was not made, and earlier ones in ${place} are kept (${reasonOf(error)})`, {
      cause: error,
    })
  }
  await mkdir(place, { recursive: true, mode: 0o700 })
  const locked = await lock(place).catch(refuse)
  try {
    const unfinished = await removeUnfinished(place).catch(refuse)
    const summary = await makeBackup(options, backup).catch(refuse)
    const old = await removeOld(place, keep).catch((error: unknown) => {
      throw new Error(`${backup} was made, but old backups were not removed (${reasonOf(error)})`, {
        cause: error,
      })
    })
    return { backup, summary, removed: [...unfinished, ...old] }
  } finally {
    locked.release()
  }
}
