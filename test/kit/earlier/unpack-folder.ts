import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import type { SeenByPeople } from './what-people-see.ts'

/** Commits whose data folders are kept here: those that others have run. */
export const EARLIER_VERSIONS = ['a1aac89', 'fe21ff61'] as const
export type EarlierVersion = (typeof EARLIER_VERSIONS)[number]

const fileOf = (name: string) => join(import.meta.dirname, name)

/** Unpacks the data folder of a killed stack of an earlier version into a new folder. */
export async function unpackFolder(version: EarlierVersion, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(createReadStream(fileOf(`${version}.tar.br`)), createBrotliDecompress(), tar.stdin)
  const [code] = await ended
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}

/** What people saw before the stack of the earlier version was killed. */
export async function readBefore(version: EarlierVersion): Promise<SeenByPeople> {
  return JSON.parse(await readFile(fileOf(`${version}.json`), 'utf8')) as SeenByPeople
}
