import type { IncomingArticle } from '@pauta/core/articles/article'
import { mergeFeatures } from '@pauta/core/features/features'
import { countDocumentRows } from '@pauta/core/articles/queries'
import { receiveArticle } from '@pauta/core/articles/receive'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { seedRegistry } from '@pauta/core/entities/registry'
import { listDue, markDone } from '@pauta/core/steps/steps'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { writeJobMessage } from '@pauta/platform/jobs/job-messages'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { connectQueues } from '@pauta/platform/queues/queues'
import { isLiveCurrent, syncIndex } from '@pauta/core/search-index/rebuild'
import type { SyncDependencies } from '@pauta/core/search-index/sync'
import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { THEMES } from '@pauta/core/themes/catalogue'
import { listSeedPeople } from './texts/cast.ts'
import { generateArticles } from './articles/generate-articles.ts'
import { recordSample, readSampleNote } from './sample-note.ts'
import { loadSamplePeople } from './people/load-people.ts'
import type { SeedArticle } from './articles/seed-article.ts'

const ARTICLES = 3000
/** A bar that moves about once a second. */
const BATCH_ARTICLES = Math.min(250, UPSERT_MAX_ARTICLES)
const DAYS = 120
const SEED = 20_260_601

const LABELS = new Map(THEMES.map((theme) => [theme.code, theme.label]))
const labelOf = (code: string | null) => (code === null ? null : (LABELS.get(code) ?? null))

/** Returns a generated article in the form of a validated submission, with the labels of its themes. */
export function toIncomingSeed(article: SeedArticle, now: Date): IncomingArticle {
  const { features: _, ...incoming } = article
  const labelled = {
    ...incoming,
    themeL1Label: labelOf(article.themeL1Code),
    themeL2Label: labelOf(article.themeL2Code),
    themeL3Label: labelOf(article.themeL3Code),
    mostSpecificThemeLabel: labelOf(article.mostSpecificThemeCode),
  }
  return receiveArticle(labelled, { now })
}

/** Every second agency. Their articles come without labels, as those of most sites: the job learn-themes names their themes. */
const UNLABELLED = new Set(AGENCIES.flatMap(({ key }, place) => (place % 2 === 1 ? [key] : [])))

/** Returns an article of the sample as its site would show it. */
const asPublished = (article: SeedArticle): SeedArticle =>
  UNLABELLED.has(article.agencyKey)
    ? { ...article, themeL1Code: null, themeL2Code: null, themeL3Code: null, mostSpecificThemeCode: null }
    : article

async function writeBatch(db: DbPool, batch: readonly SeedArticle[], now: Date): Promise<void> {
  await upsertArticles(
    db,
    batch.map((article) => toIncomingSeed(article, now)),
    { arePast: true, seenBy: 'import' },
  )
  await mergeFeatures(
    db,
    batch.flatMap(({ uniqueId, features }) => (features ? [{ uniqueId, features }] : [])),
  )
  // The sample includes its features, so enrichment is not needed.
  const enriched = batch.filter(({ features }) => features !== null).map(({ uniqueId }) => uniqueId)
  await markDone(db, 'enrich', await listDue(db, 'enrich', enriched))
}

async function writeArticles(db: DbPool, now: Date, progress: SampleProgress): Promise<void> {
  let written = 0
  let batch: SeedArticle[] = []
  const write = async () => {
    await writeBatch(db, batch, now)
    written += batch.length
    progress.update(written)
    batch = []
  }
  for (const article of generateArticles({ seed: SEED, now, count: ARTICLES, days: DAYS })) {
    batch.push(asPublished(article))
    if (batch.length === BATCH_ARTICLES) await write()
  }
  if (batch.length > 0) await write()
}

/** Does one part of the work with a bar of its own. */
async function withProgress<Result>(
  showProgress: ShowProgress,
  what: string,
  work: (progress: SampleProgress) => Promise<Result>,
): Promise<Result> {
  const progress = showProgress(what, ARTICLES)
  try {
    return await work(progress)
  } finally {
    progress.stop()
  }
}

/** Stores the articles of the sample, counts their entities and fills the index, each with a bar. */
async function writeNews(
  { db, index, model }: Pick<SyncDependencies, 'index' | 'model'> & { db: DbPool },
  { now, showProgress }: { now: Date; showProgress: ShowProgress },
): Promise<void> {
  await seedRegistry(db, listSeedPeople())
  await withProgress(showProgress, 'storing articles   ', (progress) => writeArticles(db, now, progress))
  // One run for all articles takes a fifth of the time of a run per batch.
  await withProgress(showProgress, 'counting entities  ', (progress) =>
    rebuildEntityStore(db, {
      onProgress: ({ phase, done, total }) => phase === 'articles' && progress.update(done, total),
    }),
  )
  await withProgress(showProgress, 'filling the index  ', (progress) =>
    syncIndex(
      {
        db,
        index,
        model,
        now: () => new Date(),
        batchRows: BATCH_ARTICLES,
        onProgress: ({ written }) => progress.update(written),
      },
      {},
    ),
  )
}

/** Runs the jobs whose results would otherwise be missing until their next hourly run. */
async function startRankings(now: Date): Promise<void> {
  const { urls } = loadConfig('jobQueues').jobQueues
  const run = writeJobMessage({ scheduledTime: now, parameters: {}, manual: true })
  const queues = connectQueues()
  for (const job of ['learn-themes', 'rank-entities', 'rank-articles']) {
    const url = urls[job]
    if (url === undefined) throw new Error(`The stack has no queue for the job ${job}`)
    await queues.send(url, [run])
  }
}

/** Shows how much of a part of the work is done. */
interface SampleProgress {
  update(done: number, total?: number): void
  stop(): void
}

/** Starts a bar for a part of the work of that many articles. */
type ShowProgress = (what: string, total: number) => SampleProgress

const NO_PROGRESS: SampleProgress = { update: () => undefined, stop: () => undefined }

export interface SampleOptions {
  dataDir: string
  /** Starts without news. */
  empty: boolean
  now: Date
  say: (text: string) => void
  /** Starts a bar for a part of the work, in articles. Default: none. */
  showProgress?: ShowProgress
  /** Returns the claims that the issuer of users has for a user name. */
  describePerson: (name: string) => Record<string, unknown>
}

/**
 * Loads the sample data into a new folder or a database without news, and finishes an interrupted load. The generator
 * is deterministic, so stored articles do not change. Returns the number of articles.
 */
export async function loadSampleData({
  dataDir,
  empty,
  now,
  say,
  showProgress = () => NO_PROGRESS,
  describePerson,
}: SampleOptions): Promise<number> {
  const config = loadConfig('database', 'index', 'embedding', 'userIdentity')
  const db = connectDatabase(config.database, { statementTimeoutMs: 0 })
  try {
    const note = await readSampleNote(dataDir)
    const present = await countDocumentRows(db)
    const wanted = note === undefined ? present === 0 : !note.complete
    const index = connectSearchIndex(config.index)
    const model = openEmbeddingModel(config.embedding)
    if (empty || !wanted) {
      // A folder of an earlier version: its vectors are from another model, or its documents lack fields.
      if (present > 0 && !(await isLiveCurrent(index, model.name))) {
        say(`Building the index anew for ${present} articles (once after an update) …`)
        await syncIndex({ db, index, model, now: () => new Date() }, {})
      }
      return present
    }
    say(
      `Writing the sample data (first start only): ${ARTICLES} articles, their entities and their index, in about half a minute.`,
    )
    const instant = note?.now ?? now.toISOString()
    await recordSample(dataDir, { now: instant, complete: false })
    await writeNews({ db, index, model }, { now: new Date(instant), showProgress })
    await loadSamplePeople({
      db,
      index,
      issuer: config.userIdentity.issuer,
      describePerson,
      now: new Date(instant),
    })
    await startRankings(now)
    await recordSample(dataDir, { now: instant, complete: true })
    return await countDocumentRows(db)
  } finally {
    await db.end({ timeout: 5 })
  }
}
