import { jobs } from '../functions/jobs/jobs.ts'
import { DELIVERY_CHANNELS } from '../packages/platform/src/config/delivery-channels.ts'
import { type Database, dimensionsOf } from './database.ts'
import type { JobQueues } from './jobs.ts'
import {
  ANSWER_P95_MS,
  API_ERROR_SHARE,
  DELIVERY_LAG_LIMIT_SECONDS,
  FAILING_SITES,
  FREE_DISK_GB,
  FREE_SEARCH_DISK_PERCENT,
  FREE_SEARCH_MEMORY_PERCENT,
  LAG_LIMIT_SECONDS,
  LATE_DIGEST_SECONDS,
  STEPS,
  TIME_TO_SEARCH_SECONDS,
} from './objectives.ts'
import { pascalCase } from './pascal-case.ts'
import type { Queues } from './queues.ts'
import type { StageSettings } from './stage-settings.ts'

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
type AlarmMaker = (name: string, args: AlarmArgs) => void

/**
 * The alarms that people act on. The sweep measures lag and staleness, so those alarms exist only on stages whose jobs
 * run on schedules. A small stage has the few that say that something stands still; the sweep records the rest as incidents,
 * which the observatory shows to operators.
 */
export function makeAlarms(sources: AlarmSources): aws.cloudwatch.MetricAlarm[] {
  const { stage, settings, api, database, searchInstance, natInstances } = sources
  const made: aws.cloudwatch.MetricAlarm[] = []
  const alarm = makeAlarmMaker(settings, made)
  watchErrors(alarm, api)
  watchDisk(alarm, database)
  for (const [name, id] of Object.entries(natInstances)) watchNat(alarm, name, id)
  if (searchInstance) watchSearchServer(alarm, searchInstance)
  if (settings.schedules) {
    watchIndex(alarm, stage, settings)
    watchDigests(alarm, stage)
    watchTimeToSearch(alarm, stage)
  }
  if (settings.size === 'standard') watchClosely(alarm, sources)
  return made
}

/** What a public service is measured by, and what shows a cause before people notice it. */
function watchClosely(alarm: AlarmMaker, sources: AlarmSources): void {
  const { stage, settings, deadLetters, jobQueues, api, database } = sources
  for (const [name, queue] of Object.entries(deadLetters)) {
    watchDeadLetters(alarm, pascalCase(name), queue, `npm run job -- reconcile-dlq --queue ${name}`)
  }
  for (const { name, targets } of jobs) {
    const queues = jobQueues[name]
    // With many targets some always fail. The number of stale targets counts instead.
    if (queues && !targets) {
      watchDeadLetters(alarm, `${pascalCase(name)}Job`, queues.deadLetters, `npm run job -- ${name}`)
    }
  }
  watchAvailability(alarm, api)
  watchAnswers(alarm, stage)
  watchProcessor(alarm, database)
  if (settings.schedules) {
    watchLag(alarm, stage)
    watchDeliveries(alarm, stage)
    watchFreshness(alarm, stage)
  }
}

/** An alarm begins above its threshold in two periods in a row, unless it says otherwise. A gap in the data is no alarm. */
const USUAL = {
  period: PERIOD_SECONDS,
  comparisonOperator: 'GreaterThanThreshold',
  evaluationPeriods: 2,
  treatMissingData: 'notBreaching',
}

/** A series that the sweep publishes. */
const ownSeries = (metricName: string, dimensions: Record<string, string>) => ({
  namespace: 'Pauta',
  metricName,
  dimensions,
})

/** Every alarm notifies the same topic when it begins and when it ends. Each new alarm is added to `made`. */
function makeAlarmMaker({ alarmEmail }: StageSettings, made: aws.cloudwatch.MetricAlarm[]): AlarmMaker {
  const topic = new aws.sns.Topic('Alarms')
  if (alarmEmail !== '') {
    new aws.sns.TopicSubscription('AlarmEmail', { topic: topic.arn, protocol: 'email', endpoint: alarmEmail })
  }
  return (name, args) => {
    made.push(
      new aws.cloudwatch.MetricAlarm(name, {
        ...USUAL,
        alarmActions: [topic.arn],
        okActions: [topic.arn],
        ...args,
      }),
    )
  }
}

function watchDeadLetters(alarm: AlarmMaker, name: string, queue: sst.aws.Queue, remedy: string): void {
  alarm(`${name}DeadLettersAlarm`, {
    alarmDescription: `Messages that failed too often. After the cause is fixed: ${remedy}`,
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensions: { QueueName: queue.nodes.queue.name },
    statistic: 'Maximum',
    threshold: 0,
    evaluationPeriods: 1,
  })
}

function errorsOf(api: sst.aws.ApiGatewayV1) {
  const { api: gateway, stage } = api.nodes
  if (!stage) throw new Error('The alarms need a deployed API.')
  return {
    namespace: 'AWS/ApiGateway',
    metricName: '5XXError',
    dimensions: { ApiName: gateway.name, Stage: stage.stageName },
  }
}

function watchErrors(alarm: AlarmMaker, api: sst.aws.ApiGatewayV1): void {
  alarm('ApiErrorsAlarm', {
    alarmDescription: 'The API answers 5xx. /ready names the dependency that is down.',
    ...errorsOf(api),
    statistic: 'Sum',
    comparisonOperator: 'GreaterThanOrEqualToThreshold',
    threshold: API_ERRORS,
  })
}

function watchAvailability(alarm: AlarmMaker, api: sst.aws.ApiGatewayV1): void {
  alarm('ApiAvailabilityAlarm', {
    alarmDescription:
      'For two hours more than 0.5 % of the answers were 5xx, the limit of the monthly objective.',
    ...errorsOf(api),
    // The average of this metric is the share of requests that failed.
    statistic: 'Average',
    period: HOUR_SECONDS,
    threshold: API_ERROR_SHARE,
  })
}

function watchAnswers(alarm: AlarmMaker, stage: string): void {
  alarm('SlowAnswersAlarm', {
    alarmDescription: 'Queries and searches take too long: check the load of the index and of the database.',
    namespace: 'AWS/Lambda',
    metricName: 'Duration',
    dimensions: { FunctionName: `${$app.name}-${stage}-graphql` },
    extendedStatistic: 'p95',
    threshold: ANSWER_P95_MS,
    evaluationPeriods: SLOW_PERIODS,
  })
}

const serverOf = (database: Database) => ({ namespace: 'AWS/RDS', dimensions: dimensionsOf(database) })

/** Causes that no objective shows in time: a full disk, a server without capacity, a lost instance. */
function watchDisk(alarm: AlarmMaker, database: Database): void {
  alarm('DatabaseDiskAlarm', {
    alarmDescription:
      'The disk of the database is nearly full: raise database.maxStorageGb, or find the table that grows.',
    ...serverOf(database),
    metricName: 'FreeStorageSpace',
    statistic: 'Minimum',
    comparisonOperator: 'LessThanThreshold',
    threshold: FREE_DISK_GB * BYTES_OF_GB,
    treatMissingData: 'breaching',
  })
}

function watchProcessor(alarm: AlarmMaker, database: Database): void {
  alarm('DatabaseBusyAlarm', {
    alarmDescription:
      'For half an hour the database used all of its processor: check its most expensive statements.',
    ...serverOf(database),
    metricName: 'CPUUtilization',
    statistic: 'Average',
    threshold: BUSY_PERCENT,
    evaluationPeriods: BUSY_PERIODS,
    treatMissingData: 'breaching',
  })
}

/** An instance that is terminated or stopped has no data. */
const checksOf = (instanceId: $util.Output<string>) => ({
  namespace: 'AWS/EC2',
  metricName: 'StatusCheckFailed',
  dimensions: { InstanceId: instanceId },
  statistic: 'Maximum',
  threshold: 0,
  treatMissingData: 'breaching',
})

function watchSearchServer(alarm: AlarmMaker, instanceId: $util.Output<string>): void {
  alarm('SearchServerAlarm', {
    alarmDescription:
      'The instance of the index fails its checks: restart it. Its documents are on its volume.',
    ...checksOf(instanceId),
  })
}

function watchNat(alarm: AlarmMaker, name: string, instanceId: $util.Output<string>): void {
  alarm(`${name}Alarm`, {
    alarmDescription:
      'A way out of the private network fails its checks or has stopped itself: replace the instance. Its console output names the cause.',
    ...checksOf(instanceId),
  })
}

/** The sweep asks the index every five minutes: the checks of its instance stay green when only its container died. */
function watchIndex(alarm: AlarmMaker, stage: string, { search }: StageSettings): void {
  const dimensions = { service: 'index', stage }
  const series = { namespace: 'Pauta', dimensions, statistic: 'Minimum' }
  alarm('SearchHealthAlarm', {
    alarmDescription:
      'The index is not healthy, or nothing measures it. Look at /ready and at its container.',
    ...series,
    metricName: 'SearchHealthy',
    comparisonOperator: 'LessThanThreshold',
    threshold: 1,
    treatMissingData: 'breaching',
  })
  // Its operators watch the servers of an external index.
  if (search.kind === 'external') return
  alarm('SearchDiskAlarm', {
    alarmDescription: 'The disk of the index is nearly full: raise search.volumeGb, which needs no restart.',
    ...series,
    metricName: 'SearchFreeDisk',
    comparisonOperator: 'LessThanThreshold',
    threshold: FREE_SEARCH_DISK_PERCENT,
    treatMissingData: 'breaching',
  })
  alarm('SearchMemoryAlarm', {
    alarmDescription: 'The memory of the index is nearly full: raise search.instanceType.',
    ...series,
    metricName: 'SearchFreeMemory',
    comparisonOperator: 'LessThanThreshold',
    threshold: FREE_SEARCH_MEMORY_PERCENT,
    treatMissingData: 'breaching',
  })
}

function watchLag(alarm: AlarmMaker, stage: string): void {
  for (const step of STEPS) {
    alarm(`${pascalCase(step)}LagAlarm`, {
      alarmDescription: `Articles wait for the step ${step}, or nothing measures it: npm run pipeline -- status`,
      ...ownSeries('OldestOpen', { service: 'pipeline', stage, step }),
      statistic: 'Maximum',
      threshold: LAG_LIMIT_SECONDS,
      // The sweep publishes every five minutes. Missing data means that the sweep does not run.
      treatMissingData: 'breaching',
    })
  }
}

function watchTimeToSearch(alarm: AlarmMaker, stage: string): void {
  alarm('TimeToSearchAlarm', {
    alarmDescription:
      'Of the articles of the last hour more than 5 % took longer than 10 minutes to search: npm run pipeline -- status. An import of old news does the same.',
    ...ownSeries('TimeToSearch', { service: 'pipeline', stage }),
    statistic: 'Maximum',
    threshold: TIME_TO_SEARCH_SECONDS,
    // At night an hour without data is normal.
    evaluationPeriods: 3,
  })
}

function watchDigests(alarm: AlarmMaker, stage: string): void {
  alarm('LateDigestsAlarm', {
    alarmDescription: 'A clipping is overdue, or nothing measures it: check the worker release.',
    ...ownSeries('OldestRun', { service: 'delivery', stage }),
    statistic: 'Maximum',
    threshold: LATE_DIGEST_SECONDS,
    treatMissingData: 'breaching',
  })
}

function watchDeliveries(alarm: AlarmMaker, stage: string): void {
  for (const channel of DELIVERY_CHANNELS) {
    alarm(`${pascalCase(channel)}DeliveriesAlarm`, {
      alarmDescription: `Deliveries by ${channel} wait, or nothing measures it: npm run deliveries -- list --channel ${channel} --status pending`,
      ...ownSeries('OldestDelivery', { service: 'delivery', stage, channel }),
      statistic: 'Maximum',
      threshold: DELIVERY_LAG_LIMIT_SECONDS,
      treatMissingData: 'breaching',
    })
  }
  alarm('FailedDeliveriesAlarm', {
    alarmDescription: 'Many deliveries failed for good: npm run deliveries -- list',
    ...ownSeries('FailedDeliveries', { service: 'delivery', stage }),
    statistic: 'Sum',
    threshold: FAILED_DELIVERIES,
    evaluationPeriods: FAILED_PERIODS,
  })
}

function watchFreshness(alarm: AlarmMaker, stage: string): void {
  const ofSites = {
    namespace: 'Pauta',
    dimensions: { service: 'pipeline', stage },
    statistic: 'Maximum',
    evaluationPeriods: STALE_PERIODS,
  }
  alarm('StaleAgenciesAlarm', {
    alarmDescription: 'Many agencies were not read for a while: npm run pipeline -- status',
    ...ofSites,
    metricName: 'StaleAgencies',
    threshold: FAILING_SITES,
  })
  alarm('FailingSitesAlarm', {
    alarmDescription: 'Many news sites failed three times in a row: npm run scrape -- status',
    ...ofSites,
    metricName: 'FailingSites',
    threshold: FAILING_SITES,
  })
  alarm('DriftingSitesAlarm', {
    alarmDescription: 'The template of a news site has probably changed: npm run scrape -- status',
    ...ofSites,
    metricName: 'DriftingSites',
    threshold: 0,
  })
}
