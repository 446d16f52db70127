import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { measureTimeToSearch } from '@pauta/core/articles/time-to-search'
import { findOldestDueRun } from '@pauta/clippings/releases/overdue'
import { listWindowHolds } from '@pauta/clippings/releases/run-state'
import { repairClockSkew } from '@pauta/clippings/releases/clock-skew'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/delivery/ledger/channels'
import { countDeliveryTroubles, listDeliveryLag } from '@pauta/delivery/ledger/lag'
import { publishDeliveryMetrics } from '@pauta/delivery/ledger/metrics'
import { measureScraping } from '@pauta/core/scraping/status'
import { countStaleTargets } from '@pauta/core/steps/freshness'
import { listStepLag } from '@pauta/core/steps/lag'
import { countRuns, failAbandonedRuns } from '@pauta/platform/jobs/job-run-upkeep'
import { dropOpenSteps, PIPELINE_STEPS, type PipelineStep } from '@pauta/core/steps/steps'
import { measureIndex, publishIndexMetrics } from '@pauta/core/search-index/health'
import { recordIncidents } from '@pauta/core/steps/incidents'
import { publishMetrics } from '@pauta/core/steps/metrics'
import { saveQueueDepths, type QueueDepth } from '@pauta/core/steps/queue-depths'
import { takeOverdue, enqueueStep, type EnqueueDependencies } from '@pauta/core/steps/enqueue'
import { connectQueueReader } from '@pauta/platform/queues/queue-reader'
import { connectQueues } from '@pauta/platform/queues/queues'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { scrape } from '../scrape/job.ts'
import { jobs } from '../jobs.ts'
import { sweep } from './job.ts'
import { measureQueues } from './measure-queues.ts'
import { listTroubles } from './list-troubles.ts'
import { resendManualSends, enqueueOverdueClippings, enqueueLostDeliveries } from './enqueue-overdue.ts'

const BATCH = 500
/** A worker handles some thousands in the five minutes until the next sweep; more would only lengthen its queue. */
const MESSAGES_PER_STEP = 5000
const REPAIRED_CLIPPINGS_MAX = 5000
/** Agencies with a metric of their own. */
const HOLDING_AGENCIES_MAX = 5

async function enqueueOverdueSteps(
  step: PipelineStep,
  dependencies: EnqueueDependencies,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0
  while (sent < MESSAGES_PER_STEP && !signal.aborted) {
    const ids = await takeOverdue(dependencies.db, { step, now: dependencies.now, limit: BATCH })
    if (ids.length === 0) break
    sent += await enqueueStep(step, ids, dependencies)
  }
  return sent
}

/** What the index worker handles in some sweeps; the next sweep takes the rest. */
const REINDEXED_MAX = 20_000

/** Repairs first, then measures. A failure in one repair does not stop the others. */
export const sweepPipeline: JobWork<typeof sweep> = async ({ db, config, now, signal, logger }) => {
  const dependencies: EnqueueDependencies = { db, config, now, queues: connectQueues() }
  const steps: Partial<Record<PipelineStep, number>> = {}
  const deliveries: Partial<Record<DeliveryChannel, number>> = {}
  let enqueued = 0
  let resent = 0
  let reindexed = 0
  const failures: unknown[] = []
  const attempt = async (what: string, heal: () => Promise<void>) => {
    try {
      await heal()
    } catch (error) {
      logger.error({ error, what }, 'a repair of the sweep failed')
      failures.push(error)
    }
  }
  // Without a model, open classify steps would stay open forever.
  const dropped = config.settings.classification ? 0 : await dropOpenSteps(db, 'classify')
  for (const step of PIPELINE_STEPS)
    await attempt(
      step,
      async () => void (steps[step] = await enqueueOverdueSteps(step, dependencies, signal)),
    )
  await attempt('renamed themes and agencies', async () => {
    const onBatch = async (ids: readonly string[]) => void (await enqueueStep('index', ids, dependencies))
    reindexed = await reindexRenamed(db, { signal, onBatch, maxArticles: REINDEXED_MAX })
  })
  const repairedClippings = await repairClockSkew(db, { now, limit: REPAIRED_CLIPPINGS_MAX })
  await attempt(
    'sends by hand',
    async () => void (resent = await resendManualSends(dependencies, config.releaseQueue.url, signal)),
  )
  await attempt(
    'clippings',
    async () =>
      void (enqueued = await enqueueOverdueClippings(dependencies, config.releaseQueue.url, signal)),
  )
  const urls = {
    email: config.deliverEmailQueue.url,
    telegram: config.deliverTelegramQueue.url,
    push: config.deliverPushQueue.url,
    webhook: config.deliverWebhookQueue.url,
  }
  for (const channel of DELIVERY_CHANNELS)
    await attempt(channel, async () => {
      deliveries[channel] = await enqueueLostDeliveries(
        dependencies,
        { channel, queueUrl: urls[channel] },
        signal,
      )
    })
  const abandonedRuns = await failAbandonedRuns(db, now)
  const lag = await listStepLag(db)
  const intervalMs = sweep.schedule.intervalMinutes * MINUTE_MS
  const since = new Date(now.getTime() - intervalMs)
  const runs = await countRuns(db, since)
  const deliveryLag = await listDeliveryLag(db, now)
  const deliveryTroubles = await countDeliveryTroubles(db, since)
  const targets = scrape.targets.values
  const staleAgencies = await countStaleTargets(db, { job: scrape.name, targets, now })
  const scraping = await measureScraping(db, now)
  const timeToSearchSeconds = await measureTimeToSearch(db, new Date(now.getTime() - HOUR_MS))
  const oldestDueRunAt = await findOldestDueRun(db, now)
  const windowHolds = await listWindowHolds(db, { now, limit: HOLDING_AGENCIES_MAX })
  const index = await measureIndex(config.index)
  const { stage } = config.settings
  publishIndexMetrics(stage, index)
  publishMetrics({ stage, lag, runs, staleAgencies, scraping, timeToSearchSeconds, now })
  publishDeliveryMetrics({
    stage,
    lag: deliveryLag,
    troubles: deliveryTroubles,
    oldestDueRunAt,
    windowHolds,
    now,
  })
  let depths: Omit<QueueDepth, 'measuredAt'>[] | undefined
  await attempt('queues', async () => {
    depths = await measureQueues({ db, reader: connectQueueReader() }, config.deadLetters.queues)
    await saveQueueDepths(db, depths, now)
  })
  const troubles = await listTroubles(db, { lag, deliveryLag, index, depths, jobs, now })
  const incidents = await recordIncidents(db, { troubles, unmeasured: depths ? [] : ['dead-letters'] }, now)
  if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be repaired')
  return {
    steps,
    dropped,
    reindexed,
    enqueued,
    resent,
    repairedClippings,
    deliveries,
    abandonedRuns,
    lag,
    runs,
    staleAgencies,
    scraping,
    timeToSearchSeconds,
    oldestDueRunAt,
    windowHolds,
    deliveryLag,
    troubles: deliveryTroubles,
    index,
    incidents,
  }
}

export const handler = runJob(sweep, sweepPipeline)
