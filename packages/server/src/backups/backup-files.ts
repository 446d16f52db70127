import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import * as z from 'zod'

/** Written last, so that a folder with it is complete. */
export const SUMMARY_FILE = 'backup.json'
const DIGEST = /^[0-9a-f]{64}$/

const summarySchema = z.object({
  madeAt: z.iso.datetime(),
  version: z.string(),
  objects: z.int().min(0),
  /** False where the objects are in a bucket: the backup lists their keys alone. */
  hasObjects: z.boolean(),
})
export type BackupSummary = z.output<typeof summarySchema>

const entrySchema = z.object({ key: z.string(), sha256: z.string().regex(DIGEST).optional() })
/** One object of the storage. `sha256` names its bytes in the folder `objects`. */
export type ManifestEntry = z.output<typeof entrySchema>

export const dumpFileOf = (backup: string) => join(backup, 'database.dump')
export const manifestFileOf = (backup: string) => join(backup, 'manifest.jsonl')

/** The bytes of objects, which the backups of one place share. */
export const objectsFolderOf = (place: string) => join(place, 'objects')
const objectFileOf = (place: string, digest: string) =>
  join(objectsFolderOf(place), digest.slice(0, 2), digest)

/** Writes the bytes of an object unless an earlier backup has them. Returns their name. */
export async function keepObject(place: string, bytes: Uint8Array): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const file = objectFileOf(place, digest)
  const isKept = await access(file).then(
    () => true,
    () => false,
  )
  if (isKept) return digest
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  try {
    await writeFile(`${file}.new`, bytes, { mode: 0o600, flush: true })
    await rename(`${file}.new`, file)
  } catch (error) {
    await rm(`${file}.new`, { force: true })
    throw error
  }
  return digest
}

/** Returns the bytes of an object. Throws when they are damaged or missing. */
export async function readObject(place: string, digest: string): Promise<Uint8Array> {
  const bytes = await readFile(objectFileOf(place, digest))
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found !== digest) throw new Error(`The object ${digest} of the backup is damaged`)
  return bytes
}

function readEntry(line: string, file: string): ManifestEntry {
  try {
    return entrySchema.parse(JSON.parse(line))
  } catch (error) {
    throw new Error(`The list of objects ${file} is damaged`, { cause: error })
  }
}

/** Yields the objects that a backup lists. Throws when a line is damaged. */
export async function* readManifest(backup: string): AsyncGenerator<ManifestEntry> {
  const file = manifestFileOf(backup)
  for await (const line of createInterface({ input: createReadStream(file) }))
    if (line !== '') yield readEntry(line, file)
}

export async function writeSummary(backup: string, summary: BackupSummary): Promise<void> {
  await writeFile(join(backup, SUMMARY_FILE), `${JSON.stringify(summary, null, 2)}\n`, { flush: true })
}

/** Returns the summary of a backup. Throws when the folder has no complete backup. */
export async function readSummary(backup: string): Promise<BackupSummary> {
  const text = await readFile(join(backup, SUMMARY_FILE), 'utf8').catch((error: unknown) => {
    throw new Error(`${backup} has no ${SUMMARY_FILE}, so it is no complete backup`, { cause: error })
  })
  return summarySchema.parse(JSON.parse(text))
}
