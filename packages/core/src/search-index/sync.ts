import { toIndexDocument } from '../articles/document.ts'
import { fillEmbeddings } from '../articles/embeddings.ts'
import {
  listDocumentRowsByChange,
  listDocumentRowsByPublication,
  type ChangeRange,
  type DocumentRow,
  type DocumentScan,
} from '../articles/queries.ts'
import type { Db, DbPool } from '../database.ts'
import type { EmbeddingModel } from '../embedding/embedding-model.ts'
import { listDueOfRows, markDone } from '../pipeline/markers.ts'
import type { RefusedDocument, SearchIndex } from './client.ts'
import { indexRows } from './index-rows.ts'
import { saveSync, type SyncState } from './sync-state.ts'

/** Rows of one batch, as documented. */
export const SYNC_BATCH_ROWS = 5000

export interface SyncDependencies {
  db: DbPool
  index: SearchIndex
  model: EmbeddingModel
  now: () => Date
  /** Told after each batch. */
  onProgress?: (state: SyncState, refused: readonly RefusedDocument[]) => void
  /** An orderly stop: the batch at hand is finished, the state is kept. */
  signal?: AbortSignal | undefined
  batchRows?: number
}

type ReadPage = (scan: DocumentScan) => Promise<DocumentRow[]>

async function writeBatch(
  deps: SyncDependencies,
  rows: DocumentRow[],
  collection: string,
): Promise<RefusedDocument[]> {
  const { db, index, model } = deps
  // Rows are read a page ahead: what has changed since then, or changes from here on, stays due.
  const dueIndex = await listDueOfRows(db, 'index', rows)
  const dueEmbed = await listDueOfRows(db, 'embed', rows)
  const embedded = await fillEmbeddings(db, model, rows)
  const refused = await indexRows(embedded, { db, index, now: deps.now(), collection })
  const failed = new Set(refused.map((document) => document.id))
  await markDone(
    db,
    'index',
    dueIndex.filter((step) => !failed.has(step.uniqueId)),
  )
  await markDone(db, 'embed', dueEmbed)
  return refused
}

interface Walk {
  read: ReadPage
  positionOf: (row: DocumentRow) => Date
  /** Deals with one page and returns the documents that were refused. */
  write: (rows: DocumentRow[]) => Promise<RefusedDocument[]>
  /** Keeps where the walk stands. */
  save: () => Promise<void>
}

/** Walks pages in order, reading the next one while the last is written; keeps the state after each. Returns rows seen. */
async function walk(
  deps: Pick<SyncDependencies, 'model' | 'signal' | 'onProgress' | 'batchRows'>,
  state: SyncState,
  { read, positionOf, write, save }: Walk,
): Promise<number> {
  const limit = deps.batchRows ?? SYNC_BATCH_ROWS
  const page = (after: DocumentScan['after']) => read({ model: deps.model.name, after, limit })
  let seen = 0
  let rows = await page(state.position)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    deps.signal?.throwIfAborted()
    const after = { at: positionOf(last), uniqueId: last.uniqueId }
    const next = rows.length < limit ? Promise.resolve([]) : page(after)
    const [refused, following] = await Promise.all([write(rows), next])
    seen += rows.length
    state.written += rows.filter((row) => row.deletedAt === null).length - refused.length
    state.refused += refused.length
    state.position = after
    await save()
    deps.onProgress?.(state, refused)
    rows = following
  }
  return seen
}

const writing = (deps: SyncDependencies, state: SyncState) => ({
  write: (rows: DocumentRow[]) => writeBatch(deps, rows, state.collection),
  save: () => saveSync(deps.db, state),
})

const byPublication = (db: Db, from: Date | undefined) => ({
  read: (scan: DocumentScan) => listDocumentRowsByPublication(db, scan, from),
  positionOf: (row: DocumentRow) => row.publishedAt,
})

/** Every article by publication, from an instant on when one is given. */
export async function fill(deps: SyncDependencies, state: SyncState, from?: Date): Promise<void> {
  await walk(deps, state, { ...byPublication(deps.db, from), ...writing(deps, state) })
}

/** The same walk with the documents made and thrown away. */
export async function fillDry(
  deps: Pick<SyncDependencies, 'db' | 'model' | 'signal' | 'onProgress' | 'batchRows'>,
  state: SyncState,
  from?: Date,
): Promise<void> {
  await walk(deps, state, {
    ...byPublication(deps.db, from),
    write: async (rows) => {
      for (const row of rows) if (row.deletedAt === null) toIndexDocument(row)
      return []
    },
    save: async () => {},
  })
}

/** Articles changed in a range, once. Returns how many there were. */
export async function replayChanges(
  deps: SyncDependencies,
  state: SyncState,
  range: ChangeRange,
): Promise<number> {
  return await walk(deps, state, {
    read: (scan) => listDocumentRowsByChange(deps.db, range, scan),
    positionOf: (row) => row.updatedAt,
    ...writing(deps, state),
  })
}
