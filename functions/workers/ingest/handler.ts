import { readIngestMessage } from '@pauta/core/ingest/messages'
import { removeArticles } from '@pauta/core/removals/removals'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { listScrapedEvents } from '@pauta/core/steps/article-events'
import type { IncomingArticle } from '@pauta/core/articles/article'
import type { Removal } from '@pauta/core/removals/removal'
import { isConnectionError } from '@pauta/platform/database/connection-errors'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { publish } from '@pauta/core/steps/topics'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { connectQueues } from '@pauta/platform/queues/queues'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { connectStorage } from '@pauta/platform/storage/storage'
import { PermanentFailure } from '@pauta/platform/workers/permanent-failure'
import { runWorker, type Failure, type Received } from '@pauta/platform/workers/run-worker'
import { ingest } from './worker.ts'

interface Readable {
  message: Received
  article: IncomingArticle
}

interface ReadableRemoval {
  message: Received
  removal: Removal
}

interface Written {
  /** Ids whose rows are new or changed. */
  changed: string[]
  /** Other ids in redelivered messages: an earlier attempt may have crashed between commit and message. */
  repeated: string[]
  failures: Failure[]
}

async function readMessages(
  messages: readonly Received[],
  { storage, now, logger }: { storage: Storage; now: Date; logger: Logger },
): Promise<{ readable: Readable[]; removals: ReadableRemoval[]; failures: Failure[] }> {
  const readable: Readable[] = []
  const removals: ReadableRemoval[] = []
  const failures: Failure[] = []
  for (const message of messages) {
    try {
      const { body, sentAt } = message
      const read = await readIngestMessage(body, { storage, now, sentAt })
      if ('removal' in read) {
        removals.push({ message, removal: read.removal })
        continue
      }
      const { article } = read
      readable.push({ message, article })
      if (article.dropped.length > 0) {
        const { agencyKey, url, dropped } = article
        logger.warn({ agencyKey, url, dropped }, 'ingest: pictures without a web address were dropped')
      }
    } catch (error) {
      failures.push({ id: message.id, error })
    }
  }
  return { readable, removals, failures }
}

async function writeTogether(db: DbPool, readable: readonly Readable[], logger: Logger): Promise<Written> {
  const { inserted, updated, outcomes, ...notes } = await upsertArticles(
    db,
    readable.map(({ article }) => article),
  )
  const { createdAgencies, createdThemes, labelDifferences } = notes
  if (createdAgencies.length + createdThemes.length > 0)
    logger.warn({ createdAgencies, createdThemes }, 'ingest: codes that the catalogue does not have')
  if (labelDifferences.length > 0)
    logger.warn({ labelDifferences }, 'ingest: themes with another label than the catalogue’s, which stays')
  const changed = new Set([...inserted, ...updated])
  const repeated = new Set<string>()
  const failures: Failure[] = []
  for (const [position, { message }] of readable.entries()) {
    const outcome = outcomes[position]
    if (outcome?.kind === 'refused')
      failures.push({ id: message.id, error: new PermanentFailure(outcome.reason) })
    if (outcome?.kind === 'kept-down') logger.info({ uniqueId: outcome.uniqueId }, 'ingest: stays taken down')
    if (outcome?.kind === 'stored' && message.receiveCount > 1 && !changed.has(outcome.uniqueId))
      repeated.add(outcome.uniqueId)
  }
  return { changed: [...changed], repeated: [...repeated], failures }
}

/**
 * A database outage fails all messages. After any other error each message is tried alone, because one article may be
 * the cause.
 */
async function writeEach(db: DbPool, readable: readonly Readable[], logger: Logger): Promise<Written> {
  if (readable.length === 0) return { changed: [], repeated: [], failures: [] }
  try {
    return await writeTogether(db, readable, logger)
  } catch (error) {
    const isRetryable = error instanceof PublicError && error.retryable
    if (isConnectionError(error) || isRetryable) throw error
    const [only] = readable
    if (only && readable.length === 1)
      return { changed: [], repeated: [], failures: [{ id: only.message.id, error }] }
  }
  const written: Written = { changed: [], repeated: [], failures: [] }
  for (const one of readable) {
    const { changed, repeated, failures } = await writeEach(db, [one], logger)
    written.changed.push(...changed)
    written.repeated.push(...repeated)
    written.failures.push(...failures)
  }
  return written
}

/** Removes articles after the articles of the batch are stored, which may be theirs. Returns what the index must drop. */
async function removeEach(
  db: DbPool,
  removals: readonly ReadableRemoval[],
  logger: Logger,
): Promise<{ removed: string[]; failures: Failure[] }> {
  if (removals.length === 0) return { removed: [], failures: [] }
  const outcomes = await removeArticles(
    db,
    removals.map(({ removal }) => removal),
  )
  const removed = new Set<string>()
  const failures: Failure[] = []
  for (const [position, { message, removal }] of removals.entries()) {
    const outcome = outcomes[position]
    if (outcome?.kind === 'refused')
      failures.push({ id: message.id, error: new PermanentFailure(outcome.reason) })
    else logger.info({ ...removal, outcome: outcome?.kind }, 'ingest: removed from its site')
    // An earlier attempt may have crashed between commit and message.
    if (outcome?.kind === 'removed' || (outcome?.kind === 'ignored' && message.receiveCount > 1))
      removed.add(outcome.uniqueId)
  }
  return { removed: [...removed], failures }
}

export const handler = runWorker(ingest, {
  open: (config) => ({
    config,
    db: connectDatabase(config.database),
    storage: connectStorage(config.storage),
    queues: connectQueues(),
  }),
  handle: async ({ messages, dependencies, logger, now }) => {
    const { db, storage } = dependencies
    const { readable, removals, failures } = await readMessages(messages, { storage, now, logger })
    const written = await writeEach(db, readable, logger)
    const changed = new Set(written.changed)
    const repeated = new Set(written.repeated.filter((uniqueId) => !changed.has(uniqueId)))
    const events = await listScrapedEvents(db, [...changed, ...repeated], now)
    await publish('news.scraped', events, repeated, dependencies)
    const down = await removeEach(db, removals, logger)
    await enqueueStep('index', down.removed, { ...dependencies, now })
    return [...failures, ...written.failures, ...down.failures]
  },
})
