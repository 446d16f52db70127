import { jobs } from '../functions/jobs/jobs.ts'
import { DELIVERY_CHANNELS } from '../packages/platform/src/config/delivery-channels.ts'
import { type Database, dimensionsOf } from './database.ts'
import type { JobQueues } from './jobs.ts'
import * as objectives from './objectives.ts'
import type { Queues } from './queues.ts'
import type { StageSettings } from './settings.ts'

const COLUMNS = 24
const HEIGHT = 6
const PERIOD_SECONDS = 300
const BYTES_OF_GB = 1024 ** 3

/** A series in CloudWatch's format: namespace, name, dimensions by name and value, display options. */
type Series = readonly $util.Input<string | Record<string, unknown>>[]

interface Widget {
  type: 'metric' | 'log' | 'alarm' | 'text'
  properties: Record<string, unknown>
}

export interface DashboardSources {
  stage: string
  settings: StageSettings
  deadLetters: Queues
  jobQueues: JobQueues
  api: sst.aws.ApiGatewayV1
  database: Database
  /** ID of the instance of the index; absent where the index is external. */
  searchInstance: $util.Output<string> | undefined
  alarms: readonly aws.cloudwatch.MetricAlarm[]
  /** Absent where the API has no firewall. */
  firewall?: aws.wafv2.WebAcl
}

/** One page that shows whether the objectives are met, and where work is stuck. */
export function makeDashboard(sources: DashboardSources): aws.cloudwatch.Dashboard {
  const rows = [
    listAlarms(sources),
    listAnswers(sources),
    listLoad(sources),
    // The sweep publishes these series, and the sweep runs only on stages with schedules.
    ...(sources.settings.schedules
      ? [listScraping(sources), listPipeline(sources), listDeliveries(sources), listRuns(sources)]
      : []),
    listDeadLetters(sources),
    listDatabase(sources),
    listSearch(sources),
  ]
  return new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: `${$app.name}-${sources.stage}`,
    dashboardBody: $jsonStringify({ widgets: rows.flatMap(placeRow) }),
  })
}

/** Widgets side by side, all of the same width. */
function placeRow(widgets: readonly Widget[], row: number) {
  const width = Math.floor(COLUMNS / widgets.length)
  return widgets.map((widget, column) => ({
    ...widget,
    x: column * width,
    y: row * HEIGHT,
    width,
    height: HEIGHT,
  }))
}

interface Drawing {
  stat?: string
  /** The limit that the series must not cross, in the unit of the series. */
  limit?: { label: string; value: number }
}

function draw(
  { settings }: Pick<DashboardSources, 'settings'>,
  title: string,
  metrics: readonly Series[],
  { stat = 'Maximum', limit }: Drawing = {},
): Widget {
  return {
    type: 'metric',
    properties: {
      title,
      metrics,
      stat,
      period: PERIOD_SECONDS,
      region: settings.region,
      view: 'timeSeries',
      yAxis: { left: { min: 0 } },
      ...(limit && { annotations: { horizontal: [limit] } }),
    },
  }
}

const functionSeries = (stage: string, name: string, metric: string, options = {}): Series => [
  'AWS/Lambda',
  metric,
  'FunctionName',
  `${$app.name}-${stage}-${name}`,
  { label: name, ...options },
]

/** A series that the sweep publishes. */
const ownSeries = (service: string, stage: string, metric: string, options = {}): Series => [
  'Pauta',
  metric,
  'service',
  service,
  'stage',
  stage,
  { label: metric, ...options },
]

const ofSteps = (stage: string, metric: string): Series[] =>
  objectives.STEPS.map((step) => [
    'Pauta',
    metric,
    'service',
    'pipeline',
    'stage',
    stage,
    'step',
    step,
    { label: `${metric} ${step}` },
  ])

const ofChannels = (stage: string, metric: string): Series[] =>
  DELIVERY_CHANNELS.map((channel) => [
    'Pauta',
    metric,
    'service',
    'delivery',
    'stage',
    stage,
    'channel',
    channel,
    { label: `${metric} ${channel}` },
  ])

function listAlarms({ alarms }: DashboardSources): Widget[] {
  return [{ type: 'alarm', properties: { title: 'Alarms', alarms: alarms.map(({ arn }) => arn) } }]
}

function listAnswers(sources: DashboardSources): Widget[] {
  const { stage, api } = sources
  const gateway = api.nodes.stage
  if (!gateway) throw new Error('The dashboard needs a deployed API.')
  const series = (metric: string, options = {}): Series => [
    'AWS/ApiGateway',
    metric,
    'ApiName',
    api.nodes.api.name,
    'Stage',
    gateway.stageName,
    { label: metric, ...options },
  ]
  return [
    draw(sources, 'Requests', [series('Count'), series('4XXError'), series('5XXError')], { stat: 'Sum' }),
    draw(sources, 'Share of answers that failed', [series('5XXError')], {
      stat: 'Average',
      limit: { label: 'objective', value: objectives.API_ERROR_SHARE },
    }),
    draw(
      sources,
      'Queries and mutations, ms',
      ['p50', 'p95', 'p99'].map((stat) =>
        functionSeries(stage, 'graphql', 'Duration', { stat, label: stat }),
      ),
      { limit: { label: 'objective of p95', value: objectives.ANSWER_P95_MS } },
    ),
    {
      type: 'log',
      properties: {
        title: 'By field: requests, p95 in ms, statements and index calls of the dearest',
        region: sources.settings.region,
        view: 'table',
        query: `SOURCE '/aws/lambda/${$app.name}-${stage}-graphql'
| filter ispresent(milliseconds)
| stats count(*) as requests, pct(milliseconds, 95) as p95, max(storeReads.sql) as statements, max(storeReads.index) as indexCalls by rootFields.0 as field
| sort p95 desc
| limit 20`,
      },
    },
  ]
}

function listLoad(sources: DashboardSources): Widget[] {
  const { stage, firewall, settings } = sources
  const servers = ['graphql', 'stream']
  return [
    draw(
      sources,
      'Environments at once',
      servers.map((name) => functionSeries(stage, name, 'ConcurrentExecutions')),
    ),
    draw(
      sources,
      'Errors and throttles of functions',
      servers.flatMap((name) => [
        functionSeries(stage, name, 'Errors', { label: `${name} errors` }),
        functionSeries(stage, name, 'Throttles', { label: `${name} throttles` }),
      ]),
      { stat: 'Sum' },
    ),
    ...(firewall
      ? [
          draw(
            sources,
            'Requests turned away by the firewall',
            [
              [
                'AWS/WAFV2',
                'BlockedRequests',
                'WebACL',
                firewall.name,
                'Region',
                settings.region,
                'Rule',
                'ALL',
              ],
            ],
            { stat: 'Sum' },
          ),
        ]
      : []),
  ]
}

/** Widgets of the scraper and its sites. Another scraper's sites have no series, and its runs are shown with the jobs. */
function listScraping(sources: DashboardSources): Widget[] {
  const { stage, settings } = sources
  if (settings.scraper.kind !== 'own') {
    const markdown = 'Another service reads the news sites. Its runs are among those of the jobs.'
    return [{ type: 'text', properties: { markdown } }]
  }
  const sites = jobs.reduce((sum, { targets }) => sum + (targets?.values.length ?? 0), 0)
  return [
    draw(
      sources,
      'News sites that fail, are silent, or have another template',
      ['FailingSites', 'SilentSites', 'DriftingSites'].map((metric) => ownSeries('pipeline', stage, metric)),
      {
        limit: {
          label: 'alarm of failing sites',
          value: Math.ceil(sites * objectives.FAILING_SITES_SHARE),
        },
      },
    ),
    draw(sources, 'Requests to news sites since midnight', [ownSeries('pipeline', stage, 'ScrapeRequests')], {
      limit: { label: 'limit of a day', value: objectives.SCRAPE_REQUESTS_PER_DAY },
    }),
    draw(sources, 'Scraper: longest request, ms, and requests that failed or were refused', [
      functionSeries(stage, 'scraper', 'Duration', { label: 'longest, ms' }),
      functionSeries(stage, 'scraper', 'Errors', { label: 'errors', stat: 'Sum', yAxis: 'right' }),
      functionSeries(stage, 'scraper', 'Throttles', { label: 'throttles', stat: 'Sum', yAxis: 'right' }),
    ]),
  ]
}

function listPipeline(sources: DashboardSources): Widget[] {
  const { stage } = sources
  return [
    draw(
      sources,
      'From the scraper to search, s (95 of 100)',
      [ownSeries('pipeline', stage, 'TimeToSearch')],
      {
        limit: { label: 'objective', value: objectives.TIME_TO_SEARCH_SECONDS },
      },
    ),
    draw(sources, 'Oldest article that waits for a step, s', ofSteps(stage, 'OldestOpen'), {
      limit: { label: 'degraded', value: objectives.LAG_LIMIT_SECONDS },
    }),
    draw(sources, 'Articles that wait for a step or failed at it', [
      ...ofSteps(stage, 'DueArticles'),
      ...ofSteps(stage, 'FailedArticles'),
    ]),
  ]
}

function listDeliveries(sources: DashboardSources): Widget[] {
  const { stage } = sources
  return [
    draw(
      sources,
      'Oldest digest that should have been made, and how far articles on their way hold windows back, s',
      [ownSeries('delivery', stage, 'OldestRun'), ownSeries('delivery', stage, 'WindowHold')],
      {
        limit: { label: 'objective', value: objectives.LATE_DIGEST_SECONDS },
      },
    ),
    draw(sources, 'Oldest delivery that waits, s', ofChannels(stage, 'OldestDelivery'), {
      limit: { label: 'alarm', value: objectives.DELIVERY_LAG_LIMIT_SECONDS },
    }),
    draw(sources, 'Deliveries', [
      ...ofChannels(stage, 'DueDeliveries'),
      ownSeries('delivery', stage, 'FailedDeliveries'),
      ownSeries('delivery', stage, 'DisabledChannels'),
    ]),
  ]
}

function listRuns(sources: DashboardSources): Widget[] {
  const { stage } = sources
  return [
    draw(
      sources,
      'Runs of jobs',
      ['SucceededRuns', 'SkippedRuns', 'FailedRuns'].map((metric) => ownSeries('pipeline', stage, metric)),
      { stat: 'Sum' },
    ),
    draw(sources, 'Agencies that were not read lately', [ownSeries('pipeline', stage, 'StaleAgencies')]),
    draw(
      sources,
      'Longest run of each job, ms',
      jobs.map(({ name }) => functionSeries(stage, `job-${name}`, 'Duration', { label: name })),
    ),
  ]
}

function listDeadLetters(sources: DashboardSources): Widget[] {
  const { deadLetters, jobQueues } = sources
  const queues = [
    ...Object.entries(deadLetters),
    ...Object.entries(jobQueues).map(([name, queue]) => [`job ${name}`, queue.deadLetters] as const),
  ]
  const series = (metric: string): Series[] =>
    queues.map(([label, queue]) => ['AWS/SQS', metric, 'QueueName', queue.nodes.queue.name, { label }])
  return [
    draw(sources, 'Dead letters', series('ApproximateNumberOfMessagesVisible')),
    draw(sources, 'Age of the oldest dead letter, s', series('ApproximateAgeOfOldestMessage'), {
      limit: { label: 'objective', value: objectives.DEAD_LETTER_AGE_SECONDS },
    }),
  ]
}

function listDatabase(sources: DashboardSources): Widget[] {
  const { database, settings } = sources
  const series = (metric: string, options = {}): Series => [
    'AWS/RDS',
    metric,
    ...Object.entries(dimensionsOf(database, settings.database.kind)).flat(),
    { label: metric, ...options },
  ]
  return [
    draw(sources, 'Database: processor, %, and credits', [
      series('CPUUtilization'),
      series('CPUCreditBalance', { yAxis: 'right', stat: 'Minimum' }),
    ]),
    draw(sources, 'Database: connections', [series('DatabaseConnections')], {
      limit: { label: 'room', value: settings.database.maxConnections },
    }),
    draw(
      sources,
      'Database: bytes free on disk and in memory',
      [
        series(settings.database.kind === 'aurora' ? 'FreeLocalStorage' : 'FreeStorageSpace'),
        series('FreeableMemory'),
      ],
      {
        stat: 'Minimum',
        limit: { label: 'alarm of the disk', value: objectives.FREE_DISK_GB * BYTES_OF_GB },
      },
    ),
    draw(sources, 'Database: ms a read and a write takes the disk', [
      series('ReadLatency', { id: 'read', visible: false, stat: 'Average' }),
      series('WriteLatency', { id: 'write', visible: false, stat: 'Average' }),
      [{ expression: '1000 * read', label: 'read' }],
      [{ expression: '1000 * write', label: 'write' }],
    ]),
  ]
}

/** Widgets of our own search instance. The operators of an external index have their own page. */
function listSearch(sources: DashboardSources): Widget[] {
  const { searchInstance } = sources
  if (!searchInstance) {
    const markdown = 'The index is external: its operators show its load.'
    return [{ type: 'text', properties: { markdown } }]
  }
  const series = (metric: string, options = {}): Series => [
    'AWS/EC2',
    metric,
    'InstanceId',
    searchInstance,
    { label: metric, ...options },
  ]
  return [
    draw(sources, 'Search: processor, %, and credits', [
      series('CPUUtilization'),
      series('CPUCreditBalance', { yAxis: 'right', stat: 'Minimum' }),
    ]),
    draw(sources, 'Search: checks of the instance that failed', [series('StatusCheckFailed')]),
    draw(sources, 'Search: bytes in and out', [series('NetworkIn'), series('NetworkOut')], {
      stat: 'Sum',
    }),
  ]
}
