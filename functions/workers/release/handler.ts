import { readReleaseMessage } from '@pauta/clippings/schedules/messages'
import { END_RUN_TIMEOUT_SECONDS } from '@pauta/clippings/releases/end-run'
import { connectReleaseScheduler } from '@pauta/clippings/schedules/release-scheduler'
import { DELIVERY_CHANNELS, deliveryQueueUrls } from '@pauta/platform/config/delivery-channels'
import { connectDatabase } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { connectQueues } from '@pauta/platform/queues/queues'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { SECOND_MS } from '@pauta/platform/time/time'
import { readOrRefuse } from '@pauta/platform/workers/permanent-failure'
import { runWorker, type Failure } from '@pauta/platform/workers/run-worker'
import { makeRelease, type ReleaseDependencies } from './make-release.ts'
import { release as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: (config): ReleaseDependencies => {
    const { logLevel, version } = config.settings
    return {
      db: connectDatabase(config.database, { longestTimeoutMs: END_RUN_TIMEOUT_SECONDS * SECOND_MS }),
      index: connectSearchIndex(config.index),
      queues: connectQueues(),
      scheduler: connectReleaseScheduler(
        config.scheduler,
        createLogger({ level: logLevel, fields: { worker: worker.name, version } }),
      ),
      deliveryQueues: deliveryQueueUrls(config, DELIVERY_CHANNELS),
    }
  },
  handle: async ({ messages, dependencies, logger, now }) => {
    const failures: Failure[] = []
    for (const { id, body } of messages) {
      try {
        const message = readOrRefuse(() => readReleaseMessage(body))
        const outcome = await makeRelease(message, dependencies, now)
        logger.info({ ...outcome, clippingId: message.clippingId, of: message.kind }, 'a run of a clipping')
      } catch (error) {
        failures.push({ id, error })
      }
    }
    return failures
  },
})
