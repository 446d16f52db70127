import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** A SQLite file of the data folder. */
export interface SqliteFile {
  path: string
  /** What the user loses by deleting the file, in a few words. */
  holds: string
}

/** SQLite result codes of a damaged file: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26])

/** The low byte of an extended result code is the primary code. */
const codeOf = (error: unknown) =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : undefined

/** Throws an error that names the file and the remedy when the file exists and is damaged. */
export function assertSound({ path, holds }: SqliteFile): void {
  if (!existsSync(path)) return
  let reason: string | undefined
  const db = new DatabaseSync(path)
  try {
    const row = db.prepare('pragma quick_check(1)').get()
    if (row?.['quick_check'] !== 'ok') reason = String(row?.['quick_check'])
  } catch (error) {
    if (!DAMAGED.has(codeOf(error) ?? 0)) throw error
    reason = error instanceof Error ? error.message : String(error)
  } finally {
    db.close()
  }
  if (reason === undefined) return
  throw new Error(
    `The file ${path} is damaged (${reason}). Delete it and start again: ${holds} are lost, everything else stays.`,
  )
}

/** Opens an undamaged file, or a database in memory when no path is given. */
export function openSqlite(file: SqliteFile | undefined): DatabaseSync {
  if (!file) return new DatabaseSync(':memory:')
  assertSound(file)
  return new DatabaseSync(file.path)
}
