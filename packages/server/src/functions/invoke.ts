import { endpoints, type EndpointName } from '@pauta/functions/endpoints'
import { gatewayAnswersFor } from '@pauta/functions/http/gateway-answers'
import {
  jobQueueName,
  findSchedule,
  runMaxReceives,
  runVisibilitySeconds,
  type Job,
} from '@pauta/platform/jobs/define-job'
import { jobs, type JobName } from '@pauta/functions/jobs/jobs'
import { workers, type WorkerName } from '@pauta/functions/workers/workers'
import { listRoutes } from '@pauta/platform/endpoints/define-endpoint'
import { messageVisibilitySeconds } from '@pauta/platform/workers/define-worker'
import type { Route } from '../gateway/http-front.ts'
import type { QueueSchedule } from '../scheduler/job-schedules.ts'
import type { LambdaHandler } from '../lambda/lambda-runtime.ts'
import { startQueuePoller, type RetrySeconds } from '../queues/queue-poller.ts'
import type { StreamingHandler } from '../gateway/response-stream.ts'

type Log = (error: unknown, what: string) => void
/** Loads the module of a handler. */
type Loader = () => Promise<{ handler: (...args: never[]) => unknown }>

// A handler reads its configuration when its module is loaded. So the module is loaded at the first request or
// message, as Lambda does.
function lazily(load: Loader): LambdaHandler {
  let loaded: ReturnType<typeof load> | undefined
  return async (...args) => {
    loaded ??= load()
    const { handler } = await loaded
    return await (handler as LambdaHandler)(...args)
  }
}

const ENDPOINT_HANDLERS: Record<EndpointName, Loader> = {
  graphql: () => import('@pauta/functions/graphql/handler'),
  stream: () => import('@pauta/functions/graphql/stream/handler'),
  mcp: () => import('@pauta/functions/mcp/handler'),
  playground: () => import('@pauta/functions/http/playground/handler'),
  widget: () => import('@pauta/functions/http/widget/handler'),
  feeds: () => import('@pauta/functions/http/feeds/handler'),
  pages: () => import('@pauta/functions/http/pages/handler'),
  export: () => import('@pauta/functions/http/export/handler'),
  live: () => import('@pauta/functions/http/live/handler'),
  health: () => import('@pauta/functions/http/health/handler'),
  ready: () => import('@pauta/functions/http/ready/handler'),
  unsubscribe: () => import('@pauta/functions/http/unsubscribe/handler'),
  confirm: () => import('@pauta/functions/http/confirm/handler'),
  'telegram-link': () => import('@pauta/functions/http/telegram-link/handler'),
  'telegram-updates': () => import('@pauta/functions/http/telegram-updates/handler'),
  'not-found': () => import('@pauta/functions/http/not-found/handler'),
}

/** Exports at once, as many as in production: `exportConcurrency` in stacks/stages/sizes.ts. A test compares both. */
export const EXPORT_CONCURRENCY = 2

/** Connections to the stream of articles at once. They share one reader of the log. */
const LIVE_CONCURRENCY = 1000

/** Endpoints whose bound callers notice. The front bounds the others by numbers of its own. */
const CONCURRENCY: Partial<Record<EndpointName, number>> = {
  export: EXPORT_CONCURRENCY,
  live: LIVE_CONCURRENCY,
}

/** The routes of the list of endpoints, as stacks/api.ts gives them to API Gateway. */
function listFrontRoutes(): Route[] {
  return endpoints.flatMap((endpoint) => {
    const handler = lazily(ENDPOINT_HANDLERS[endpoint.name])
    const concurrency = CONCURRENCY[endpoint.name]
    return listRoutes(endpoint).map((route): Route => {
      const common = {
        ...route,
        timeoutSeconds: endpoint.timeoutSeconds,
        ...(concurrency !== undefined && { concurrency }),
        ...(endpoint.isOnSite && { isOnSite: true }),
      }
      if (!endpoint.streaming) return { ...common, handler }
      return { ...common, streaming: true, handler: handler as unknown as StreamingHandler }
    })
  })
}

/** The routes behind HTTP, and the gateway's own answers. */
export function describeApi({ corsOrigins }: { corsOrigins?: readonly string[] }) {
  return { routes: listFrontRoutes(), describeAnswer: gatewayAnswersFor(corsOrigins?.[0]) }
}

/** Runs what a deployment runs before the new code: the migrations. */
export async function migrateStack(): Promise<void> {
  const { handler } = await import('@pauta/functions/migrate/handler')
  await handler()
}

const WORKER_HANDLERS: Record<WorkerName, Loader> = {
  ingest: () => import('@pauta/functions/workers/ingest/handler'),
  enrich: () => import('@pauta/functions/workers/enrich/handler'),
  classify: () => import('@pauta/functions/workers/classify/handler'),
  embed: () => import('@pauta/functions/workers/embed/handler'),
  index: () => import('@pauta/functions/workers/index/handler'),
  release: () => import('@pauta/functions/workers/release/handler'),
  'deliver-email': () => import('@pauta/functions/workers/deliver/email-handler'),
  'deliver-telegram': () => import('@pauta/functions/workers/deliver/telegram-handler'),
  'deliver-push': () => import('@pauta/functions/workers/deliver/push-handler'),
  'deliver-webhook': () => import('@pauta/functions/workers/deliver/webhook-handler'),
  'deliver-slack': () => import('@pauta/functions/workers/deliver/slack-handler'),
  'mail-feedback': () => import('@pauta/functions/workers/mail-feedback/handler'),
}

function startWorker(
  worker: (typeof workers)[number],
  options: {
    awsUrl: string
    queueUrl: string
    batchWindowSeconds: number | undefined
    retrySeconds: RetrySeconds | undefined
    longPollSeconds: number | undefined
    log: Log
  },
) {
  return startQueuePoller({
    endpoint: options.awsUrl,
    queueUrl: options.queueUrl,
    handler: lazily(WORKER_HANDLERS[worker.name]),
    batchSize: worker.batch.size,
    batchWindowSeconds: options.batchWindowSeconds ?? worker.batch.windowSeconds,
    retrySeconds: options.retrySeconds,
    longPollSeconds: options.longPollSeconds,
    concurrency: worker.concurrency,
    timeoutSeconds: worker.timeoutSeconds,
    log: options.log,
  })
}

/** Polls the queue of every worker and calls the real handler. */
export function startWorkers(options: {
  awsUrl: string
  queueUrl: (name: string) => string
  /** Workers whose queues are not polled. */
  idle: readonly string[]
  /** Replaces the batch window of each worker, for tests that cannot wait for fuller batches. */
  batchWindowSeconds?: number | undefined
  /** Seconds after which a failed message is received again; see queue-poller.ts. */
  retrySeconds?: RetrySeconds | undefined
  /** Seconds that a poll waits for a first message; see queue-poller.ts. */
  longPollSeconds?: number | undefined
  log: Log
}) {
  const running = workers.filter(({ name }) => !options.idle.includes(name))
  const pollers = running.map((worker) =>
    startWorker(worker, {
      awsUrl: options.awsUrl,
      queueUrl: options.queueUrl(worker.queue),
      batchWindowSeconds: options.batchWindowSeconds,
      retrySeconds: options.retrySeconds,
      longPollSeconds: options.longPollSeconds,
      log: options.log,
    }),
  )
  return {
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}

const JOB_HANDLERS: Record<JobName, Loader> = {
  'repair-articles': () => import('@pauta/functions/jobs/repair-articles/handler'),
  'sync-index': () => import('@pauta/functions/jobs/sync-index/handler'),
  'check-database': () => import('@pauta/functions/jobs/check-database/handler'),
  'export-changes': () => import('@pauta/functions/jobs/export-changes/handler'),
  'export-dataset': () => import('@pauta/functions/jobs/export-dataset/handler'),
  purge: () => import('@pauta/functions/jobs/purge/handler'),
  'push-feeds': () => import('@pauta/functions/jobs/push-feeds/handler'),
  'push-news': () => import('@pauta/functions/jobs/push-news/handler'),
  'rank-articles': () => import('@pauta/functions/jobs/rank-articles/handler'),
  'learn-themes': () => import('@pauta/functions/jobs/learn-themes/handler'),
  'rank-entities': () => import('@pauta/functions/jobs/rank-entities/handler'),
  'reconcile-dlq': () => import('@pauta/functions/jobs/reconcile-dlq/handler'),
  'replay-events': () => import('@pauta/functions/jobs/replay-events/handler'),
  backfill: () => import('@pauta/functions/jobs/backfill/handler'),
  scrape: () => import('@pauta/functions/jobs/scrape/handler'),
  'check-integrity': () => import('@pauta/functions/jobs/check-integrity/handler'),
  'scrape-ebc': () => import('@pauta/functions/jobs/scrape-ebc/handler'),
  sweep: () => import('@pauta/functions/jobs/sweep/handler'),
}

/** Maximum of concurrent runs per job on a laptop. The minimum in the cloud is 2. */
const JOB_CONCURRENCY = 2

/** A job that a test runs with its own settings or handler, in place of the listed job of that name. */
export interface LocalJob {
  job: Job
  handler: LambdaHandler
}

/** Returns the jobs of the stack: the listed ones, except those that a test replaces. */
const listLocalJobs = (replaced: readonly LocalJob[] = []): LocalJob[] =>
  jobs.map(
    (job) =>
      replaced.find((other) => other.job.name === job.name) ?? {
        job,
        handler: lazily(JOB_HANDLERS[job.name]),
      },
  )

/** Returns the queues of the workers, each with its dead-letter queue, as in the cloud. */
export function workerQueueDefinitions(visibilityTimeoutSeconds: number | undefined) {
  return workers.map((worker) => ({
    name: worker.queue,
    deadLetter: { maxReceives: worker.maxReceives },
    visibilityTimeoutSeconds: visibilityTimeoutSeconds ?? messageVisibilitySeconds(worker),
  }))
}

/** As in stacks/jobs.ts: a run that failed is not sent again, and the next scheduled run takes its place. */
const JOB_DEAD_LETTER_SECONDS = 24 * 3600

/** Returns the queues of the jobs, each with its dead-letter queue, as in the cloud. */
export function jobQueueDefinitions(replaced: readonly LocalJob[] | undefined) {
  return listLocalJobs(replaced).map(({ job }) => ({
    name: jobQueueName(job),
    deadLetter: { maxReceives: runMaxReceives(job), retentionSeconds: JOB_DEAD_LETTER_SECONDS },
    visibilityTimeoutSeconds: runVisibilitySeconds(job),
  }))
}

/** Polls the queue of every job and calls the real handler. */
export function startJobs(options: {
  awsUrl: string
  queueUrl: (name: string) => string
  replaced: readonly LocalJob[] | undefined
  /** Jobs whose queues are not polled. */
  idle: readonly string[]
  /** Seconds that a poll waits for a first message; see queue-poller.ts. */
  longPollSeconds?: number | undefined
  log: Log
}) {
  const running = listLocalJobs(options.replaced).filter(({ job }) => !options.idle.includes(job.name))
  const pollers = running.map(({ job, handler }) =>
    startQueuePoller({
      endpoint: options.awsUrl,
      queueUrl: options.queueUrl(jobQueueName(job)),
      handler,
      batchSize: 1,
      batchWindowSeconds: 0,
      longPollSeconds: options.longPollSeconds,
      concurrency: Math.min(job.concurrency, JOB_CONCURRENCY),
      timeoutSeconds: job.timeoutSeconds,
      log: options.log,
    }),
  )
  return {
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}

/** Loads handlers by name before their first message. */
export async function loadHandlers(names: {
  workers: readonly WorkerName[]
  jobs: readonly JobName[]
}): Promise<void> {
  await Promise.all([
    ...names.workers.map((name) => WORKER_HANDLERS[name]()),
    ...names.jobs.map((name) => JOB_HANDLERS[name]()),
  ])
}

/** Returns the schedules of all jobs, as stacks/jobs.ts defines them for EventBridge Scheduler. */
export function listJobSchedules(queueArn: (name: string) => string): QueueSchedule[] {
  return jobs.flatMap((job) => {
    const schedule = findSchedule(job)
    return schedule ? [{ ...schedule, queueArn: queueArn(jobQueueName(job)) }] : []
  })
}
