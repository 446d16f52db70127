import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A file in the data folder: the instant of the sample, and whether the load is complete. */
export interface SampleNote {
  /** ISO 8601. */
  now: string
  complete: boolean
}

const isNote = (value: Partial<SampleNote> | null): value is SampleNote =>
  typeof value?.complete === 'boolean' && !Number.isNaN(Date.parse(value.now ?? ''))

const fileOf = (dataDir: string) => join(dataDir, 'sample.json')

/** Reads the note of a folder, if there is one. Throws an error that names the file when the note is invalid. */
export async function readSampleNote(dataDir: string): Promise<SampleNote | undefined> {
  const file = fileOf(dataDir)
  try {
    const note = JSON.parse(await readFile(file, 'utf8')) as Partial<SampleNote> | null
    if (!isNote(note)) throw new TypeError('the fields now and complete are expected')
    return note
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(
      `The file ${file} is damaged. Delete it and start again: news that are there stay, and a folder without news ` +
        'gets the sample data.',
      { cause: error },
    )
  }
}

/** Writes the note atomically: after a crash the file has the old note or the new one. */
export async function recordSample(dataDir: string, note: SampleNote): Promise<void> {
  const draft = `${fileOf(dataDir)}.${process.pid}`
  await writeFile(draft, JSON.stringify(note))
  await rename(draft, fileOf(dataDir))
}
