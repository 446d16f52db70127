import type { DbPool } from './database.ts'

/** Less than a page of 8 kB, which must contain the whole row. */
const ROW_CHARACTERS = 4000
const ROWS = 16

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Asserts that the database accepts writes: inserts about 64 kB and rolls back. Truncates the table first, so that the
 * rows need a new file. Otherwise dead rows of an earlier probe leave free space that a full disk does not have. The
 * rollback removes the new file. Throws the database's error, such as `53100` for a full disk and `25006` for a
 * read-only database.
 */
export async function probeWrite(db: DbPool): Promise<void> {
  try {
    await db.begin(async (tx) => {
      await tx`truncate write_probe`
      await tx`insert into write_probe (payload) select repeat('x', ${ROW_CHARACTERS}) from generate_series(1, ${ROWS})`
      throw new RolledBack()
    })
  } catch (error) {
    if (!(error instanceof RolledBack)) throw error
  }
}
