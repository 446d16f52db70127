import { jobs } from '../functions/jobs/jobs.ts'
import type { JobQueues } from './jobs.ts'
import { pascalCase } from './pascal-case.ts'
import type { Queues } from './queues.ts'
import type { StageSettings } from './settings.ts'

const PERIOD_SECONDS = 300
/** As in `/ready`. */
const LAG_LIMIT_SECONDS = 15 * 60
/** What each step of the pipeline is called in the metrics of the sweep. */
const STEPS = ['enrich', 'classify', 'embed', 'index'] as const
/** Sites come and go; a tenth of them for an hour is a fault of ours or of the scraper. */
const STALE_SHARE = 0.1
const STALE_PERIODS = 12
const API_ERRORS = 10
/** The objective is 99.5 % of the answers in a month; an hour below it is worth a look before the month is lost. */
const API_ERROR_SHARE = 0.005
const HOUR_SECONDS = 3600
/** Of 95 in 100 requests, searches among them; the stream has a function of its own. */
const ANSWER_P95_MS = 1000
const SLOW_PERIODS = 3
/** In the keeping of core/src/deliveries/lag.ts, which the infrastructure cannot import: a test compares. */
const DELIVERY_LAG_LIMIT_SECONDS = 30 * 60
/** What is promised: of 95 in 100 articles from the scraper to search, and of digests after their time. */
const TIME_TO_SEARCH_SECONDS = 10 * 60
const LATE_DIGEST_SECONDS = 10 * 60
const DELIVERY_CHANNELS = ['email', 'telegram', 'push', 'webhook'] as const
/** Dead endpoints fail a few times every day; so many in a row are a fault of ours or of a provider. */
const FAILED_DELIVERIES = 200
const FAILED_PERIODS = 3

export interface AlarmSources {
  stage: string
  settings: StageSettings
  deadLetters: Queues
  jobQueues: JobQueues
  api: sst.aws.ApiGatewayV1
}

type AlarmArgs = Omit<aws.cloudwatch.MetricAlarmArgs, 'alarmActions' | 'okActions' | 'name'>
type AlarmMaker = (name: string, args: AlarmArgs) => void

/** What people have to know of. Lag and staleness are measured by the sweep, so they exist where jobs run on the clock. */
export function makeAlarms({ stage, settings, deadLetters, jobQueues, api }: AlarmSources): void {
  const alarm = makeAlarmMaker(settings)
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
  if (!settings.schedules) return
  watchLag(alarm, stage)
  watchDeliveries(alarm, stage)
  watchFreshness(alarm, stage)
}

/** Every alarm tells the same topic when it begins and when it ends. */
function makeAlarmMaker({ alarmEmail }: StageSettings): AlarmMaker {
  const topic = new aws.sns.Topic('Alarms')
  if (alarmEmail !== '') {
    new aws.sns.TopicSubscription('AlarmEmail', { topic: topic.arn, protocol: 'email', endpoint: alarmEmail })
  }
  return (name, args) => {
    new aws.cloudwatch.MetricAlarm(name, {
      period: PERIOD_SECONDS,
      alarmActions: [topic.arn],
      okActions: [topic.arn],
      ...args,
    })
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
