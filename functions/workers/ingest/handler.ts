import { readIngestMessage } from '@pauta/core/articles/messages'
import { uniqueIdOf, upsertArticles } from '@pauta/core/articles/writes'
import { listScrapedEvents } from '@pauta/core/articles/events'
import type { IncomingArticle } from '@pauta/core/articles/article'
import { connectDatabase } from '@pauta/core/database'
import { publish } from '@pauta/core/pipeline/topics'
import { connectQueues } from '@pauta/core/queues'
import { connectStorage } from '@pauta/core/storage'
import { runWorker, type Failure, type Received } from '../run-worker.ts'
import { ingest } from './worker.ts'

interface Readable {
  message: Received
  article: IncomingArticle
}

export const handler = runWorker(ingest, {
  open: (config) => ({
    config,
    db: connectDatabase(config.database),
    storage: connectStorage(config.storage),
    queues: connectQueues(),
  }),
  handle: async ({ messages, dependencies, now }) => {
    const { db, storage } = dependencies
    const readable: Readable[] = []
    const failures: Failure[] = []
    for (const message of messages) {
      try {
        readable.push({ message, article: await readIngestMessage(message.body, storage) })
      } catch (error) {
        failures.push({ id: message.id, error })
      }
    }
    const { inserted, updated } = await upsertArticles(
      db,
      readable.map(({ article }) => article),
    )
    const changed = new Set([...inserted, ...updated])
    // A first try that died between the commit and the wake-up leaves an article that looks unchanged now.
    const repeated = new Set(
      readable
        .filter(({ message }) => message.receiveCount > 1)
        .map(({ article }) => uniqueIdOf(article))
        .filter((uniqueId) => !changed.has(uniqueId)),
    )
    const events = await listScrapedEvents(db, [...changed, ...repeated], now)
    await publish('news.scraped', events, repeated, dependencies)
    return failures
  },
})
