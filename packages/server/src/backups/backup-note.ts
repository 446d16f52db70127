import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const NOTE_FILE = 'last-backup.json'
/** A backup every night, and a day to mend one that failed. */
const OLD_AFTER_HOURS = 48
const HOUR_MS = 3_600_000

const noteSchema = z.object({
  /** When a backup was last made; null when none was. */
  madeAt: z.coerce.date().nullable(),
  /** Why the last one was not made; null when it was. */
  error: z.string().nullable(),
})
type BackupNote = z.output<typeof noteSchema>

/** Returns the note of the last backup; undefined when there is none that can be read. */
async function readNote(dataDir: string): Promise<BackupNote | undefined> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(join(dataDir, NOTE_FILE), 'utf8')))
  } catch {
    return undefined
  }
}

/** Notes in the data folder how a backup ended: with an error, or made at an instant. */
export async function noteBackup(dataDir: string, end: { madeAt: Date } | { error: string }): Promise<void> {
  const madeAt = 'madeAt' in end ? end.madeAt : ((await readNote(dataDir))?.madeAt ?? null)
  const note: BackupNote = { madeAt, error: 'error' in end ? end.error : null }
  const file = join(dataDir, NOTE_FILE)
  await writeFile(`${file}.${process.pid}`, JSON.stringify(note))
  await rename(`${file}.${process.pid}`, file)
}

/** Returns one sentence when the last backup failed or is old; undefined otherwise, and where none was ever tried. */
export async function describeLastBackup(dataDir: string, now: Date): Promise<string | undefined> {
  const note = await readNote(dataDir)
  if (!note) return undefined
  if (note.error !== null) return `O último backup falhou: ${note.error}`
  const age = now.getTime() - (note.madeAt?.getTime() ?? 0)
  return age > OLD_AFTER_HOURS * HOUR_MS ? `O último backup tem mais de ${OLD_AFTER_HOURS} horas` : undefined
}
