import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { upsertAgencies } from '@pauta/core/agencies/writes'
import { fillEmbeddings } from '@pauta/core/embeddings/article-embeddings'
import { mergeFeatures } from '@pauta/core/features/features'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import type { DbPool } from '@pauta/platform/database/database'
import type { EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { rebuildEntityStore, type RebuildProgress } from '@pauta/core/entities/rebuild'
import { seedRegistry } from '@pauta/core/entities/registry'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { migrate } from '@pauta/platform/database/migrate'
import { listSeedPeople } from '../texts/cast.ts'
import { generateCorpus } from '../articles/generate-articles.ts'
import { toIncomingSeed } from '../load.ts'
import type { SeedArticle } from '../articles/seed-article.ts'

export interface CorpusOptions {
  articles: number
  seed: number
  now: Date
  /** Model for the vectors. Without it no vectors are made. */
  model: EmbeddingModel | undefined
  onProgress?: (done: number) => void
  onRebuild?: (progress: RebuildProgress) => void
}

async function hasVectors(db: DbPool): Promise<boolean> {
  const rows = await db`select 1 from pg_available_extensions where name = 'vector'`
  return rows.length > 0
}

async function writeBatch(
  db: DbPool,
  batch: readonly SeedArticle[],
  { model, now }: Pick<CorpusOptions, 'model' | 'now'>,
): Promise<void> {
  const { inserted } = await upsertArticles(
    db,
    batch.map((article) => toIncomingSeed(article, now)),
    { arePast: true, seenBy: 'import' },
  )
  await mergeFeatures(
    db,
    batch.flatMap(({ uniqueId, features }) => (features ? [{ uniqueId, features }] : [])),
  )
  if (model) await fillEmbeddings(db, model, await listDocumentRows(db, inserted, model.name))
}

/**
 * Migrates the schema and writes a generated corpus in batches, in constant memory. Then writes mentions, edges and
 * metrics.
 */
export async function loadCorpus(db: DbPool, options: CorpusOptions): Promise<void> {
  const { articles, seed, now, model, onProgress, onRebuild } = options
  const vectors = await hasVectors(db)
  if (model && !vectors) throw new Error('This PostgreSQL has no pgvector, which embeddings need')
  await migrate(db, { folder: findMigrationsFolder(), withoutExtensions: vectors ? [] : ['vector'] })
  await upsertAgencies(db, AGENCIES)
  await seedRegistry(db, [...GAZETTEER, ...listSeedPeople()])
  let done = 0
  let batch: SeedArticle[] = []
  for (const article of generateCorpus({ seed, now, articles })) {
    batch.push(article)
    if (batch.length < UPSERT_MAX_ARTICLES) continue
    await writeBatch(db, batch, options)
    done += batch.length
    batch = []
    onProgress?.(done)
  }
  if (batch.length > 0) {
    await writeBatch(db, batch, options)
    onProgress?.(done + batch.length)
  }
  await rebuildEntityStore(db, onRebuild ? { onProgress: onRebuild } : {})
}
