import { jobs } from '../functions/jobs/jobs.ts'
import { DELIVERY_CHANNELS } from '../packages/platform/src/config/delivery-channels.ts'
import { type Database, dimensionsOf } from './database.ts'
import type { JobQueues } from './jobs.ts'
import * as objectives from './objectives.ts'
import { pascalCase } from './pascal-case.ts'
import type { Queues } from './queues.ts'
import type { StageSettings } from './stages/stage-settings.ts'

const PERIOD_SECONDS = 300
/** One hour. */
const STALE_PERIODS = 12
const API_ERRORS = 10
/** One hour below the monthly objective raises the alarm, while the month can still be saved. */
const HOUR_SECONDS = 3600
const SLOW_PERIODS = 3
/** Dead endpoints fail a few times every day. So many failures in a row have their cause here or at a provider. */
const FAILED_DELIVERIES = 200
const FAILED_PERIODS = 3
const BYTES_OF_GB = 1024 ** 3
/** A server that is busy for so long has no CPU credits left for a peak. */
const BUSY_PERCENT = 90
const BUSY_PERIODS = 6

export interface AlarmSources {
  stage: string
  settings: StageSettings
  deadLetters: Queues
  jobQueues: JobQueues
  api: sst.aws.ApiGatewayV1
  database: Database
  /** ID of the instance of the index; absent where the index is external. */
  searchInstance: $util.Output<string> | undefined
  /** IDs of the NAT instances by their names. */
  natInstances: Record<string, $util.Output<string>>
}

type AlarmArgs = Partial<Omit<aws.cloudwatch.MetricAlarmArgs, 'alarmActions' | 'okActions' | 'name'>>
/** The name without `Alarm`, what people do, and what differs from `USUAL`. */
type Row = readonly [name: string, alarmDescription: string, args: AlarmArgs]

/** An alarm begins above its threshold in two periods in a row, unless it says otherwise. A gap in the data is no alarm. */
const USUAL = {
  period: PERIOD_SECONDS,
  statistic: 'Maximum',
  comparisonOperator: 'GreaterThanThreshold',
  evaluationPeriods: 2,
  treatMissingData: 'notBreaching',
}
/** A server that is gone, and a sweep that does not run, have no data. */
const GAP_IS_BAD = { treatMissingData: 'breaching' }
const BELOW = { comparisonOperator: 'LessThanThreshold', statistic: 'Minimum', ...GAP_IS_BAD }

/**
 * The alarms that people act on, which notify one topic when they begin and when they end. The sweep measures lag and
 * staleness, so those alarms exist only on stages whose jobs run on schedules. A small stage has the few that say that
 * something stands still; the sweep records the rest as incidents, which the observatory shows to operators.
 */
export function makeAlarms(sources: AlarmSources): aws.cloudwatch.MetricAlarm[] {
  const { alarmEmail, schedules, size } = sources.settings
  const topic = new aws.sns.Topic('Alarms')
  if (alarmEmail !== '')
    new aws.sns.TopicSubscription('AlarmEmail', { topic: topic.arn, protocol: 'email', endpoint: alarmEmail })
  const actions = { alarmActions: [topic.arn], okActions: [topic.arn] }
  const rows = [
    ...listServers(sources),
    ...(schedules ? listStandstills(sources) : []),
    ...(size === 'standard' ? listCauses(sources) : []),
    ...(size === 'standard' && schedules ? listObjectives(sources) : []),
  ]
  return rows.map(
    ([name, alarmDescription, args]) =>
      new aws.cloudwatch.MetricAlarm(`${name}Alarm`, { ...USUAL, ...actions, alarmDescription, ...args }),
  )
}

function errorsOf({ api }: AlarmSources) {
  const { api: gateway, stage } = api.nodes
  if (!stage) throw new Error('The alarms need a deployed API.')
  const dimensions = { ApiName: gateway.name, Stage: stage.stageName }
  return { namespace: 'AWS/ApiGateway', metricName: '5XXError', dimensions }
}

const checksOf = (instanceId: $util.Output<string>) => ({
  namespace: 'AWS/EC2',
  metricName: 'StatusCheckFailed',
  dimensions: { InstanceId: instanceId },
  threshold: 0,
  ...GAP_IS_BAD,
})

const serverOf = ({ database }: AlarmSources, metricName: string) => ({
  namespace: 'AWS/RDS',
  metricName,
  dimensions: dimensionsOf(database),
})

/** A series that the sweep publishes. */
const ownSeries = (
  { stage }: AlarmSources,
  service: string,
  metricName: string,
  dimensions: Record<string, string> = {},
) => ({ namespace: 'Pauta', metricName, dimensions: { service, stage, ...dimensions } })

const SEARCH_SERVER = [
  'SearchServer',
  'The instance of the index fails its checks: restart it. Its documents are on its volume.',
] as const

/** The API and the servers. */
function listServers(sources: AlarmSources): Row[] {
  const { searchInstance, natInstances } = sources
  return [
    [
      'ApiErrors',
      'The API answers 5xx. /ready names the dependency that is down.',
      {
        ...errorsOf(sources),
        statistic: 'Sum',
        comparisonOperator: 'GreaterThanOrEqualToThreshold',
        threshold: API_ERRORS,
      },
    ],
    [
      'DatabaseDisk',
      'The disk of the database is nearly full: raise database.maxStorageGb, or find the table that grows.',
      {
        ...serverOf(sources, 'FreeStorageSpace'),
        ...BELOW,
        threshold: objectives.FREE_DISK_GB * BYTES_OF_GB,
      },
    ],
    ...Object.entries(natInstances).map(([name, id]): Row => [
      name,
      'A way out of the private network fails its checks or has stopped itself: replace the instance. Its console output names the cause.',
      checksOf(id),
    ]),
    ...(searchInstance ? [[...SEARCH_SERVER, checksOf(searchInstance)] as const] : []),
  ]
}

/** The sweep asks the index every five minutes: the checks of its instance stay green when only its container died. */
function listStandstills(sources: AlarmSources): Row[] {
  const ofIndex = (metricName: string) => ({ ...ownSeries(sources, 'index', metricName), ...BELOW })
  // The operators of an external index watch its servers.
  const ofMachine: Row[] = [
    [
      'SearchDisk',
      'The disk of the index is nearly full: raise search.volumeGb, which needs no restart.',
      { ...ofIndex('SearchFreeDisk'), threshold: objectives.FREE_SEARCH_DISK_PERCENT },
    ],
    [
      'SearchMemory',
      'The memory of the index is nearly full: raise search.instanceType.',
      { ...ofIndex('SearchFreeMemory'), threshold: objectives.FREE_SEARCH_MEMORY_PERCENT },
    ],
  ]
  return [
    [
      'SearchHealth',
      'The index is not healthy, or nothing measures it. Look at /ready and at its container.',
      { ...ofIndex('SearchHealthy'), threshold: 1 },
    ],
    ...(sources.settings.search.kind === 'external' ? [] : ofMachine),
    [
      'LateDigests',
      'A clipping is overdue, or nothing measures it: check the worker release.',
      {
        ...ownSeries(sources, 'delivery', 'OldestRun'),
        threshold: objectives.LATE_DIGEST_SECONDS,
        ...GAP_IS_BAD,
      },
    ],
    [
      'TimeToSearch',
      'Of the articles of the last hour more than 5 % took longer than 10 minutes to search: npm run pipeline -- status. An import of old news does the same.',
      // At night an hour without data is normal.
      {
        ...ownSeries(sources, 'pipeline', 'TimeToSearch'),
        threshold: objectives.TIME_TO_SEARCH_SECONDS,
        evaluationPeriods: 3,
      },
    ],
  ]
}

function watchDeadLetters(name: string, queue: sst.aws.Queue, remedy: string): Row {
  return [
    `${pascalCase(name)}DeadLetters`,
    `Messages that failed too often. After the cause is fixed: ${remedy}`,
    {
      namespace: 'AWS/SQS',
      metricName: 'ApproximateNumberOfMessagesVisible',
      dimensions: { QueueName: queue.nodes.queue.name },
      threshold: 0,
      evaluationPeriods: 1,
    },
  ]
}

/** What shows a cause before people notice it. */
function listCauses(sources: AlarmSources): Row[] {
  const { stage, deadLetters, jobQueues } = sources
  return [
    ...Object.entries(deadLetters).map(([name, queue]) =>
      watchDeadLetters(name, queue, `npm run job -- reconcile-dlq --queue ${name}`),
    ),
    // With many targets some always fail. The number of stale targets counts instead.
    ...jobs.flatMap(({ name, targets }) => {
      const queues = jobQueues[name]
      return queues && !targets
        ? [watchDeadLetters(`${name}-job`, queues.deadLetters, `npm run job -- ${name}`)]
        : []
    }),
    [
      'ApiAvailability',
      'For two hours more than 0.5 % of the answers were 5xx, the limit of the monthly objective.',
      // The average of this metric is the share of requests that failed.
      {
        ...errorsOf(sources),
        statistic: 'Average',
        period: HOUR_SECONDS,
        threshold: objectives.API_ERROR_SHARE,
      },
    ],
    [
      'SlowAnswers',
      'Queries and searches take too long: check the load of the index and of the database.',
      {
        namespace: 'AWS/Lambda',
        metricName: 'Duration',
        dimensions: { FunctionName: `${$app.name}-${stage}-graphql` },
        statistic: undefined,
        extendedStatistic: 'p95',
        threshold: objectives.ANSWER_P95_MS,
        evaluationPeriods: SLOW_PERIODS,
      },
    ],
    [
      'DatabaseBusy',
      'For half an hour the database used all of its processor: check its most expensive statements.',
      {
        ...serverOf(sources, 'CPUUtilization'),
        ...GAP_IS_BAD,
        statistic: 'Average',
        threshold: BUSY_PERCENT,
        evaluationPeriods: BUSY_PERIODS,
      },
    ],
  ]
}

/** What the sweep measures of each step, channel and site. */
function listObjectives(sources: AlarmSources): Row[] {
  const ofSites = (metricName: string, threshold: number) => ({
    ...ownSeries(sources, 'pipeline', metricName),
    evaluationPeriods: STALE_PERIODS,
    threshold,
  })
  return [
    ...objectives.STEPS.map((step): Row => [
      `${pascalCase(step)}Lag`,
      `Articles wait for the step ${step}, or nothing measures it: npm run pipeline -- status`,
      {
        ...ownSeries(sources, 'pipeline', 'OldestOpen', { step }),
        threshold: objectives.LAG_LIMIT_SECONDS,
        ...GAP_IS_BAD,
      },
    ]),
    ...DELIVERY_CHANNELS.map((channel): Row => [
      `${pascalCase(channel)}Deliveries`,
      `Deliveries by ${channel} wait, or nothing measures it: npm run deliveries -- list --channel ${channel} --status pending`,
      {
        ...ownSeries(sources, 'delivery', 'OldestDelivery', { channel }),
        threshold: objectives.DELIVERY_LAG_LIMIT_SECONDS,
        ...GAP_IS_BAD,
      },
    ]),
    [
      'FailedDeliveries',
      'Many deliveries failed for good: npm run deliveries -- list',
      {
        ...ownSeries(sources, 'delivery', 'FailedDeliveries'),
        statistic: 'Sum',
        threshold: FAILED_DELIVERIES,
        evaluationPeriods: FAILED_PERIODS,
      },
    ],
    [
      'StaleAgencies',
      'Many agencies were not read for a while: npm run pipeline -- status',
      ofSites('StaleAgencies', objectives.FAILING_SITES),
    ],
    [
      'FailingSites',
      'Many news sites failed three times in a row: npm run scrape -- status',
      ofSites('FailingSites', objectives.FAILING_SITES),
    ],
    [
      'DriftingSites',
      'The template of a news site has probably changed: npm run scrape -- status',
      ofSites('DriftingSites', 0),
    ],
  ]
}
