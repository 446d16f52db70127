import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { lagSeconds, type StepLag } from './lag.ts'

export interface Measurements {
  stage: string
  lag: readonly StepLag[]
  /** Runs of all jobs since the last measurement, by their end. */
  runs: { failed: number; skipped: number; succeeded: number }
  /** Agencies without a recent successful scrape. */
  staleAgencies: number
  /** 95th percentile of the seconds from arrival to searchability of recent articles; null when there are none. */
  timeToSearchSeconds: number | null
  now: Date
}

/**
 * Writes the measurements to the log in CloudWatch's embedded metric format: three series per step and five for the
 * whole. Facts per agency stay in SQL, because each agency would add paid series.
 */
export function publishMetrics({
  stage,
  lag,
  runs,
  staleAgencies,
  timeToSearchSeconds,
  now,
}: Measurements): void {
  const metrics = new Metrics({
    namespace: 'Pauta',
    serviceName: 'pipeline',
    defaultDimensions: { stage },
  })
  for (const step of lag) {
    metrics
      .addDimension('step', step.step)
      .addMetric('DueArticles', MetricUnit.Count, step.due)
      .addMetric('FailedArticles', MetricUnit.Count, step.failed)
      .addMetric('OldestOpen', MetricUnit.Seconds, lagSeconds(step, now))
      .publishStoredMetrics()
  }
  if (timeToSearchSeconds !== null) metrics.addMetric('TimeToSearch', MetricUnit.Seconds, timeToSearchSeconds)
  metrics
    .addMetric('FailedRuns', MetricUnit.Count, runs.failed)
    .addMetric('SkippedRuns', MetricUnit.Count, runs.skipped)
    .addMetric('SucceededRuns', MetricUnit.Count, runs.succeeded)
    .addMetric('StaleAgencies', MetricUnit.Count, staleAgencies)
    .publishStoredMetrics()
}
