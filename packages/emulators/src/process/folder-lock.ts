import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LOCK_FILE = 'lock.json'

/** Folders locked by this very process, which a process id in a file cannot tell from a stale lock. */
const heldHere = new Set<string>()

export interface FolderLock {
  release(): void
}

/**
 * Keeps a data folder to one process. A lock left by a process that has died is taken over; the lock of a living one
 * is an error that names it. Creates the folder.
 */
export function lockFolder(folder: string): FolderLock {
  const path = join(resolve(folder), LOCK_FILE)
  mkdirSync(folder, { recursive: true })
  if (heldHere.has(path)) throw new Error(`The data folder ${folder} is already open in this process.`)
  if (!createLock(path)) {
    const owner = readOwner(path)
    if (owner !== undefined && owner !== process.pid && isAlive(owner)) throw lockedError(folder, path, owner)
    takeAside(path, owner, folder)
    if (!createLock(path)) throw lockedError(folder, path, readOwner(path))
  }
  heldHere.add(path)
  return {
    release() {
      heldHere.delete(path)
      rmSync(path, { force: true })
    },
  }
}

/** Whether a process with this id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Not permitted means that it is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function createLock(path: string): boolean {
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid }), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readOwner(path: string): number | undefined {
  try {
    const { pid } = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown }
    return typeof pid === 'number' ? pid : undefined
  } catch {
    // Half written by a process that died, or taken away since: nobody's.
    return undefined
  }
}

/** Moves a stale lock away; of two processes that do so at once, the one that moved a fresh lock puts it back. */
function takeAside(path: string, staleOwner: number | undefined, folder: string): void {
  const aside = `${path}.${process.pid}`
  try {
    renameSync(path, aside)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return
    throw error
  }
  const owner = readOwner(aside)
  if (owner !== staleOwner && owner !== undefined) {
    renameSync(aside, path)
    throw lockedError(folder, path, owner)
  }
  rmSync(aside, { force: true })
}

function lockedError(folder: string, path: string, owner: number | undefined): Error {
  return new Error(
    `The data folder ${folder} is in use by process ${owner ?? 'unknown'}. ` +
      `Stop that one first, or choose another folder. If it is not Pauta, delete ${path}.`,
  )
}
