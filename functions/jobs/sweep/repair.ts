import { repairClockSkew } from '@pauta/clippings/releases/clock-skew'
import { repairDeliveryClocks } from '@pauta/delivery/ledger/clock-skew'
import { repairSiteClocks } from '@pauta/scraper/store/clock-skew'
import { enqueueStep } from '@pauta/core/steps/enqueue'
import { reindexRenamed } from '@pauta/core/steps/reindex-renamed'
import { dropOpenSteps, PIPELINE_STEPS, type PipelineStep } from '@pauta/core/steps/steps'
import {
  DELIVERY_CHANNELS,
  deliveryQueueUrls,
  type DeliveryChannel,
} from '@pauta/platform/config/delivery-channels'
import { failAbandonedRuns } from '@pauta/platform/jobs/job-run-upkeep'
import type { JobRunContext } from '@pauta/platform/jobs/run-job'
import { connectQueues } from '@pauta/platform/queues/queues'
import {
  enqueueLostDeliveries,
  enqueueOverdueClippings,
  enqueueOverdueSteps,
  resendManualSends,
  type OverdueDependencies,
} from './enqueue-overdue.ts'
import type { sweep } from './job.ts'

const REPAIRED_CLIPPINGS_MAX = 5000
/** What the index worker handles in some sweeps; the next sweep takes the rest. */
const REINDEXED_MAX = 20_000

/** Runs one repair. Returns undefined when it fails. */
export type Attempt = <Result>(what: string, repair: () => Promise<Result>) => Promise<Result | undefined>

/** Numbers of repaired rows. A repair that failed counts 0, or has no entry. */
export interface Repairs {
  /** Messages by step. */
  steps: Partial<Record<PipelineStep, number>>
  /** Classify steps that were dropped because the stage has no model. */
  dropped: number
  /** Articles of renamed themes and agencies that became due for the index. */
  reindexed: number
  /** Messages of overdue clippings. */
  enqueued: number
  /** Messages of open manual sends. */
  resent: number
  repairedClippings: number
  /** Sites and deliveries that a wrong clock had put off. */
  repairedSites: number
  repairedDeliveries: number
  /** Messages by channel. */
  deliveries: Partial<Record<DeliveryChannel, number>>
  abandonedRuns: number
}

/** Sends lost messages and closes what crashed processes left open. A failure in one repair does not stop the others. */
export async function repairPipeline(
  { db, config, now, signal }: JobRunContext<typeof sweep>,
  attempt: Attempt,
): Promise<Repairs> {
  const dependencies: OverdueDependencies = { db, config, now, signal, queues: connectQueues() }
  // Without a model, open classify steps would stay open forever.
  const hasModel = config.settings.classification
  const dropped = hasModel
    ? 0
    : await attempt('classify steps without a model', () => dropOpenSteps(db, 'classify'))
  const steps: Repairs['steps'] = {}
  for (const step of PIPELINE_STEPS) {
    const sent = await attempt(step, () => enqueueOverdueSteps(step, dependencies))
    if (sent !== undefined) steps[step] = sent
  }
  const onBatch = async (ids: readonly string[]) => void (await enqueueStep('index', ids, dependencies))
  const reindexed = await attempt('renamed themes and agencies', () =>
    reindexRenamed(db, { signal, onBatch, maxArticles: REINDEXED_MAX }),
  )
  const repairedClippings = await attempt('clippings of a wrong clock', () =>
    repairClockSkew(db, { now, limit: REPAIRED_CLIPPINGS_MAX }),
  )
  const repairedSites = await attempt('sites of a wrong clock', () => repairSiteClocks(db, now))
  const repairedDeliveries = await attempt('deliveries of a wrong clock', () => repairDeliveryClocks(db, now))
  const releaseUrl = config.releaseQueue.url
  const resent = await attempt('sends by hand', () => resendManualSends(dependencies, releaseUrl))
  const enqueued = await attempt('clippings', () => enqueueOverdueClippings(dependencies, releaseUrl))
  const urls = deliveryQueueUrls(config, DELIVERY_CHANNELS)
  const deliveries: Repairs['deliveries'] = {}
  for (const channel of DELIVERY_CHANNELS) {
    const target = { channel, queueUrl: urls[channel] }
    const sent = await attempt(channel, () => enqueueLostDeliveries(dependencies, target))
    if (sent !== undefined) deliveries[channel] = sent
  }
  const abandonedRuns = await attempt('abandoned runs', () => failAbandonedRuns(db, now))
  return {
    steps,
    dropped: dropped ?? 0,
    reindexed: reindexed ?? 0,
    enqueued: enqueued ?? 0,
    resent: resent ?? 0,
    repairedClippings: repairedClippings ?? 0,
    repairedSites: repairedSites ?? 0,
    repairedDeliveries: repairedDeliveries ?? 0,
    deliveries,
    abandonedRuns: abandonedRuns ?? 0,
  }
}
