import { confirmArrivals, recordArrivals, type Arrivals } from './arrivals.ts'
import { toDocumentLine } from './article-document.ts'
import type { DocumentRow } from '../articles/queries.ts'
import type { Db } from '@pauta/platform/database/database'
import { toImportBatch, type ImportBatch, type RefusedDocument, type SearchIndex } from './client.ts'

export interface IndexRowsOptions {
  db: Db
  index: SearchIndex
  now: Date
  /** Default: the live collection. */
  collection?: string | undefined
}

/** A batch ready to be written: documents as text and the ids of taken-down articles. */
export interface PreparedRows {
  documents: ImportBatch
  gone: string[]
  /** Documents that become searchable with this batch. */
  arrivals: Arrivals
}

/** Creates the documents of rows and records that they become searchable now. */
export async function prepareRows(
  rows: readonly DocumentRow[],
  { db, now }: Pick<IndexRowsOptions, 'db' | 'now'>,
): Promise<PreparedRows> {
  const live = rows.filter((row) => row.deletedAt === null)
  const waiting = live.filter((row) => row.availableAt === null).map((row) => row.uniqueId)
  const arrivals = await recordArrivals(db, waiting, now)
  const dated = live.map((row) => ({
    ...row,
    availableAt: row.availableAt ?? arrivals.get(row.uniqueId) ?? null,
  }))
  return {
    documents: toImportBatch(dated.map(toDocumentLine)),
    gone: rows.filter((row) => row.deletedAt !== null).map((row) => row.uniqueId),
    arrivals,
  }
}

/** Writes a prepared batch to the index. Returns the refused documents. */
export async function writeRows(
  { documents, gone }: PreparedRows,
  { index, collection }: Pick<IndexRowsOptions, 'index' | 'collection'>,
): Promise<RefusedDocument[]> {
  await index.remove(gone, collection)
  return await index.upsert(documents, collection)
}

/**
 * Confirms that the documents of a batch are in the live collection. Returns documents for which another instant was
 * recorded meanwhile; they must be written again.
 */
export async function confirmRows(
  { arrivals }: PreparedRows,
  refused: readonly RefusedDocument[],
  db: Db,
): Promise<RefusedDocument[]> {
  const written = new Map(arrivals)
  for (const { id } of refused) written.delete(id)
  const moved = await confirmArrivals(db, written)
  return moved.map((id) => ({ id, error: 'another attempt has recorded a later instant for this document' }))
}

/** Writes rows to the live collection and removes the taken-down ones. Returns the documents that were not written. */
export async function indexRows(
  rows: readonly DocumentRow[],
  options: Omit<IndexRowsOptions, 'collection'>,
): Promise<RefusedDocument[]> {
  const prepared = await prepareRows(rows, options)
  const refused = await writeRows(prepared, options)
  return [...refused, ...(await confirmRows(prepared, refused, options.db))]
}
