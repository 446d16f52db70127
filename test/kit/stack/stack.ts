import { randomUUID } from 'node:crypto'
import type { IncomingArticleInput } from '@pauta/core/articles/article'
import { upsertFeatures, type FeatureUpsert } from '@pauta/core/features/features'
import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import type { EmbeddingModel } from '@pauta/core/embeddings/embedding-model'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectSearchIndex, type SearchIndex } from '@pauta/core/search-index/client'
import { syncIndex } from '@pauta/core/search-index/rebuild'
import { workers } from '@pauta/functions/workers/workers'
import { loadHandlers } from '@pauta/server/functions/invoke'
import { startStack } from '@pauta/local/stack'
import type { Stack, StackOptions } from '@pauta/local/stack-types'
import { inject } from 'vitest'
import { makeClient, type Client } from '../client/client.ts'
import { openStackStores, type StackStores } from './outside-stores.ts'
import { takeThreadDatabase } from './thread-database.ts'
import { patient } from '../runner/patience.ts'
import { received } from '../rows/factories.ts'

/** A stack of the test file, with access to its stores beside HTTP. */
export interface TestStack extends Client, AsyncDisposable {
  stack: Stack
  db: DbPool
  index: SearchIndex
  model: EmbeddingModel
  /** Writes articles to the database only. */
  write(articles: readonly IncomingArticleInput[]): Promise<void>
  /** Writes articles and their features and indexes them. */
  publish(articles: readonly IncomingArticleInput[], features?: readonly FeatureUpsert[]): Promise<void>
  stop(): Promise<void>
}

/** Stores that the stack does not start itself: on the servers of the tests, or the database of the thread. */
async function openStores(): Promise<StackStores | undefined> {
  const servers = inject('servers')
  if (servers) return await openStackStores(servers)
  const database = await takeThreadDatabase(inject('databaseTemplate'))
  return database && { outside: { database: database.address }, close: async () => database.release() }
}

/**
 * Starts a stack in memory from the migrated template, on free ports. One per test file, because it sets the
 * environment.
 */
export async function startTestStack(options: Partial<StackOptions> = {}): Promise<TestStack> {
  // A stack with a folder keeps its data there.
  const stores = options.dataDir === undefined ? await openStores() : undefined
  const stack = await startStack({
    port: 0,
    indexPort: 0,
    databaseDump: inject('databaseTemplate'),
    issuerKeys: inject('issuerKeys'),
    logLevel: 'silent',
    batchWindowSeconds: 0,
    patience: inject('patience'),
    ...(stores && { outside: stores.outside }),
    ...options,
    // A message whose handler exceeds the visibility time-out comes back, and after five times it is a dead letter.
    ...(options.visibilityTimeoutSeconds !== undefined && {
      visibilityTimeoutSeconds: patient(options.visibilityTimeoutSeconds),
    }),
  })
  // With a short visibility time-out, a message should not wait for its handler to be loaded.
  if (options.visibilityTimeoutSeconds !== undefined) {
    const names = workers.map(({ name }) => name).filter((name) => !options.idleWorkers?.includes(name))
    await loadHandlers({ workers: names, jobs: [] })
  }
  const config = loadConfig('database', 'index', 'embedding')
  const db = connectDatabase(config.database, { statementTimeoutMs: 0 })
  const index = connectSearchIndex(config.index)
  const model = openEmbeddingModel(config.embedding)
  const stop = async () => {
    await db.end({ timeout: 5 })
    await stack.stop()
    await stores?.close()
  }
  const write = async (articles: readonly IncomingArticleInput[]) => {
    const incoming = articles.map((article) => received(article))
    for (let start = 0; start < incoming.length; start += UPSERT_MAX_ARTICLES) {
      await upsertArticles(db, incoming.slice(start, start + UPSERT_MAX_ARTICLES))
    }
  }
  return {
    ...makeClient(stack.graphqlUrl),
    stack,
    db,
    index,
    model,
    write,
    async publish(articles, features = []) {
      await write(articles)
      await upsertFeatures(db, features)
      await syncIndex({ db, index, model, now: () => new Date() }, {})
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** A name that no other test uses. */
export const uniqueName = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}`
