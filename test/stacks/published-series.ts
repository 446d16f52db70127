import { publishDeliveryMetrics } from '@pauta/delivery/ledger/metrics'
import { DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import { publishMetrics } from '@pauta/core/operations/metrics'
import { publishIndexMetrics } from '@pauta/core/operations/search-index-health'
import { vi } from 'vitest'

interface MetricLine extends Record<string, unknown> {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] }
}

/** The namespace that alarms and the dashboard read. */
export const NAMESPACE = 'Pauta'

/** Key of a series: its name and its dimensions, ordered by name. */
export const seriesKey = (metric: string, dimensions: Record<string, unknown>): string =>
  [
    metric,
    ...Object.entries(dimensions)
      .map(([name, value]) => `${name}=${String(value)}`)
      .sort(),
  ].join(' ')

/** Every series of our namespace that a sweep of that stage publishes: each is paid for by the month. */
export function listPublishedSeries(stage: string): Set<string> {
  const lines: string[] = []
  // A stack on this machine turns them off.
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  try {
    const now = new Date('2026-06-01T12:00:00Z')
    publishIndexMetrics(stage, {
      isHealthy: true,
      usage: { freeDiskPercent: 50, freeMemoryPercent: 50 },
    })
    publishMetrics({
      stage,
      lag: PIPELINE_STEPS.map((step) => ({ step, due: 1, failed: 1, oldestOpenAt: now })),
      staleAgencies: 1,
      scraping: { failingSites: 1, silentSites: 1, driftingSites: 1, requests: 1 },
      timeToSearchSeconds: 1,
      now,
    })
    publishDeliveryMetrics({
      stage,
      lag: DELIVERY_CHANNELS.map((channel) => ({ channel, due: 1, oldestDueAt: now, pausedUntil: null })),
      failed: 1,
      oldestDueRunAt: now,
      windowHolds: [{ agencyKey: 'mec', until: now, seconds: 1, articles: 1 }],
      now,
    })
  } finally {
    write.mockRestore()
    vi.unstubAllEnvs()
  }
  const series = lines
    .map((line) => JSON.parse(line) as MetricLine)
    .flatMap((line) =>
      line._aws.CloudWatchMetrics.filter(({ Namespace }) => Namespace === NAMESPACE).flatMap(
        ({ Dimensions, Metrics }) =>
          Dimensions.flatMap((names) =>
            Metrics.map(({ Name }) =>
              seriesKey(Name, Object.fromEntries(names.map((name) => [name, line[name]]))),
            ),
          ),
      ),
    )
  return new Set(series)
}
