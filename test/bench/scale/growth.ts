// How the cost of requests and jobs grows with the number of articles, on Debian's PostgreSQL and the index server.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { startDatabaseCounter, startIndexCounter } from '../../support/read-counter.ts'
import { median, type Figure } from '../measure.ts'
import { exponentOf, type SizedTime } from './exponent.ts'
import { exportWhole, listGrowthCases, removeIngested, type GrowthCase } from './growth-cases.ts'
import { growArticles, loadFirstArticles, NO_VECTORS } from './grown-articles.ts'
import { openRealStores, type RealStores } from './real-stores.ts'

/** Greatest exponent of what must not grow with the corpus, and of what reads the whole corpus. */
const FLAT_MAX = 0.3
const WHOLE_MAX = 1.05
const WARM_UP_RUNS = 3

type Curves = Map<string, { limit: number; times: SizedTime[] }>

const progress = (text: string) =>
  console.error(`${new Date().toISOString().slice(11, 19)} load ${loadavg()[0]?.toFixed(1)}: ${text}`)

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function measureCase({ run, runs }: GrowthCase): Promise<{ p50: number; p95: number }> {
  for (let turn = 0; turn < Math.min(WARM_UP_RUNS, runs); turn++) await run(runs + turn)
  const times: number[] = []
  for (let turn = 0; turn < runs; turn++) times.push(await timeOf(() => run(turn)))
  return { p50: median(times), p95: percentile(times, 0.95) }
}

function add(curves: Curves, name: string, limit: number, point: SizedTime): void {
  const curve = curves.get(name) ?? { limit, times: [] }
  curve.times.push(point)
  curves.set(name, curve)
  progress(`  ${name}: ${point.ms.toFixed(1)} ms`)
}

/** Measures what reads every article: sync, export, rebuild, and reading the index back. */
async function measureWhole(stores: RealStores, size: number, curves: Curves): Promise<void> {
  await stores.emptyIndex()
  const { db, index } = stores
  const sync = await timeOf(() => syncIndex({ db, index, model: NO_VECTORS, now: () => new Date() }, {}))
  add(curves, 'full sync', WHOLE_MAX, { size, ms: sync })
  const exported = await timeOf(async () => {
    const rows = await exportWhole(stores)
    if (rows !== size) throw new Error(`${rows} of ${size} rows were exported`)
  })
  add(curves, 'export of all articles', WHOLE_MAX, { size, ms: exported })
  const rebuilt = await timeOf(() => rebuildEntityStore(db))
  add(curves, 'rebuild of mentions and metrics', WHOLE_MAX, { size, ms: rebuilt })
  add(curves, 'index server reads its documents back', WHOLE_MAX, { size, ms: await stores.restartIndex() })
}

async function printMemory(stores: RealStores, size: number): Promise<void> {
  const [row] = await stores.db<
    { bytes: string }[]
  >`select pg_database_size(current_database())::text as bytes`
  const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`
  const { rssBytes } = await stores.measureIndex()
  progress(
    `${size} articles: database ${megabytes(Number(row?.bytes))}, index server ${megabytes(rssBytes)} of memory`,
  )
}

async function measureSize(stores: RealStores, size: number, now: Date, curves: Curves): Promise<void> {
  await measureWhole(stores, size, curves)
  await stores.db`vacuum analyze`
  await printMemory(stores, size)
  for (const one of await listGrowthCases(stores, now)) {
    const { p50, p95 } = await measureCase(one)
    add(curves, `${one.name}, p50`, FLAT_MAX, { size, ms: p50 })
    if (one.name === 'search') add(curves, `${one.name}, p95`, FLAT_MAX, { size, ms: p95 })
  }
  await removeIngested(stores)
}

function toFigures(curves: Curves): Figure[] {
  return [...curves].map(([name, { limit, times }]) => {
    const exponent = exponentOf(times)
    const shown = times.map(
      ({ size, ms }) =>
        `${size / 1000}k ${ms < 10_000 ? `${ms.toFixed(1)} ms` : `${Math.round(ms / 1000)} s`}`,
    )
    return {
      figure: `growth of ${name}`,
      value: `exponent ${exponent.toFixed(2)}`,
      comparedWith: shown.join(', '),
      ratio: exponent.toFixed(2),
      target: `≤ ${limit}`,
      met: exponent <= limit,
    }
  })
}

/** Measures every curve at the given numbers of articles, which are ascending multiples of the first. */
export async function measureGrowth({ sizes }: { sizes: readonly number[] }): Promise<Figure[]> {
  const [first] = sizes
  if (first === undefined || sizes.length < 2 || sizes.some((size) => size % first !== 0))
    throw new Error('--sizes: two or more numbers of articles, multiples of the first')
  const folder = await mkdtemp(join(tmpdir(), 'pauta-growth-'))
  const counters = { database: await startDatabaseCounter(), index: await startIndexCounter() }
  const curves: Curves = new Map()
  try {
    // The functions load their configuration once. The relays keep the address of the index when it is replaced.
    await using stores = await openRealStores({ folder, counters })
    const now = new Date()
    let before = 0
    for (const size of sizes) {
      progress(`writing ${size} articles`)
      const written = await timeOf(() =>
        before === 0
          ? loadFirstArticles(stores.db, first, now)
          : growArticles(stores.db, { first, before, articles: size }),
      )
      progress(`written in ${Math.round(written / 1000)} s`)
      before = size
      await measureSize(stores, size, now, curves)
    }
  } finally {
    await counters.database.stop()
    await counters.index.stop()
    await rm(folder, { recursive: true, force: true })
  }
  return toFigures(curves)
}
