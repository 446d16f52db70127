import { writeReleaseMessage } from '@pauta/clippings/releases/messages'
import { connectReleaseScheduler } from '@pauta/clippings/releases/release-scheduler'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { connectWrittenIndex } from '@pauta/core/search-index/second-server'
import { memoizeLiveModel } from '@pauta/core/search-index/live-model'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { enqueueNotices } from '@pauta/delivery/ledger/enqueue-notices'
import { openServiceAccounts } from '@pauta/people/identity/service-accounts'
import { openSignIn } from '@pauta/people/people/sign-in'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { memoizeCatalogue } from './loaders/catalogue.ts'
import { OPERATIONS_CONFIG } from './operations-config.ts'
import type { Services } from './request/context.ts'
import { serviceVerifier, userVerifier, type ViewerVerifier } from './request/viewer.ts'

const QUERY_EMBEDDING_TIMEOUT_MS = 2000

const config = loadConfig(...OPERATIONS_CONFIG)

/**
 * Opens what queries and mutations need: stores, queues and the verifiers of tokens. A function calls it once, at its
 * start.
 */
export function openServices(
  logger: Logger,
  { databaseConnections }: { databaseConnections: number },
): { services: Services; verifiers: ViewerVerifier[] } {
  const db = connectDatabase(config.database, { maxConnections: databaseConnections })
  const index = connectWrittenIndex(config.index, (error) =>
    logger.warn({ error }, 'the second search server did not take a write'),
  )
  const queues = connectQueues()
  const verifiers = [
    serviceVerifier(openServiceAccounts(config.serviceIdentity)),
    userVerifier(
      openSignIn({ db, config: config.userIdentity, warn: (error, what) => logger.warn({ error }, what) }),
    ),
  ]
  const services: Services = {
    db,
    index,
    liveModel: memoizeLiveModel(index),
    catalogue: memoizeCatalogue({ db, index }, config.settings.catalogueSeconds),
    embedding: openEmbeddingModel(config.embedding, { timeoutMs: QUERY_EMBEDDING_TIMEOUT_MS, attempts: 1 }),
    async enqueueSteps(steps, uniqueIds) {
      if (uniqueIds.length === 0) return
      for (const step of steps) {
        try {
          await enqueueStep(step, uniqueIds, { db, queues, config, now: new Date() })
        } catch (error) {
          logger.error({ error, step, articles: uniqueIds.length }, 'the worker of a step got no message')
        }
      }
    },
    async enqueueNotices() {
      const urls = {
        email: config.deliverEmailQueue.url,
        telegram: config.deliverTelegramQueue.url,
        push: config.deliverPushQueue.url,
      }
      try {
        await enqueueNotices(db, { queues, urls, now: new Date() })
      } catch (error) {
        logger.error({ error }, 'notices got no message: the sweep sends it')
      }
    },
    outboundOrigins: config.outbound.allowedOrigins,
    enqueueRelease: (message) => queues.send(config.releaseQueue.url, [writeReleaseMessage(message)]),
    releaseScheduler: connectReleaseScheduler(config.scheduler, logger),
    logger,
  }
  return { services, verifiers }
}
