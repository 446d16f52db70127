import { toDocumentLine, type DocumentLine } from './article-document.ts'
import { fillEmbeddings } from '../embeddings/article-embeddings.ts'
import {
  listDocumentRowsByChange,
  listDocumentRowsByPublication,
  type ChangeRange,
  type DocumentScan,
  type ScannedRow,
  type ScanPosition,
} from '../articles/queries.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import type { EmbeddingModel } from '../embeddings/embedding-model.ts'
import { markDone, type ArticleStep } from '../steps/steps.ts'
import type { RefusedDocument, SearchIndex } from './client.ts'
import { confirmRows, prepareRows, writeRows, type PreparedRows } from './index-rows.ts'
import { SYNC_BATCH_ROWS } from './sync-batch.ts'
import { saveSync, type SyncState } from './sync-state.ts'

export interface SyncDependencies {
  db: DbPool
  index: SearchIndex
  model: EmbeddingModel
  now: () => Date
  /** Name of a holder of the lease that is no process of this machine. */
  holder?: string
  /** Called and awaited after each batch. */
  onProgress?: (state: SyncState, refused: readonly RefusedDocument[]) => void | Promise<void>
  /** Stops the sync after the current batch, or between requests to the model; the state is stored. */
  signal?: AbortSignal | undefined
  /** Called when the index took no snapshot after a full sync, which is complete all the same. */
  onSnapshotFailed?: (error: unknown) => void
  batchRows?: number
}

type ReadPage = (scan: DocumentScan) => Promise<ScannedRow[]>

/** A page in progress: read and prepared while the previous page is written. */
interface Batch<Prepared> {
  /** Number of rows, and of rows that are not taken down. The rows themselves are released to save memory. */
  seen: number
  live: number
  prepared: Prepared
  /** Position of the walk after this page. */
  after: ScanPosition
}

/** The operations of a walk on its pages. */
interface Walk<Prepared> {
  read: ReadPage
  /** Work that can be done before the page is written. */
  prepare: (rows: ScannedRow[]) => Promise<Prepared>
  /** Writes a prepared page and returns the refused documents. */
  write: (prepared: Prepared) => Promise<RefusedDocument[]>
  /** Settles the steps of a written page. */
  settle: (prepared: Prepared, refused: readonly RefusedDocument[]) => Promise<void>
  /** Stores the position of the walk. */
  save: () => Promise<void>
}

async function readBatch<Prepared>(
  { read, prepare }: Walk<Prepared>,
  scan: DocumentScan,
): Promise<Batch<Prepared> | undefined> {
  const rows = await read(scan)
  const last = rows.at(-1)
  if (!last) return undefined
  return {
    seen: rows.length,
    live: rows.filter((row) => row.deletedAt === null).length,
    prepared: await prepare(rows),
    after: { at: last.positionAt, uniqueId: last.uniqueId },
  }
}

/** Waits for all steps of a page, so that none goes on after the sync has ended. Returns the outcome of each. */
async function writeBatch<Prepared>(
  steps: Walk<Prepared>,
  prepared: Prepared,
  next: Promise<Batch<Prepared> | undefined>,
  finishing: Promise<void>,
): Promise<{ refused: RefusedDocument[]; next: PromiseSettledResult<Batch<Prepared> | undefined> }> {
  const [written, following, finished] = await Promise.allSettled([steps.write(prepared), next, finishing])
  if (finished.status === 'rejected') throw finished.reason
  if (written.status === 'rejected') throw written.reason
  return { refused: written.value, next: following }
}

/**
 * Walks pages in order and keeps the index busy: while one page is written, the next is prepared and the previous is
 * settled. Stores the state after each page, also when the next one fails. Returns the number of rows.
 */
async function walk<Prepared>(
  deps: Pick<SyncDependencies, 'model' | 'signal' | 'onProgress' | 'batchRows'>,
  state: SyncState,
  steps: Walk<Prepared>,
): Promise<number> {
  const limit = deps.batchRows ?? SYNC_BATCH_ROWS
  const batchAfter = (after: ScanPosition | undefined) =>
    readBatch(steps, { model: deps.model.name, after, limit })
  const finish = async ({ live, prepared, after }: Batch<Prepared>, refused: RefusedDocument[]) => {
    await steps.settle(prepared, refused)
    state.written += live - refused.length
    state.refused += refused.length
    state.position = after
    await steps.save()
    await deps.onProgress?.(state, refused)
  }
  let seen = 0
  let finishing = Promise.resolve()
  let batch = await batchAfter(state.position)
  while (batch) {
    if (deps.signal?.aborted) await finishing
    deps.signal?.throwIfAborted()
    const { prepared, after } = batch
    const next = batch.seen < limit ? Promise.resolve(undefined) : batchAfter(after)
    const { refused, next: following } = await writeBatch(steps, prepared, next, finishing)
    seen += batch.seen
    finishing = finish(batch, refused)
    if (following.status === 'rejected') {
      await finishing
      throw following.reason
    }
    batch = following.value
  }
  await finishing
  return seen
}

/** Rows ready for the index, and the steps that the write settles. */
interface PreparedBatch extends PreparedRows {
  openIndex: ArticleStep[]
  openEmbed: ArticleStep[]
}

/**
 * Returns the steps that a batch settles. Rows are read one page ahead. A step that became due again meanwhile has a
 * higher version and stays due.
 */
function listOpen(rows: readonly ScannedRow[], versionOf: (row: ScannedRow) => number | null): ArticleStep[] {
  return rows.flatMap((row) => {
    const version = versionOf(row)
    return version === null ? [] : [{ uniqueId: row.uniqueId, version }]
  })
}

function writing(deps: SyncDependencies, state: SyncState) {
  const { db, index, model } = deps
  return {
    async prepare(rows: ScannedRow[]): Promise<PreparedBatch> {
      const embedded = await fillEmbeddings(db, model, rows, deps.signal)
      return {
        ...(await prepareRows(embedded, { db, now: deps.now() })),
        openIndex: listOpen(rows, (row) => row.openIndexVersion),
        openEmbed: listOpen(rows, (row) => row.openEmbedVersion),
      }
    },
    write: (prepared: PreparedBatch) => writeRows(prepared, { index, collection: state.collection }),
    async settle(prepared: PreparedBatch, refused: readonly RefusedDocument[]): Promise<void> {
      const { openIndex, openEmbed } = prepared
      // A collection of a full sync is not live yet. Its documents are confirmed when it becomes live.
      const moved = state.startDate === null ? [] : await confirmRows(prepared, refused, db)
      const failed = new Set([...refused, ...moved].map((document) => document.id))
      const settled = openIndex.filter((step) => !failed.has(step.uniqueId))
      await markDone(db, 'index', settled)
      await markDone(db, 'embed', openEmbed)
    },
    save: () => saveSync(db, state),
  }
}

const byPublication = (db: Db, from: Date | undefined) => ({
  read: (scan: DocumentScan) => listDocumentRowsByPublication(db, scan, from),
})

const byChange = (db: Db, range: ChangeRange) => ({
  read: (scan: DocumentScan) => listDocumentRowsByChange(db, range, scan),
})

/** Copies all articles in the order of publication, or those published at or after `from`. */
export async function fill(deps: SyncDependencies, state: SyncState, from?: Date): Promise<void> {
  await walk(deps, state, { ...byPublication(deps.db, from), ...writing(deps, state) })
}

/**
 * Copies the changed articles of a range once. Returns their number. `begun` is stored with each position: the instant
 * from which the next pass has to read.
 */
export async function replayChanges(
  deps: SyncDependencies,
  state: SyncState,
  range: ChangeRange,
  begun?: Date,
): Promise<number> {
  const steps = writing(deps, state)
  const save = async () => {
    state.replayedTo = begun
    await steps.save()
  }
  return await walk(deps, state, { ...byChange(deps.db, range), ...steps, save })
}

/** Creates the documents of pages without writing them. */
const DISCARDING: Pick<Walk<DocumentLine[]>, 'prepare' | 'write' | 'settle' | 'save'> = {
  prepare: async (rows) => rows.filter((row) => row.deletedAt === null).map(toDocumentLine),
  write: async () => [],
  settle: async () => {},
  save: async () => {},
}

/** Runs the walks of a sync without writing: all articles, or those published or changed at or after `from`. */
export async function walkDry(
  deps: Pick<SyncDependencies, 'db' | 'model' | 'signal' | 'onProgress' | 'batchRows'>,
  state: SyncState,
  from?: Date,
): Promise<void> {
  await walk(deps, state, { ...byPublication(deps.db, from), ...DISCARDING })
  if (from === undefined) return
  state.position = undefined
  const earlier: ChangeRange = { since: from, publishedBefore: from }
  await walk(deps, state, { ...byChange(deps.db, earlier), ...DISCARDING })
}
