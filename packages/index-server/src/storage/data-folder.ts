import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

const LOCK_FILE = 'index-server.pid'
const DATABASE_FILE = 'index.sqlite'

export interface DataFolder {
  databasePath: string
  release(): void
}

/** Creates the folder when needed and locks it for this process. Takes over the lock of a dead process. */
export function openDataFolder(folder: string): DataFolder {
  mkdirSync(folder, { recursive: true })
  const lockPath = join(folder, LOCK_FILE)
  if (!tryLock(lockPath)) {
    const owner = readOwner(lockPath)
    if (owner !== undefined && isRunning(owner)) {
      throw new Error(
        `data folder ${folder} is in use by process ${owner}: stop it, or give another --data folder`,
      )
    }
    rmSync(lockPath, { force: true })
    if (!tryLock(lockPath))
      throw new Error(`data folder ${folder} was locked by another process just now: try again`)
  }
  return { databasePath: join(folder, DATABASE_FILE), release: () => rmSync(lockPath, { force: true }) }
}

function tryLock(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function readOwner(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    return Number.isInteger(pid) && pid > 0 ? pid : undefined
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** Signal 0 only checks that the process exists. A process of another user answers EPERM. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return isCode(error, 'EPERM')
  }
}

const isCode = (error: unknown, code: string): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === code
