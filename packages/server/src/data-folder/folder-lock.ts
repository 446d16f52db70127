import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const LOCK_FILE = 'lock.json'

/** Folders that this process has locked. A process id in a file cannot distinguish them from a stale lock. */
const heldHere = new Set<string>()

export interface FolderLock {
  release(): void
}

/**
 * Locks a data folder for one process and creates the folder. Takes over the lock of a dead process. Throws an error
 * that names the process when the owner of the lock is alive.
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

/** Returns true when a process with this id runs on this machine. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Returns when a process that runs started, in ticks since the boot, where Linux tells it. After a reboot, or a kill long
 * ago, another process may have the id in a lock. A killed process keeps its id until its parent has read its end.
 */
function findStart(pid: number): string | undefined {
  try {
    // The name of the program, in parentheses, may have blanks and parentheses of its own.
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1) ?? ''
    const fields = afterName.trim().split(' ')
    const isDead = /^[ZX]/.test(fields[0] ?? '')
    return isDead ? undefined : fields[19]
  } catch {
    // No Linux, or no such process.
    return undefined
  }
}

function createLock(path: string): boolean {
  try {
    const owner = { pid: process.pid, start: findStart(process.pid) }
    writeFileSync(path, JSON.stringify(owner), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readOwner(path: string): number | undefined {
  try {
    const { pid, start } = JSON.parse(readFileSync(path, 'utf8')) as { pid?: unknown; start?: unknown }
    if (typeof pid !== 'number') return undefined
    return start === undefined || start === findStart(pid) ? pid : undefined
  } catch {
    // The lock is half written by a process that died, or was removed meanwhile: it has no owner.
    return undefined
  }
}

/** Moves a stale lock away. If two processes do so at once, the process that moved a fresh lock restores it. */
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
