// How the cost of requests and jobs grows with the number of articles, on Debian's PostgreSQL and the index server.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { startDatabaseCounter, startIndexCounter } from '../../kit/relays/read-counter.ts'
import type { Figure } from '../measure.ts'
import { sumOf, type Spent } from './costs.ts'
import { exportWhole, listGrowthCases, removeIngested } from './growth-cases.ts'
import {
  addCost,
  FLAT_MAX,
  formatBytes,
  formatMs,
  toFigures,
  WHOLE_MAX,
  type Growth,
} from './growth-curves.ts'
import { growArticles, loadFirstArticles, NO_VECTORS } from './grown-articles.ts'
import { measureCase, measureRun } from './meter.ts'
import { openRealStores, type RealStores } from './real-stores.ts'

export interface GrowthOptions {
  /** Numbers of articles, ascending multiples of the first. */
  sizes: readonly number[]
  /** Stores what was measured so far, so that a stopped run keeps it. */
  store: (figures: readonly Figure[]) => Promise<void>
  /** The program `typesense-server`; the laptop's index server without it. */
  indexProgram?: string | undefined
}

const COUNTED =
  'only the index server grows: it counts every article that has the words, because `found` is exact. ' +
  'Tried: scores only for what may be on the page, terms from the rarest on, postings that stay decoded (half the time).'

const UNEXPLAINED =
  'indexing itself is linear, as the row of reading back shows; what else grows in the index server during a sync is unknown. ' +
  'Tried: fewer collections of garbage (--external-memory-accounted-in-global-limit, 4 % less time and 18 % more memory).'

/** Why targets are missed, by the name of the curve. */
const REASONS: Readonly<Record<string, string>> = {
  search: COUNTED,
  'search, p95': COUNTED,
  'MCP, search_articles': COUNTED,
  'full sync': UNEXPLAINED,
}

/** A size that is being measured. */
interface Setting {
  stores: RealStores
  /** Folder of the stores. */
  folder: string
  size: number
  growth: Growth
  store: GrowthOptions['store']
}

/** Autovacuum starts when it chooses. Each size is vacuumed and analysed before it is measured instead. */
const POSTGRES_SETTINGS = { autovacuum: 'off' }

const progress = (text: string) =>
  console.error(`${new Date().toISOString().slice(11, 19)} load ${loadavg()[0]?.toFixed(1)}: ${text}`)

/** Adds a point of a curve, prints it, and stores everything measured so far. */
async function note(
  { size, growth, store }: Setting,
  name: string,
  limit: number,
  { waitsMs, spent }: { waitsMs: readonly number[]; spent: Spent },
): Promise<void> {
  addCost(growth, name, limit, { size, waitsMs, spent })
  const { ownMs, endedMs, postgresMs, indexMs } = spent
  const split = `here ${formatMs(ownMs + endedMs)}, PostgreSQL ${formatMs(postgresMs)}, index ${formatMs(indexMs)}`
  const waited = waitsMs.map(formatMs).join(', ')
  progress(`  ${name}: processor ${formatMs(sumOf(spent))} (${split}), waited ${waited}`)
  await store(toFigures(growth, REASONS))
}

/** Measures one run of what reads every article. */
async function measureWhole(setting: Setting, name: string, work: () => Promise<unknown>): Promise<void> {
  const { waitMs, spent } = await measureRun(setting.stores, setting.folder, work)
  await note(setting, name, WHOLE_MAX, { waitsMs: [waitMs], spent })
}

/** Measures a start of the index server on its documents. The stop of the server before is not waiting time. */
async function measureReadingBack(setting: Setting): Promise<void> {
  const { stores, folder } = setting
  let waitMs = 0
  const { spent } = await measureRun(stores, folder, async () => void (waitMs = await stores.restartIndex()))
  const name = 'index server reads its documents back'
  await note(setting, name, WHOLE_MAX, { waitsMs: [waitMs], spent })
}

async function fillIndex(setting: Setting): Promise<void> {
  const { db } = setting.stores
  await setting.stores.emptyIndex()
  const { index } = setting.stores
  await measureWhole(setting, 'full sync', () =>
    syncIndex({ db, index, model: NO_VECTORS, now: () => new Date() }, {}),
  )
}

/** Measures the other work that reads every article: export, reading the index back, and rebuild. */
async function measureWholeCorpus(setting: Setting): Promise<void> {
  const { stores, size } = setting
  await measureWhole(setting, 'export of all articles', async () => {
    const rows = await exportWhole(stores)
    if (rows !== size) throw new Error(`${rows} of ${size} rows were exported`)
  })
  await measureReadingBack(setting)
  await recordMemory(setting)
  await measureWhole(setting, 'rebuild of mentions and metrics', () => rebuildEntityStore(stores.db))
}

async function recordMemory({ stores, size, growth, store }: Setting): Promise<void> {
  const [row] = await stores.db<
    { bytes: string }[]
  >`select pg_database_size(current_database())::text as bytes`
  const databaseBytes = Number(row?.bytes)
  const { rssBytes: indexBytes } = await stores.measureIndex()
  growth.memory.push({ size, databaseBytes, indexBytes })
  progress(`  database ${formatBytes(databaseBytes)}, index server ${formatBytes(indexBytes)} of memory`)
  await store(toFigures(growth, REASONS))
}

/** Measures what must cost the same at every size. */
async function measureCases(setting: Setting, now: Date): Promise<void> {
  for (const one of await listGrowthCases(setting.stores, now)) {
    const { p50Ms, p95Ms, average, p95 } = await measureCase(setting.stores, setting.folder, one)
    await note(setting, one.name, FLAT_MAX, { waitsMs: [p50Ms, p95Ms], spent: average })
    // A search's cost depends on its words, so the dearest ones have a curve of their own.
    if (one.name === 'search') await note(setting, 'search, p95', FLAT_MAX, { waitsMs: [p95Ms], spent: p95 })
  }
  await removeIngested(setting.stores)
}

async function measureSize(setting: Setting, now: Date): Promise<void> {
  const { db } = setting.stores
  await db`vacuum analyze`
  await fillIndex(setting)
  await db`vacuum analyze`
  await db`checkpoint`
  await measureCases(setting, now)
  await measureWholeCorpus(setting)
}

/** Measures every curve at the given numbers of articles. Writes each size as older copies of the first articles. */
export async function measureGrowth({ sizes, store, indexProgram }: GrowthOptions): Promise<Figure[]> {
  const [first] = sizes
  if (first === undefined || sizes.length < 2 || sizes.some((size) => size % first !== 0))
    throw new Error('--sizes: two or more numbers of articles, multiples of the first')
  const folder = await mkdtemp(join(tmpdir(), 'pauta-growth-'))
  const counters = { database: await startDatabaseCounter(), index: await startIndexCounter() }
  const growth: Growth = { curves: new Map(), memory: [] }
  try {
    // The functions load their configuration once. The relays keep the address of the index when it is replaced.
    await using stores = await openRealStores({ folder, counters, postgres: POSTGRES_SETTINGS, indexProgram })
    const now = new Date()
    let before = 0
    for (const size of sizes) {
      progress(`writing ${size} articles`)
      const started = performance.now()
      if (before === 0) await loadFirstArticles(stores.db, first, now)
      else await growArticles(stores.db, { first, before, articles: size })
      progress(`written in ${formatMs(performance.now() - started)}`)
      before = size
      await measureSize({ stores, folder, size, growth, store }, now)
    }
  } finally {
    await counters.database.stop()
    await counters.index.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return toFigures(growth, REASONS)
}
