import { jobs } from '../functions/jobs/jobs.ts'
import type { Database } from './database.ts'
import type { JobQueues } from './jobs.ts'
import {
  ANSWER_P95_MS,
  API_ERROR_SHARE,
  DELIVERY_CHANNELS,
  DELIVERY_LAG_LIMIT_SECONDS,
  FREE_DISK_GB,
  LAG_LIMIT_SECONDS,
  LATE_DIGEST_SECONDS,
  STEPS,
  TIME_TO_SEARCH_SECONDS,
} from './objectives.ts'
import { pascalCase } from './pascal-case.ts'
import type { Queues } from './queues.ts'
import type { Search } from './search.ts'
import type { StageSettings } from './settings.ts'

const PERIOD_SECONDS = 300
/** Sites come and go; a tenth of them for an hour is a fault of ours or of the scraper. */
const STALE_SHARE = 0.1
const STALE_PERIODS = 12
const API_ERRORS = 10
/** An hour below the objective of the month is worth a look before the month is lost. */
const HOUR_SECONDS = 3600
const SLOW_PERIODS = 3
/** Dead endpoints fail a few times every day; so many in a row are a fault of ours or of a provider. */
const FAILED_DELIVERIES = 200
const FAILED_PERIODS = 3
const BYTES_OF_GB = 1024 ** 3
/** A server that is busy for so long has no credits left for a peak. */
const BUSY_PERCENT = 90
const BUSY_PERIODS = 6

export interface AlarmSources {
  stage: string
  settings: StageSettings
  deadLetters: Queues
  jobQueues: JobQueues
  api: sst.aws.ApiGatewayV1
  database: Database
  search: Search
}

type AlarmArgs = Omit<aws.cloudwatch.MetricAlarmArgs, 'alarmActions' | 'okActions' | 'name'>
type AlarmMaker = (name: string, args: AlarmArgs) => void

/** What people have to know of. Lag and staleness are measured by the sweep, so they exist where jobs run on the clock. */
export function makeAlarms(sources: AlarmSources): aws.cloudwatch.MetricAlarm[] {
  const { stage, settings, deadLetters, jobQueues, api, database, search } = sources
  const made: aws.cloudwatch.MetricAlarm[] = []
  const alarm = makeAlarmMaker(settings, made)
  for (const [name, queue] of Object.entries(deadLetters)) {
    watchDeadLetters(alarm, pascalCase(name), queue, `npm run job -- reconcile-dlq --queue ${name}`)
  }
  for (const { name, targets } of jobs) {
    const queues = jobQueues[name]
    // Of many targets some always fail; how many are stale is what counts.
    if (queues && !targets) {
      watchDeadLetters(alarm, `${pascalCase(name)}Job`, queues.deadLetters, `npm run job -- ${name}`)
    }
  }
  watchApi(alarm, api)
  watchAnswers(alarm, stage)
  watchServers(alarm, database, search)
  if (settings.schedules) {
    watchLag(alarm, stage)
    watchDeliveries(alarm, stage)
    watchFreshness(alarm, stage)
  }
  return made
}

/** Every alarm tells the same topic when it begins and when it ends, and is added to those that are made. */
function makeAlarmMaker({ alarmEmail }: StageSettings, made: aws.cloudwatch.MetricAlarm[]): AlarmMaker {
  const topic = new aws.sns.Topic('Alarms')
  if (alarmEmail !== '') {
    new aws.sns.TopicSubscription('AlarmEmail', { topic: topic.arn, protocol: 'email', endpoint: alarmEmail })
  }
  return (name, args) => {
    made.push(
      new aws.cloudwatch.MetricAlarm(name, {
        period: PERIOD_SECONDS,
        alarmActions: [topic.arn],
        okActions: [topic.arn],
        ...args,
      }),
    )
  }
}

function watchDeadLetters(alarm: AlarmMaker, name: string, queue: sst.aws.Queue, remedy: string): void {
  alarm(`${name}DeadLettersAlarm`, {
    alarmDescription: `Messages that could not be dealt with. When the cause is mended: ${remedy}`,
    namespace: 'AWS/SQS',
    metricName: 'ApproximateNumberOfMessagesVisible',
    dimensions: { QueueName: queue.nodes.queue.name },
    statistic: 'Maximum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: 0,
    evaluationPeriods: 1,
    treatMissingData: 'notBreaching',
  })
}

function watchApi(alarm: AlarmMaker, api: sst.aws.ApiGatewayV1): void {
  const { api: gateway, stage } = api.nodes
  if (!stage) throw new Error('The API must be deployed before it is watched.')
  const errors = {
    namespace: 'AWS/ApiGateway',
    metricName: '5XXError',
    dimensions: { ApiName: gateway.name, Stage: stage.stageName },
  }
  alarm('ApiErrorsAlarm', {
    alarmDescription: 'The API answers 5xx. /ready says which dependency is down.',
    ...errors,
    statistic: 'Sum',
    comparisonOperator: 'GreaterThanOrEqualToThreshold',
    threshold: API_ERRORS,
    evaluationPeriods: 2,
    treatMissingData: 'notBreaching',
  })
  alarm('ApiAvailabilityAlarm', {
    alarmDescription:
      'For two hours more than 0.5 % of the answers were 5xx: the objective of the month is at stake.',
    ...errors,
    // The average of this metric is the share of the requests that failed.
    statistic: 'Average',
    period: HOUR_SECONDS,
    comparisonOperator: 'GreaterThanThreshold',
    threshold: API_ERROR_SHARE,
    evaluationPeriods: 2,
    treatMissingData: 'notBreaching',
  })
}

function watchAnswers(alarm: AlarmMaker, stage: string): void {
  alarm('SlowAnswersAlarm', {
    alarmDescription: 'Queries and searches take long: look at the load of the index and of the database.',
    namespace: 'AWS/Lambda',
    metricName: 'Duration',
    dimensions: { FunctionName: `${$app.name}-${stage}-graphql` },
    extendedStatistic: 'p95',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: ANSWER_P95_MS,
    evaluationPeriods: SLOW_PERIODS,
    treatMissingData: 'notBreaching',
  })
}

/** What no objective shows before it is too late: a full disk, a server that is used up, an instance that is gone. */
function watchServers(alarm: AlarmMaker, database: Database, search: Search): void {
  const server = { namespace: 'AWS/RDS', dimensions: { DBInstanceIdentifier: database.serverId } }
  alarm('DatabaseDiskAlarm', {
    alarmDescription:
      'The disk of the database is nearly full: raise database.maxStorageGb, or find what grows.',
    ...server,
    metricName: 'FreeStorageSpace',
    statistic: 'Minimum',
    comparisonOperator: 'LessThanThreshold',
    threshold: FREE_DISK_GB * BYTES_OF_GB,
    evaluationPeriods: 2,
    treatMissingData: 'breaching',
  })
  alarm('DatabaseBusyAlarm', {
    alarmDescription: 'For half an hour the database had no processor left: look at its dearest statements.',
    ...server,
    metricName: 'CPUUtilization',
    statistic: 'Average',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: BUSY_PERCENT,
    evaluationPeriods: BUSY_PERIODS,
    treatMissingData: 'breaching',
  })
  if (!search.instanceId) return
  alarm('SearchServerAlarm', {
    alarmDescription:
      'The instance of the index fails its checks: restart it; its documents lie on its volume.',
    namespace: 'AWS/EC2',
    metricName: 'StatusCheckFailed',
    dimensions: { InstanceId: search.instanceId },
    statistic: 'Maximum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: 0,
    evaluationPeriods: 2,
    treatMissingData: 'breaching',
  })
}

function watchLag(alarm: AlarmMaker, stage: string): void {
  for (const step of STEPS) {
    alarm(`${pascalCase(step)}LagAlarm`, {
      alarmDescription: `Articles wait for the step ${step}, or nothing measures it: npm run pipeline -- status`,
      namespace: 'Pauta',
      metricName: 'OldestOpen',
      dimensions: { service: 'pipeline', stage, step },
      statistic: 'Maximum',
      comparisonOperator: 'GreaterThanThreshold',
      threshold: LAG_LIMIT_SECONDS,
      evaluationPeriods: 2,
      // The sweep measures every five minutes; silence means that it does not run.
      treatMissingData: 'breaching',
    })
  }
  alarm('TimeToSearchAlarm', {
    alarmDescription:
      'Of the articles of the last hour more than 5 % took longer than 10 minutes to search: npm run pipeline -- status. An import of old news does the same.',
    namespace: 'Pauta',
    metricName: 'TimeToSearch',
    dimensions: { service: 'pipeline', stage },
    statistic: 'Maximum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: TIME_TO_SEARCH_SECONDS,
    evaluationPeriods: 3,
    // At night nothing may come for an hour.
    treatMissingData: 'notBreaching',
  })
}

function watchDeliveries(alarm: AlarmMaker, stage: string): void {
  for (const channel of DELIVERY_CHANNELS) {
    alarm(`${pascalCase(channel)}DeliveriesAlarm`, {
      alarmDescription: `Deliveries by ${channel} wait, or nothing measures it: npm run deliveries -- list --channel ${channel} --status pending`,
      namespace: 'Pauta',
      metricName: 'OldestDelivery',
      dimensions: { service: 'delivery', stage, channel },
      statistic: 'Maximum',
      comparisonOperator: 'GreaterThanThreshold',
      threshold: DELIVERY_LAG_LIMIT_SECONDS,
      evaluationPeriods: 2,
      treatMissingData: 'breaching',
    })
  }
  alarm('LateDigestsAlarm', {
    alarmDescription:
      'A clipping should have run and has not, or nothing measures it: look at the worker release.',
    namespace: 'Pauta',
    metricName: 'OldestRun',
    dimensions: { service: 'delivery', stage },
    statistic: 'Maximum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: LATE_DIGEST_SECONDS,
    evaluationPeriods: 2,
    treatMissingData: 'breaching',
  })
  alarm('FailedDeliveriesAlarm', {
    alarmDescription: 'Many deliveries are given up: npm run deliveries -- list',
    namespace: 'Pauta',
    metricName: 'FailedDeliveries',
    dimensions: { service: 'delivery', stage },
    statistic: 'Sum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: FAILED_DELIVERIES,
    evaluationPeriods: FAILED_PERIODS,
    treatMissingData: 'notBreaching',
  })
}

function watchFreshness(alarm: AlarmMaker, stage: string): void {
  const agencies = jobs.reduce((sum, { targets }) => sum + (targets?.values.length ?? 0), 0)
  alarm('StaleAgenciesAlarm', {
    alarmDescription: 'Many agencies were not read for a while: npm run pipeline -- status',
    namespace: 'Pauta',
    metricName: 'StaleAgencies',
    dimensions: { service: 'pipeline', stage },
    statistic: 'Maximum',
    comparisonOperator: 'GreaterThanThreshold',
    threshold: Math.ceil(agencies * STALE_SHARE),
    evaluationPeriods: STALE_PERIODS,
    treatMissingData: 'notBreaching',
  })
}
