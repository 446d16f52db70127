import { constants } from 'node:fs'
import { access, mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The queues and a day of raw pages of 160 sites need less. */
const FREE_MIN_BYTES = 200 * 1024 * 1024

/** Folders of the data folder in which the process keeps files open. */
const OWN_FOLDERS = ['queues', 'scheduler']

const inMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

/** Returns the free bytes of the disk of a folder. */
export async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Returns one sentence when the disk of a folder is nearly full; undefined otherwise. */
export async function describeFullDisk(folder: string): Promise<string | undefined> {
  const free = await measureFreeBytes(folder)
  if (free >= FREE_MIN_BYTES) return undefined
  return (
    `The disk of ${folder} has ${inMegabytes(free)} left, less than ${inMegabytes(FREE_MIN_BYTES)}: free some space; ` +
    'what was accepted before is kept.'
  )
}

/** Creates the folder unless it exists, and writes and removes a file in it. Throws when that fails. */
export async function probeFolder(folder: string): Promise<void> {
  const probe = join(folder, `.probe-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true, mode: 0o750 })
    await writeFile(probe, 'probe')
  } finally {
    await rm(probe, { force: true }).catch(() => undefined)
  }
}

/** Throws when this user may not read and write a file of the folder: a start by root leaves such files to others. */
async function assertUsable(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names) await access(join(folder, name), constants.R_OK | constants.W_OK)
}

/** Creates the folder and asserts that it and what earlier starts left in it can be written. Throws one sentence. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await probeFolder(folder)
    for (const own of OWN_FOLDERS) await assertUsable(join(folder, own))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The folder ${folder} of PAUTA_DATA cannot be written (${reason}): free space on its disk or make it writable; ` +
        'what was accepted before is kept.',
      { cause: error },
    )
  }
  const full = await describeFullDisk(folder)
  if (full !== undefined) throw new Error(full)
}
