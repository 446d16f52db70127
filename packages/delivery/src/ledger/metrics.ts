import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { WindowHold } from '@pauta/clippings/releases/run-state'
import type { DeliveryLag } from './lag.ts'

/**
 * Logs the measurements in CloudWatch's embedded metric format: one series for each channel, one for each agency that
 * delays windows, and three totals. Numbers by clipping or person stay in SQL.
 */
export function publishDeliveryMetrics({
  stage,
  lag,
  failed,
  oldestDueRunAt,
  windowHolds,
  now,
}: {
  stage: string
  lag: readonly DeliveryLag[]
  /** Recently failed deliveries, over all channels. */
  failed: number
  /** When the longest-waiting run of a clipping became due. */
  oldestDueRunAt: Date | null
  /** Agencies whose articles delay windows, the longest delay first. */
  windowHolds: readonly WindowHold[]
  now: Date
}): void {
  const metrics = new Metrics({
    namespace: 'Pauta',
    serviceName: 'delivery',
    defaultDimensions: { stage },
  })
  for (const { channel, oldestDueAt } of lag) {
    metrics
      .addDimension('channel', channel)
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
    .addMetric('FailedDeliveries', MetricUnit.Count, failed)
    .publishStoredMetrics()
}

/** Returns 0 for null. */
const secondsSince = (instant: Date | null, now: Date): number =>
  instant === null ? 0 : Math.max(0, (now.getTime() - instant.getTime()) / 1000)
