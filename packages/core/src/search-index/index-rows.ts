import { toDocumentLine } from '../articles/document.ts'
import type { DocumentRow } from '../articles/queries.ts'
import type { Db } from '../database.ts'
import { toImportBatch, type ImportBatch, type RefusedDocument, type SearchIndex } from './client.ts'

/** Notes when articles first became searchable and returns the rows with that instant. PostgreSQL first, then the index. */
async function makeAvailable(db: Db, rows: readonly DocumentRow[], now: Date): Promise<DocumentRow[]> {
  const waiting = rows.filter((row) => row.availableAt === null).map((row) => row.uniqueId)
  if (waiting.length === 0) return [...rows]
  const availableAt = new Date(Math.floor(now.getTime() / 1000) * 1000)
  // Only those come back that were made available by somebody else meanwhile, at another instant.
  const others = await db<{ uniqueId: string; availableAt: Date }[]>`
    with available as (
      insert into article_availability as v (unique_id, available_at)
      select unique_id, ${availableAt}::timestamptz from unnest(${waiting.sort()}::text[]) as unique_id
      on conflict (unique_id) do update set available_at = v.available_at
      returning unique_id, available_at
    )
    select unique_id, available_at from available where available_at <> ${availableAt}::timestamptz`
  const byId = new Map(others.map((row) => [row.uniqueId, row.availableAt]))
  return rows.map((row) => ({
    ...row,
    availableAt: row.availableAt ?? byId.get(row.uniqueId) ?? availableAt,
  }))
}

export interface IndexRowsOptions {
  db: Db
  index: SearchIndex
  now: Date
  /** The live collection unless another is named. */
  collection?: string | undefined
}

/** A batch that is ready to be written: documents as text and the ids of what was taken down. */
export interface PreparedRows {
  documents: ImportBatch
  gone: string[]
}

/** Makes the documents of rows and notes that they become searchable now. */
export async function prepareRows(
  rows: readonly DocumentRow[],
  { db, now }: Pick<IndexRowsOptions, 'db' | 'now'>,
): Promise<PreparedRows> {
  const live = await makeAvailable(
    db,
    rows.filter((row) => row.deletedAt === null),
    now,
  )
  return {
    documents: toImportBatch(live.map(toDocumentLine)),
    gone: rows.filter((row) => row.deletedAt !== null).map((row) => row.uniqueId),
  }
}

/** Brings a prepared batch to the index. Returns the documents that the index refused. */
export async function writeRows(
  { documents, gone }: PreparedRows,
  { index, collection }: Pick<IndexRowsOptions, 'index' | 'collection'>,
): Promise<RefusedDocument[]> {
  await index.remove(gone, collection)
  return await index.upsert(documents, collection)
}

/** Writes rows to the index and removes those that were taken down. Returns the documents that the index refused. */
export async function indexRows(
  rows: readonly DocumentRow[],
  options: IndexRowsOptions,
): Promise<RefusedDocument[]> {
  return await writeRows(await prepareRows(rows, options), options)
}
