import { DELIVERY_CHANNELS } from '../packages/platform/src/config/delivery-channels.ts'
import type { AlarmSources } from './alarms.ts'
import { dimensionsOf } from './database.ts'
import * as objectives from './objectives.ts'

const COLUMNS = 24
const HEIGHT = 6
const PERIOD_SECONDS = 300
const BYTES_OF_GB = 1024 ** 3

/** A series in CloudWatch's format: namespace, name, dimensions by name and value, display options. */
type Series = readonly $util.Input<string | Record<string, unknown>>[]

interface Widget {
  type: 'metric' | 'log' | 'alarm'
  properties: Record<string, unknown>
}

export interface DashboardSources extends AlarmSources {
  alarms: readonly aws.cloudwatch.MetricAlarm[]
  /** Absent where the API has no firewall. */
  firewall?: aws.wafv2.WebAcl
}

/** One page of at most ten widgets: whether the objectives are met, and where work is stuck. */
export function makeDashboard(sources: DashboardSources): aws.cloudwatch.Dashboard {
  const rows = [
    [showAlarms(sources), showAnswers(sources)],
    [showDurations(sources), showFields(sources)],
    // The sweep publishes these series, and the sweep runs only on stages with schedules.
    ...(sources.settings.schedules
      ? [[showArticles(sources), ...showSites(sources), showDeliveries(sources)]]
      : []),
    [showDeadLetters(sources), showDatabase(sources), ...showSearch(sources)],
  ]
  return new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: `${$app.name}-${sources.stage}`,
    dashboardBody: $jsonStringify({ widgets: rows.flatMap(placeRow) }),
  })
}

/** Widgets side by side, all of the same width. */
function placeRow(widgets: readonly Widget[], row: number) {
  const width = COLUMNS / widgets.length
  return widgets.map((widget, column) => ({
    ...widget,
    x: column * width,
    y: row * HEIGHT,
    width,
    height: HEIGHT,
  }))
}

/** A graph of the maximum of each series, if the series names nothing else. Limits are in the unit of the left axis. */
function draw(
  { settings }: DashboardSources,
  title: string,
  metrics: readonly Series[],
  limits: Record<string, number> = {},
): Widget {
  const horizontal = Object.entries(limits).map(([label, value]) => ({ label, value }))
  return {
    type: 'metric',
    properties: {
      title,
      metrics,
      stat: 'Maximum',
      period: PERIOD_SECONDS,
      region: settings.region,
      view: 'timeSeries',
      yAxis: { left: { min: 0 } },
      annotations: { horizontal },
    },
  }
}

const RIGHT = { yAxis: 'right' }

/** Returns a maker of series with the same namespace and dimensions. */
const seriesOf =
  (namespace: string, dimensions: Record<string, $util.Input<string>>) =>
  (metric: string, options: Record<string, unknown> = {}): Series => [
    namespace,
    metric,
    ...Object.entries(dimensions).flat(),
    { label: metric, ...options },
  ]

/** A series that the sweep publishes, for each step or channel. */
const eachSeries = (
  { stage }: DashboardSources,
  metric: string,
  { service, dimension, values }: { service: string; dimension: string; values: readonly string[] },
  options = {},
): Series[] =>
  values.map((value) =>
    seriesOf('Pauta', { service, stage, [dimension]: value })(metric, {
      label: `${metric} ${value}`,
      ...options,
    }),
  )

function showAlarms({ alarms }: DashboardSources): Widget {
  return { type: 'alarm', properties: { title: 'Alarms', alarms: alarms.map(({ arn }) => arn) } }
}

function showAnswers(sources: DashboardSources): Widget {
  const { api, firewall, settings } = sources
  const gateway = api.nodes.stage
  if (!gateway) throw new Error('The dashboard needs a deployed API.')
  const series = seriesOf('AWS/ApiGateway', { ApiName: api.nodes.api.name, Stage: gateway.stageName })
  const counted = { stat: 'Sum', ...RIGHT }
  return draw(
    sources,
    'Share of answers that failed; requests, refused ones, and those that the firewall turned away',
    [
      series('5XXError', { stat: 'Average' }),
      series('Count', counted),
      series('4XXError', counted),
      ...(firewall
        ? [
            seriesOf('AWS/WAFV2', { WebACL: firewall.name, Region: settings.region, Rule: 'ALL' })(
              'BlockedRequests',
              counted,
            ),
          ]
        : []),
    ],
    { objective: objectives.API_ERROR_SHARE },
  )
}

const functionSeries = ({ stage }: DashboardSources, name: string) =>
  seriesOf('AWS/Lambda', { FunctionName: `${$app.name}-${stage}-${name}` })

function showDurations(sources: DashboardSources): Widget {
  const series = functionSeries(sources, 'graphql')
  return draw(
    sources,
    'Queries and mutations, ms; their environments, and requests throttled',
    [
      ...['p50', 'p95', 'p99'].map((stat) => series('Duration', { stat, label: stat })),
      series('ConcurrentExecutions', RIGHT),
      series('Throttles', { stat: 'Sum', ...RIGHT }),
    ],
    { 'objective of p95': objectives.ANSWER_P95_MS },
  )
}

function showFields({ stage, settings }: DashboardSources): Widget {
  return {
    type: 'log',
    properties: {
      title: 'By field: requests, p95 in ms, statements and index calls of the dearest',
      region: settings.region,
      view: 'table',
      query: `SOURCE '/aws/lambda/${$app.name}-${stage}-graphql'
| filter ispresent(milliseconds)
| stats count(*) as requests, pct(milliseconds, 95) as p95, max(storeReads.sql) as statements, max(storeReads.index) as indexCalls by rootFields.0 as field
| sort p95 desc
| limit 20`,
    },
  }
}

function showArticles(sources: DashboardSources): Widget {
  const steps = { service: 'pipeline', dimension: 'step', values: objectives.STEPS }
  return draw(
    sources,
    'From the scraper to search (95 of 100), and oldest article that waits for a step, s; articles that failed',
    [
      seriesOf('Pauta', { service: 'pipeline', stage: sources.stage })('TimeToSearch'),
      ...eachSeries(sources, 'OldestOpen', steps),
      ...eachSeries(sources, 'FailedArticles', steps, RIGHT),
    ],
    { objective: objectives.TIME_TO_SEARCH_SECONDS, degraded: objectives.LAG_LIMIT_SECONDS },
  )
}

/** The news sites. Another scraper's sites have no series. */
function showSites(sources: DashboardSources): Widget[] {
  const { stage, settings } = sources
  if (settings.scraper.kind !== 'own') return []
  const series = seriesOf('Pauta', { service: 'pipeline', stage })
  return [
    draw(
      sources,
      `News sites that fail, are silent, or have another template; requests since midnight, of ${objectives.SCRAPE_REQUESTS_PER_DAY}`,
      [
        ...['FailingSites', 'SilentSites', 'DriftingSites'].map((metric) => series(metric)),
        series('ScrapeRequests', RIGHT),
      ],
      { 'alarm of failing sites': objectives.FAILING_SITES },
    ),
  ]
}

function showDeliveries(sources: DashboardSources): Widget {
  const series = seriesOf('Pauta', { service: 'delivery', stage: sources.stage })
  const channels = { service: 'delivery', dimension: 'channel', values: DELIVERY_CHANNELS }
  return draw(
    sources,
    'Oldest digest and delivery that wait, and how far articles on their way hold windows back, s; deliveries that failed',
    [
      series('OldestRun'),
      series('WindowHold'),
      ...eachSeries(sources, 'OldestDelivery', channels),
      series('FailedDeliveries', RIGHT),
    ],
    { 'objective of digests': objectives.LATE_DIGEST_SECONDS, alarm: objectives.DELIVERY_LAG_LIMIT_SECONDS },
  )
}

function showDeadLetters(sources: DashboardSources): Widget {
  const { deadLetters, jobQueues } = sources
  const queues = [
    ...Object.entries(deadLetters),
    ...Object.entries(jobQueues).map(([name, queue]) => [`job ${name}`, queue.deadLetters] as const),
  ]
  // Not the age of the oldest one: SQS leaves out messages that were received three times, and the sweep receives them.
  const series = queues.map(([label, queue]) =>
    seriesOf('AWS/SQS', { QueueName: queue.nodes.queue.name })('ApproximateNumberOfMessagesVisible', {
      label,
    }),
  )
  return draw(sources, 'Dead letters', series)
}

function showDatabase(sources: DashboardSources): Widget {
  const { maxConnections } = sources.settings.database
  const series = seriesOf('AWS/RDS', dimensionsOf(sources.database))
  return draw(
    sources,
    `Database: bytes free on disk; processor, %, its credits, and connections, of ${maxConnections}`,
    [
      series('FreeStorageSpace', { stat: 'Minimum' }),
      series('CPUUtilization', RIGHT),
      series('CPUCreditBalance', { stat: 'Minimum', ...RIGHT }),
      series('DatabaseConnections', RIGHT),
    ],
    { 'alarm of the disk': objectives.FREE_DISK_GB * BYTES_OF_GB },
  )
}

/** Our own search instance. The operators of an external index have their own page. */
function showSearch(sources: DashboardSources): Widget[] {
  const { searchInstance } = sources
  if (!searchInstance) return []
  const series = seriesOf('AWS/EC2', { InstanceId: searchInstance })
  return [
    draw(sources, 'Search: processor, %, and its credits; checks of the instance that failed', [
      series('CPUUtilization'),
      series('CPUCreditBalance', { stat: 'Minimum' }),
      series('StatusCheckFailed', RIGHT),
    ]),
  ]
}
