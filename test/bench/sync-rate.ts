// Measures a full sync of articles with embeddings, beside posting the same prepared documents to the index.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toDocumentLine } from '@pauta/core/search-index/article-document'
import { listDocumentRowsByPublication, type ScanPosition } from '@pauta/core/articles/queries'
import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { hashingModel } from '@pauta/core/embeddings/hashing'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { SYNC_BATCH_ROWS } from '@pauta/core/search-index/sync-batch'
import { loadCorpus } from '@pauta/sample-data/corpus/load-corpus'
import { measureKept } from './kept-memory.ts'
import type { Figure } from './measure.ts'

const PORT = 18_321
const TARGET_RATIO = 0.8
/** Shares of the rows after which the memory in use is compared: then a batch is written and the next one prepared. */
const EARLY_SHARE = 0.25
const LATE_SHARE = 0.75
const MEMORY_RATIO_MAX = 1.1

/** Starts the stack in a process of its own, so that the index does not share a thread with the measured code. */
async function startStackProcess(
  dataDir: string,
): Promise<{ child: ChildProcess; environment: Record<string, string> }> {
  const child = fork(join(import.meta.dirname, 'stack-process.ts'), [dataDir, String(PORT)], {
    // The caller of the benchmark reads its figures from standard output.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error('The stack did not start')))
  const [environment] = (await once(child, 'message', { signal: ended.signal })) as [Record<string, string>]
  return { child, environment }
}

async function prepareBatches(db: DbPool): Promise<string[]> {
  const batches: string[] = []
  let after: ScanPosition | undefined
  for (;;) {
    const rows = await listDocumentRowsByPublication(db, {
      model: hashingModel.name,
      after,
      limit: SYNC_BATCH_ROWS,
    })
    const last = rows.at(-1)
    if (!last) return batches
    batches.push(rows.map((row) => toDocumentLine(row).json).join('\n'))
    after = { at: last.positionAt, uniqueId: last.uniqueId }
  }
}

/** Posts the batches to a temporary collection. Returns milliseconds. */
async function postStraight(index: SearchIndex, batches: readonly string[]): Promise<number> {
  const { url, key } = loadConfig('index').index
  await index.createCollection('straight', hashingModel.name)
  const started = performance.now()
  for (const body of batches) {
    const address = `${url}/collections/straight/documents/import?action=upsert`
    const response = await fetch(address, { method: 'POST', headers: { 'X-TYPESENSE-API-KEY': key }, body })
    if ((await response.text()).includes('"success":false')) throw new Error('The index refused a document')
  }
  const elapsedMs = performance.now() - started
  await index.dropCollection('straight')
  return elapsedMs
}

async function measure(db: DbPool, articles: number): Promise<Figure[]> {
  const index = connectSearchIndex(loadConfig('index').index)
  await loadCorpus(db, { articles, seed: 1, now: new Date(), model: hashingModel })
  // Posts before and after the sync, so that a change of the machine's speed affects both sides.
  const straightBeforeMs = await postStraight(index, await prepareBatches(db))
  let peakBytes = 0
  let earlyBytes: number | undefined
  let lateBytes: number | undefined
  const started = performance.now()
  const state = await syncIndex(
    {
      db,
      index,
      model: hashingModel,
      now: () => new Date(),
      onProgress: ({ written }) => {
        peakBytes = Math.max(peakBytes, process.memoryUsage().rss)
        if (written >= articles * EARLY_SHARE) earlyBytes ??= measureKept()
        if (written >= articles * LATE_SHARE) lateBytes ??= measureKept()
      },
    },
    {},
  )
  const syncMs = performance.now() - started
  const straightMs = (straightBeforeMs + (await postStraight(index, await prepareBatches(db)))) / 2
  const ratio = straightMs / syncMs
  const rate = (ms: number) => `${Math.round((articles / ms) * 1000)}/s`
  const megabytes = (bytes = Number.NaN) => `${Math.round(bytes / 2 ** 20)} MB`
  const growth = (lateBytes ?? Number.NaN) / (earlyBytes ?? Number.NaN)
  return [
    {
      figure: `full sync of ${state.written} articles with embeddings`,
      value: rate(syncMs),
      comparedWith: `posting prepared batches ${rate(straightMs)}`,
      ratio: ratio.toFixed(2),
      target: `≥ ${TARGET_RATIO}`,
      met: ratio >= TARGET_RATIO,
    },
    {
      figure: 'memory in use after three quarters of the same sync',
      value: `${megabytes(lateBytes)} (peak of the process ${megabytes(peakBytes)})`,
      comparedWith: `after a quarter ${megabytes(earlyBytes)}`,
      ratio: growth.toFixed(2),
      target: `≤ ${MEMORY_RATIO_MAX}`,
      met: growth <= MEMORY_RATIO_MAX,
    },
  ]
}

/** Measures the rate of a full sync as a share of the rate at which the index accepts the same documents. */
export async function measureSyncRate(articles: number): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pauta-bench-'))
  const { child, environment } = await startStackProcess(dataDir)
  try {
    applyEnvironment(environment)
    const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0, maxConnections: 2 })
    try {
      return await measure(db, articles)
    } finally {
      await db.end({ timeout: 5 })
    }
  } finally {
    child.kill('SIGTERM')
    await new Promise((resolve) => void child.once('exit', resolve))
    await rm(dataDir, { recursive: true, force: true })
  }
}
