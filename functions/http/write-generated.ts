import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Writes a generated file whole: another start may write it at the same time, and no reader may get half of a file. */
export async function writeGenerated(file: string, contents: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${randomUUID()}`
  await writeFile(unfinished, contents)
  await rename(unfinished, file)
}
