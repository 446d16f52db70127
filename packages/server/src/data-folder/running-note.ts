import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Written when everything runs. Commands on the same folder read the addresses from this file. */
export const RUNNING_FILE = 'running.json'

/** What commands need of a running stack. It has secrets: only its owner can read the file. */
export interface RunningNote {
  pid: number
  url: string
  environment: Record<string, string>
  /** Bearer token of the data workers' account of a laptop. */
  serviceToken?: string
}

/** Writes a new file, then renames it: a reader never finds a partial file, even after a crash. */
export async function writeRunningNote(folder: string, note: RunningNote): Promise<void> {
  const draft = join(folder, `${RUNNING_FILE}.${process.pid}`)
  await writeFile(draft, JSON.stringify(note, null, 2), { mode: 0o600 })
  await rename(draft, join(folder, RUNNING_FILE))
}

/** Deletes the note before everything stops. */
export async function removeRunningNote(folder: string): Promise<void> {
  await rm(join(folder, RUNNING_FILE), { force: true })
}
