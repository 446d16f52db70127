import type { DbPool } from './database.ts'

/** Less than a page of 8 kB, into which a row has to fit. */
const ROW_CHARACTERS = 4000
const ROWS = 16

class RolledBack extends Error {
  override readonly name = 'RolledBack'
}

/**
 * Asserts that the database can be written, by some 64 kB that are rolled back. The table is truncated first, so that
 * the rows need a new file: dead rows of an earlier probe leave room that a full disk does not have, and nothing of the
 * new file stays. Throws what the database says, as `53100` for a full disk and `25006` for one that is read-only.
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
