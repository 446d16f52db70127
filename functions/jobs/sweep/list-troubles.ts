import { DELIVERY_LAG_LIMIT_SECONDS, type DeliveryLag } from '@pauta/delivery/ledger/lag'
import { listFailingSites, type FailingSite } from '@pauta/scraper/store/status'
import type { IndexHealth } from '@pauta/core/operations/search-index-health'
import type { Trouble } from '@pauta/core/operations/incidents'
import { LAG_LIMIT_SECONDS, lagSeconds, type StepLag } from '@pauta/core/operations/lag'
import { findLatestTraining, type ThemeModelRecord } from '@pauta/core/themes/theme-models'
import type { QueueDepth } from '@pauta/core/operations/queue-depths'
import type { Db } from '@pauta/platform/database/database'
import type { Job } from '@pauta/platform/jobs/define-job'
import { listFailingJobs, type FailingJob } from '@pauta/platform/jobs/job-run-upkeep'
import { SECOND_MS } from '@pauta/platform/time/time'

/** What the sweep has measured. */
export interface Measures {
  lag: readonly StepLag[]
  deliveryLag: readonly DeliveryLag[]
  index: Pick<IndexHealth, 'isHealthy' | 'sickNodes'>
  /** Undefined when the queues could not be counted. */
  depths: readonly Pick<QueueDepth, 'queue' | 'dead' | 'reasons'>[] | undefined
  sites: readonly FailingSite[]
  jobs: readonly FailingJob[]
  /** The latest training of themes; undefined before the first. */
  training: Pick<ThemeModelRecord, 'trainedAt' | 'inUse' | 'accuracyL1'> | undefined
  now: Date
}

const secondsSince = (instant: Date, now: Date) =>
  Math.max(0, Math.round((now.getTime() - instant.getTime()) / SECOND_MS))

function judgeIndex({ isHealthy, sickNodes }: Measures['index'], now: Date): Trouble[] {
  if (isHealthy) return []
  const reason = `no healthy answer from ${sickNodes.join(', ')}`
  return [{ kind: 'index-unhealthy', subject: '', beganAt: now, worst: 0, reason }]
}

function judgeTraining(training: Measures['training']): Trouble[] {
  if (!training || training.inUse) return []
  return [
    {
      kind: 'accuracy-fell',
      subject: 'themes',
      beganAt: training.trainedAt,
      worst: Math.round((training.accuracyL1 ?? 0) * 1000),
      reason: 'the latest training measured worse than the one in use',
    },
  ]
}

/** Returns everything that is wrong by the limits of `/ready` and of the alarms. */
export function judgeMeasures({
  lag,
  deliveryLag,
  index,
  depths,
  sites,
  jobs,
  training,
  now,
}: Measures): Trouble[] {
  const steps = lag.flatMap(({ step, oldestOpenAt, failed }): Trouble[] => {
    const seconds = lagSeconds({ oldestOpenAt }, now)
    if (oldestOpenAt === null || seconds <= LAG_LIMIT_SECONDS) return []
    return [
      { kind: 'step-late', subject: step, beganAt: oldestOpenAt, worst: seconds, reason: `${failed} failed` },
    ]
  })
  const channels = deliveryLag.flatMap(({ channel, oldestDueAt, pausedUntil }): Trouble[] => {
    const seconds = oldestDueAt ? secondsSince(oldestDueAt, now) : 0
    if (oldestDueAt === null || seconds <= DELIVERY_LAG_LIMIT_SECONDS) return []
    const reason = pausedUntil ? `the channel is paused until ${pausedUntil.toISOString()}` : null
    return [{ kind: 'deliveries-late', subject: channel, beganAt: oldestDueAt, worst: seconds, reason }]
  })
  const queues = (depths ?? [])
    .filter(({ dead }) => dead > 0)
    .map(({ queue, dead, reasons: [first] }): Trouble => ({
      kind: 'dead-letters',
      subject: queue,
      beganAt: now,
      worst: dead,
      reason: first?.reason ?? null,
    }))
  const failing = jobs.map(({ job, failures, failingSince, error }): Trouble => ({
    kind: 'job-failed',
    subject: job,
    beganAt: failingSince,
    worst: failures,
    reason: error,
  }))
  const unread = sites.map(
    ({ agencyKey, lastSuccessAt, lastFailedAt, failures, errorKind, errorMessage }): Trouble => ({
      kind: 'agency-unread',
      subject: agencyKey,
      beganAt: lastSuccessAt ?? lastFailedAt ?? now,
      worst: failures,
      reason: [errorKind, errorMessage].filter(Boolean).join(': ') || null,
    }),
  )
  return [
    ...steps,
    ...channels,
    ...queues,
    ...failing,
    ...unread,
    ...judgeIndex(index, now),
    ...judgeTraining(training),
  ]
}

/** Reads what the sweep has not measured and judges all of it. `jobs` run on schedules and have no targets. */
export async function listTroubles(
  db: Db,
  { jobs, ...measures }: Omit<Measures, 'sites' | 'jobs' | 'training'> & { jobs: readonly Job[] },
): Promise<Trouble[]> {
  const names = jobs.filter(({ schedule, targets }) => schedule && !targets).map(({ name }) => name)
  return judgeMeasures({
    ...measures,
    sites: await listFailingSites(db),
    jobs: await listFailingJobs(db, names),
    training: await findLatestTraining(db),
  })
}
