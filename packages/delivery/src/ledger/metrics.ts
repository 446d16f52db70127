import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { WindowHold } from '@pauta/clippings/releases/run-state'
import type { DeliveryLag, DeliveryTroubles } from './lag.ts'

/**
 * Writes the measurements to the log in CloudWatch's embedded metric format: two series a channel, one for each agency that
 * holds windows back, and five for all of them. What is known by clipping or person stays in SQL.
 */
export function publishDeliveryMetrics({
  stage,
  lag,
  troubles,
  oldestDueRunAt,
  windowHolds,
  now,
}: {
  stage: string
  lag: readonly DeliveryLag[]
  troubles: DeliveryTroubles
  /** When the run of a clipping was due that waits the longest. */
  oldestDueRunAt: Date | null
  /** Agencies whose articles hold the windows of releases back, those that do by the most first. */
  windowHolds: readonly WindowHold[]
  now: Date
}): void {
  const metrics = new Metrics({
    namespace: 'Pauta',
    serviceName: 'delivery',
    defaultDimensions: { stage },
  })
  for (const { channel, due, oldestDueAt } of lag) {
    metrics
      .addDimension('channel', channel)
      .addMetric('DueDeliveries', MetricUnit.Count, due)
      .addMetric('OldestDelivery', MetricUnit.Seconds, secondsSince(oldestDueAt, now))
      .publishStoredMetrics()
  }
  for (const { agencyKey, seconds } of windowHolds)
    metrics
      .addDimension('agency', agencyKey)
      .addMetric('AgencyWindowHold', MetricUnit.Seconds, seconds)
      .publishStoredMetrics()
  metrics
    .addMetric('WindowHold', MetricUnit.Seconds, windowHolds[0]?.seconds ?? 0)
    .addMetric('OldestRun', MetricUnit.Seconds, secondsSince(oldestDueRunAt, now))
    .addMetric('FailedDeliveries', MetricUnit.Count, troubles.failed)
    .addMetric('DisabledChannels', MetricUnit.Count, troubles.disabledChannels)
    .addMetric('SuppressedAddresses', MetricUnit.Count, troubles.suppressedAddresses)
    .publishStoredMetrics()
}

/** 0 where nothing waits. */
const secondsSince = (instant: Date | null, now: Date): number =>
  instant === null ? 0 : Math.max(0, (now.getTime() - instant.getTime()) / 1000)
