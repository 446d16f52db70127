import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import type { IncomingArticle } from '@pauta/core/articles/article'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { received } from '../kit/rows/factories.ts'

const DAYS = 120
const SEED = 7

/** Writes generated articles to the running stack and its index. */
export async function fillStack(count: number): Promise<void> {
  const config = loadConfig('database', 'index', 'embedding')
  const db = connectDatabase(config.database, { statementTimeoutMs: 0 })
  try {
    let batch: IncomingArticle[] = []
    for (const article of generateArticles({ seed: SEED, now: new Date(), count, days: DAYS })) {
      batch.push(received(article))
      if (batch.length < UPSERT_MAX_ARTICLES) continue
      await upsertArticles(db, batch)
      batch = []
    }
    await upsertArticles(db, batch)
    await syncIndex(
      {
        db,
        index: connectSearchIndex(config.index),
        model: openEmbeddingModel(config.embedding),
        now: () => new Date(),
      },
      {},
    )
  } finally {
    await db.end({ timeout: 5 })
  }
}
