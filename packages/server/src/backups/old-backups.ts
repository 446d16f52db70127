import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestFileOf, objectsFolderOf, readManifest, SUMMARY_FILE } from './backup-files.ts'

/** Folders with other names are those of the operator, and stay. */
const DATED = /^\d{8}T\d{6}Z$/
/** The bytes of an object, whole or partly written. */
const OBJECT = /^([0-9a-f]{64})(\.new)?$/

const isComplete = (backup: string) => existsSync(join(backup, SUMMARY_FILE))

/** Lists the folders of backups, the oldest first. */
async function listBackups(place: string): Promise<string[]> {
  const names = await readdir(place)
  return names
    .filter((name) => DATED.test(name))
    .toSorted()
    .map((name) => join(place, name))
}

/** Removes what killed backups left. Returns their folders. Nobody else may back up into the place. */
export async function removeUnfinished(place: string): Promise<string[]> {
  const unfinished = (await listBackups(place)).filter((backup) => !isComplete(backup))
  for (const backup of unfinished) await rm(backup, { recursive: true })
  return unfinished
}

/** Returns the digests that a backup of the place lists, also one that the operator has renamed. */
async function listUsed(place: string): Promise<Set<string>> {
  const used = new Set<string>()
  for (const name of await readdir(place)) {
    const backup = join(place, name)
    if (!existsSync(manifestFileOf(backup))) continue
    for await (const { sha256 } of readManifest(backup)) if (sha256 !== undefined) used.add(sha256)
  }
  return used
}

async function removeUnused(place: string): Promise<void> {
  const used = await listUsed(place)
  const objects = objectsFolderOf(place)
  if (!existsSync(objects)) return
  for (const part of await readdir(objects)) {
    for (const name of await readdir(join(objects, part))) {
      const [, digest, draft] = OBJECT.exec(name) ?? []
      if (digest !== undefined && (draft !== undefined || !used.has(digest)))
        await rm(join(objects, part, name))
    }
  }
}

/**
 * Removes all but the newest complete backups, and the objects that no backup lists any more. Returns their folders. Removes
 * nothing without a number. Nobody else may back up into the place.
 */
export async function removeOld(place: string, keep: number | undefined): Promise<string[]> {
  if (keep === undefined) return []
  const complete = (await listBackups(place)).filter(isComplete)
  const old = complete.slice(0, Math.max(0, complete.length - keep))
  for (const backup of old) {
    // The rest of a removal that is cut counts as unfinished.
    await rm(join(backup, SUMMARY_FILE))
    await rm(backup, { recursive: true })
  }
  await removeUnused(place)
  return old
}
