// Measures the queries of PostgreSQL on a corpus of the real size: times beside targets, and plans on request.
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { listMigrations } from '@pauta/platform/database/migrate'
import { loadCorpus } from '@pauta/sample-data/corpus/load-corpus'
import { listCorpusCases, type CorpusCase } from './corpus-cases.ts'
import { startDebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { median, type Figure } from './measure.ts'
import { collectPlans, listWholeScans, summarise } from './query-plans.ts'

const SEED = 1
const WARM_UP_RUNS = 10
const RUNS = 50
const REPORT_EVERY = 20_000

export interface CorpusOptions {
  articles: number
  /** Folder of the loaded database for later runs. Undefined: a temporary folder. */
  keep: string | undefined
  /** Prints the plan of every statement. */
  plans: boolean
}

/** Describes a kept folder. A different schema or number of articles is loaded again. */
interface Note {
  articles: number
  schema: string
  now: string
}

async function schemaOf(): Promise<string> {
  const hash = createHash('sha256')
  for (const { sql } of await listMigrations(findMigrationsFolder())) hash.update(sql)
  return hash.digest('hex')
}

async function load(db: DbPool, articles: number, now: Date): Promise<void> {
  const started = performance.now()
  const say = (text: string) =>
    console.error(`${Math.round((performance.now() - started) / 1000)} s: ${text}`)
  await loadCorpus(db, {
    articles,
    seed: SEED,
    now,
    model: undefined,
    onProgress: (done) => {
      if (done % REPORT_EVERY === 0) say(`${done} of ${articles} articles`)
    },
  })
  say('gathering statistics')
  await db`vacuum analyze`
}

/** Loads the corpus unless the folder contains it. Returns the time of its last article. */
async function prepare(db: DbPool, folder: string, articles: number): Promise<Date> {
  const file = join(folder, 'corpus.json')
  const schema = await schemaOf()
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text !== undefined) {
    const note = JSON.parse(text) as Note
    if (note.articles !== articles || note.schema !== schema)
      throw new Error(`${folder} holds another corpus or an older schema: remove the folder and try again`)
    return new Date(note.now)
  }
  const [row] = await db`select 1 from information_schema.tables where table_name = 'articles'`
  if (row) throw new Error(`Loading ${folder} was interrupted: remove the folder and try again`)
  const now = new Date()
  await load(db, articles, now)
  await writeFile(file, JSON.stringify({ articles, schema, now: now.toISOString() } satisfies Note))
  return now
}

async function time(run: (db: Db, turn: number) => Promise<unknown>, db: Db, turn: number): Promise<number> {
  const start = performance.now()
  await run(db, turn)
  return performance.now() - start
}

async function measureCase({ name, targetMs, run }: CorpusCase, db: DbPool): Promise<Figure> {
  for (let turn = 0; turn < WARM_UP_RUNS; turn++) await run(db, turn)
  const times: number[] = []
  for (let turn = 0; turn < RUNS; turn++) times.push(await time(run, db, turn))
  const p50 = median(times)
  return {
    figure: `${name}, p50`,
    value: `${p50.toFixed(2)} ms`,
    comparedWith: `longest ${Math.max(...times).toFixed(1)} ms`,
    ratio: (p50 / targetMs).toFixed(2),
    target: `≤ ${targetMs} ms, no whole table read`,
    met: p50 <= targetMs,
  }
}

async function measureAll(db: DbPool, now: Date, plans: boolean): Promise<Figure[]> {
  const cases = await listCorpusCases(db, now)
  const figures: Figure[] = []
  for (const one of cases) {
    const figure = await measureCase(one, db)
    const used = await collectPlans(db, (observed) => one.run(observed, 0))
    const whole = listWholeScans(used)
    if (plans) console.error(`\n${one.name}\n${used.map(summarise).join('\n')}`)
    figures.push({
      ...figure,
      comparedWith: whole.length > 0 ? `reads all of ${whole.join(', ')}` : figure.comparedWith,
      met: figure.met && whole.length === 0,
    })
  }
  return figures
}

/**
 * Measures medians of the PostgreSQL queries on the generated corpus, on Debian's server. Throws an error that explains
 * the installation if the server is missing.
 */
export async function measureCorpus({ articles, keep, plans }: CorpusOptions): Promise<Figure[]> {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'pauta-corpus-')) : resolve(keep)
  try {
    await using server = await startDebianPostgres(folder)
    const now = await prepare(server.db, folder, articles)
    return await measureAll(server.db, now, plans)
  } finally {
    if (keep === undefined) await rm(folder, { recursive: true, force: true })
  }
}
