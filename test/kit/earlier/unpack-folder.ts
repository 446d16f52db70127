import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import type { SeenByPeople } from './what-people-see.ts'

/** Commits whose data folders are kept here: those that others have run. */
export const EARLIER_VERSIONS = ['a1aac89', 'fe21ff61'] as const
export type EarlierVersion = (typeof EARLIER_VERSIONS)[number]

const fileOf = (name: string) => join(import.meta.dirname, name)

/**
 * Unpacks the data folder of a killed stack of an earlier version into a new folder. tar reads a file: a
 * child that exits before the writer of its input has heard the end makes that writer fail.
 */
export async function unpackFolder(version: EarlierVersion, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const archive = `${folder}.tar`
  try {
    await pipeline(
      createReadStream(fileOf(`${version}.tar.br`)),
      createBrotliDecompress(),
      createWriteStream(archive),
    )
    await promisify(execFile)('tar', ['-x', '-f', archive, '-C', folder])
  } finally {
    await rm(archive, { force: true })
  }
}

/** What people saw before the stack of the earlier version was killed. */
export async function readBefore(version: EarlierVersion): Promise<SeenByPeople> {
  return JSON.parse(await readFile(fileOf(`${version}.json`), 'utf8')) as SeenByPeople
}
