import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import type { DeliveryLag, DeliveryTroubles } from './lag.ts'

/**
 * Writes the measurements to the log in CloudWatch's embedded metric format: two series a channel and three for all of
 * them. What is known by clipping or person stays in SQL.
 */
export function publishDeliveryMetrics({
  stage,
  lag,
  troubles,
  now,
}: {
  stage: string
  lag: readonly DeliveryLag[]
  troubles: DeliveryTroubles
  now: Date
}): void {
  const metrics = new Metrics({
    namespace: 'Pauta',
    serviceName: 'delivery',
    defaultDimensions: { stage },
  })
  for (const { channel, due, oldestDueAt } of lag) {
    const seconds = oldestDueAt === null ? 0 : Math.max(0, (now.getTime() - oldestDueAt.getTime()) / 1000)
    metrics
      .addDimension('channel', channel)
      .addMetric('DueDeliveries', MetricUnit.Count, due)
      .addMetric('OldestDelivery', MetricUnit.Seconds, seconds)
      .publishStoredMetrics()
  }
  metrics
    .addMetric('FailedDeliveries', MetricUnit.Count, troubles.failed)
    .addMetric('DisabledChannels', MetricUnit.Count, troubles.disabledChannels)
    .addMetric('SuppressedAddresses', MetricUnit.Count, troubles.suppressedAddresses)
    .publishStoredMetrics()
}
