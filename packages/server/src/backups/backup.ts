import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '@pauta/platform/config/config'
import { connectStorage } from '@pauta/platform/storage/storage'
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

/**
 * Backs up the database and the objects into a new folder of the place, while the service runs. The database comes first:
 * every object that its rows name was stored before them. Queues, schedules and the index are not part of it, as the rows
 * bring them back. Returns the folder. A failure removes it.
 */
export async function backUp(options: BackupOptions): Promise<{ backup: string; summary: BackupSummary }> {
  const { database, storage, place, version, now } = options
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const backup = join(place, stamp)
  await mkdir(place, { recursive: true, mode: 0o700 })
  await mkdir(backup, { mode: 0o700 })
  try {
    const args = ['--format=custom', '--no-owner', '--no-privileges', '--lock-wait-timeout=60s']
    await runPostgresProgram('pg_dump', [...args, `--file=${dumpFileOf(backup)}`], database)
    const objects = await backUpObjects(options, backup)
    const summary = { madeAt: now.toISOString(), version, objects, hasObjects: storage.folder !== '' }
    await writeSummary(backup, summary)
    return { backup, summary }
  } catch (error) {
    await rm(backup, { recursive: true, force: true })
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup was not made, and earlier ones in ${place} are kept (${reason})`, {
      cause: error,
    })
  }
}
