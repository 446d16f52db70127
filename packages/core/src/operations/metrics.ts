import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics'
import { lagSeconds, type StepLag } from './lag.ts'

/** The state of all sites in four numbers, for metrics and alarms. */
export interface ScrapeMeasures {
  failingSites: number
  silentSites: number
  driftingSites: number
  /** Requests of the local day, over all hosts. */
  requests: number
}

export interface Measurements {
  stage: string
  lag: readonly StepLag[]
  /** Agencies without a recent successful scrape. */
  staleAgencies: number
  /** The state of the sites that the stage's own scraper reads; undefined when another service reads them. */
  scraping?: ScrapeMeasures | undefined
  /** 95th percentile of the seconds from arrival to searchability of recent articles; null when there are none. */
  timeToSearchSeconds: number | null
  now: Date
}

/**
 * Writes the measurements to the log in CloudWatch's embedded metric format: two series per step and six for the
 * whole. Facts per agency stay in SQL, because each agency would add paid series.
 */
export function publishMetrics({
  stage,
  lag,
  staleAgencies,
  scraping,
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
      .addMetric('FailedArticles', MetricUnit.Count, step.failed)
      .addMetric('OldestOpen', MetricUnit.Seconds, lagSeconds(step, now))
      .publishStoredMetrics()
  }
  if (timeToSearchSeconds !== null) metrics.addMetric('TimeToSearch', MetricUnit.Seconds, timeToSearchSeconds)
  if (scraping)
    metrics
      .addMetric('FailingSites', MetricUnit.Count, scraping.failingSites)
      .addMetric('SilentSites', MetricUnit.Count, scraping.silentSites)
      .addMetric('DriftingSites', MetricUnit.Count, scraping.driftingSites)
      .addMetric('ScrapeRequests', MetricUnit.Count, scraping.requests)
  metrics.addMetric('StaleAgencies', MetricUnit.Count, staleAgencies).publishStoredMetrics()
}
