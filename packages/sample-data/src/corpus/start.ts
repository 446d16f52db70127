// `npm run generate-corpus`: writes a large corpus, similar to the real one, directly to PostgreSQL, for benchmarks.
import { parseArgs } from 'node:util'
import { applyEnvironment } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { hashingModel } from '@pauta/core/embeddings/hashing'
import { loadCorpus } from './load-corpus.ts'
import { findDatabase } from './find-database.ts'

const DEFAULT_ARTICLES = 330_000
const DEFAULT_SEED = 1
const REPORT_EVERY = 10_000

const USAGE = `npm run generate-corpus -- [--articles ${DEFAULT_ARTICLES}] [--database URL | --data DIR] [--embeddings] [--seed N]

Streams generated news with features (160 agencies over ten years, about ten names each) into PostgreSQL.
  --database URL  postgres://user:password@host:port/name; its schema is brought up to date. Without pgvector there,
                  the tables of embeddings are left out
  --data DIR      the stack that runs on this folder (default .pauta)
  --embeddings    also makes and stores a vector per article (local model)`

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      articles: { type: 'string', default: String(DEFAULT_ARTICLES) },
      database: { type: 'string' },
      data: { type: 'string', default: '.pauta' },
      embeddings: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      help: { type: 'boolean', default: false },
    },
  })
  const articles = Number(values.articles)
  if (values.help || !Number.isInteger(articles) || articles < 1) {
    console.log(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const { config, environment } = await findDatabase(values)
  applyEnvironment(environment)
  const db = connectDatabase(config, { statementTimeoutMs: 0 })
  const started = performance.now()
  try {
    await loadCorpus(db, {
      articles,
      seed: Number(values.seed),
      now: new Date(),
      model: values.embeddings ? hashingModel : undefined,
      onProgress: (done) => {
        if (done % REPORT_EVERY !== 0 && done !== articles) return
        const rate = done / ((performance.now() - started) / 1000)
        const left = Math.round((articles - done) / rate)
        console.error(`${done} of ${articles} articles, ${Math.round(rate)}/s, ${left} s left`)
      },
      onRebuild: ({ phase, done, total }) => {
        if (done % REPORT_EVERY === 0 || done === total)
          console.error(`mentions: ${done} of ${total} ${phase}`)
      },
    })
  } finally {
    await db.end({ timeout: 5 })
  }
  console.log(`${articles} articles in ${Math.round((performance.now() - started) / 1000)} s`)
}

try {
  await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
