import { toIndexDocument } from '../articles/document.ts'
import type { DocumentRow } from '../articles/queries.ts'
import type { Db } from '../database.ts'
import type { RefusedDocument, SearchIndex } from './client.ts'

/** Notes when articles first became searchable and returns the rows with that instant. PostgreSQL first, then the index. */
async function makeAvailable(db: Db, rows: readonly DocumentRow[], now: Date): Promise<DocumentRow[]> {
  const waiting = rows.filter((row) => row.availableAt === null).map((row) => row.uniqueId)
  if (waiting.length === 0) return [...rows]
  const set = await db<{ uniqueId: string; availableAt: Date }[]>`
    update articles set available_at = coalesce(available_at, date_trunc('second', ${now}::timestamptz))
    where unique_id = any(${waiting})
    returning unique_id, available_at`
  const byId = new Map(set.map((row) => [row.uniqueId, row.availableAt]))
  return rows.map((row) => ({ ...row, availableAt: byId.get(row.uniqueId) ?? row.availableAt }))
}

export interface IndexRowsOptions {
  db: Db
  index: SearchIndex
  now: Date
  /** The live collection unless another is named. */
  collection?: string | undefined
}

/** Writes rows to the index and removes those that were taken down. Returns the documents that the index refused. */
export async function indexRows(
  rows: readonly DocumentRow[],
  { db, index, now, collection }: IndexRowsOptions,
): Promise<RefusedDocument[]> {
  const gone = rows.filter((row) => row.deletedAt !== null)
  const live = await makeAvailable(
    db,
    rows.filter((row) => row.deletedAt === null),
    now,
  )
  await index.remove(
    gone.map((row) => row.uniqueId),
    collection,
  )
  return await index.upsert(live.map(toIndexDocument), collection)
}
