import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { connectReleaseScheduler } from '@pauta/clippings/schedules/release-scheduler'
import { memoizeEntityNames } from '@pauta/core/entities/kept-names'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openSearch } from '@pauta/core/search-index/open-search'
import { memoizeVocabulary } from '@pauta/core/vocabulary/vocabulary'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { enqueueNotices } from '@pauta/delivery/queues/enqueue-notices'
import { openServiceAccounts } from '@pauta/people/tokens/service-accounts'
import { openSignIn } from '@pauta/people/people/sign-in'
import type { Config } from '@pauta/platform/config/config'
import { ACCOUNT_CHANNELS, deliveryQueueUrls } from '@pauta/platform/config/delivery-channels'
import { connectDatabase } from '@pauta/platform/database/database'
import { connectQueues } from '@pauta/platform/queues/queues'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { graphql } from './endpoint.ts'
import { memoizeCatalogue } from './loaders/catalogue.ts'
import type { Services } from './request/context.ts'
import { serviceVerifier, userVerifier, type ViewerVerifier } from './request/viewer.ts'

/**
 * Opens what queries and mutations need: stores, queues and the verifiers of tokens. A function calls it once, at its
 * start.
 */
export function openServices(
  config: Config<(typeof graphql.config)[number]>,
  { logger, databaseConnections }: { logger: Logger; databaseConnections: number },
): { services: Services; verifiers: ViewerVerifier[] } {
  const db = connectDatabase(config.database, { maxConnections: databaseConnections })
  const index = connectSearchIndex(config.index)
  const queues = connectQueues()
  const verifiers = [
    serviceVerifier(openServiceAccounts(config.serviceIdentity)),
    userVerifier(
      openSignIn({ db, config: config.userIdentity, warn: (error, what) => logger.warn({ error }, what) }),
    ),
  ]
  const services: Services = {
    db,
    ...openSearch(index, config.embedding),
    catalogue: memoizeCatalogue({ db, index }, config.settings.catalogueSeconds),
    findVocabulary: memoizeVocabulary({ db, logger }, config.settings.catalogueSeconds),
    findEntityNames: memoizeEntityNames(db, config.settings.catalogueSeconds),
    async enqueueSteps(steps, uniqueIds) {
      for (const step of steps) {
        try {
          await enqueueStep(step, uniqueIds, { db, queues, config, now: new Date() })
        } catch (error) {
          logger.error({ error, step, articles: uniqueIds.length }, 'the worker of a step got no message')
        }
      }
    },
    async enqueueNotices() {
      try {
        const urls = deliveryQueueUrls(config, ACCOUNT_CHANNELS)
        await enqueueNotices(db, { queues, urls, now: new Date() })
      } catch (error) {
        logger.error({ error }, 'notices got no message: the sweep sends it')
      }
    },
    pushPublicKey: config.push.publicKey || null,
    outboundOrigins: config.outbound.allowedOrigins,
    enqueueRelease: (message) => queues.send(config.releaseQueue.url, [writeReleaseMessage(message)]),
    releaseScheduler: connectReleaseScheduler(config.scheduler, logger),
    linkSecrets: [config.linkSigning.secret, config.linkSigning.previous],
    mailSites: {
      apiUrl: config.delivery.apiUrl,
      siteUrl: config.settings.siteUrl,
      publisher: config.publisher,
    },
    releaseSites: { portalUrl: config.settings.portalUrl, apiUrl: config.delivery.apiUrl },
    logger,
  }
  return { services, verifiers }
}
