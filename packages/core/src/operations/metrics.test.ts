import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PIPELINE_STEPS } from '../steps/steps.ts'
import { publishMetrics } from './metrics.ts'

beforeEach(() => {
  // A local stack turns the metrics off.
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'false')
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

interface MetricLine extends Record<string, unknown> {
  _aws: { CloudWatchMetrics: { Namespace: string; Dimensions: string[][]; Metrics: { Name: string }[] }[] }
}

function capture(publish: () => void): MetricLine[] {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    lines.push(String(text))
    return true
  })
  publish()
  return lines.map((line) => JSON.parse(line) as MetricLine)
}

it('publishes metrics per step and for the whole pipeline, in 10 series', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const lag = PIPELINE_STEPS.map((step) => ({
    step,
    due: 7,
    failed: 2,
    oldestOpenAt: step === 'index' ? null : new Date('2026-06-01T11:50:00Z'),
  }))
  const lines = capture(() =>
    publishMetrics({ stage: 'test', lag, staleAgencies: 4, timeToSearchSeconds: 90, now }),
  )
  expect(lines).toMatchObject([
    {
      stage: 'test',
      service: 'pipeline',
      step: 'enrich',
      FailedArticles: 2,
      OldestOpen: 600,
    },
    { step: 'classify', OldestOpen: 600 },
    { step: 'embed', OldestOpen: 600 },
    { step: 'index', OldestOpen: 0 },
    {
      stage: 'test',
      service: 'pipeline',
      TimeToSearch: 90,
      StaleAgencies: 4,
    },
  ])
  expect(lines.at(-1)).not.toHaveProperty('step')
  const series = lines.flatMap((line) =>
    line._aws.CloudWatchMetrics.flatMap(({ Dimensions, Metrics }) =>
      Dimensions.flatMap((dimensions) =>
        Metrics.map(({ Name }) => [Name, ...dimensions.map((name) => line[name])].join(' ')),
      ),
    ),
  )
  expect(new Set(series).size).toBe(10)
})

it('omits the time to search when no article arrived', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  const [line] = capture(() =>
    publishMetrics({ stage: 'test', lag: [], staleAgencies: 0, timeToSearchSeconds: null, now }),
  )
  expect(line).toMatchObject({ StaleAgencies: 0 })
  expect(line).not.toHaveProperty('TimeToSearch')
})
