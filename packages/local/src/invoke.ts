import { gatewayAnswersFor } from '@pauta/functions/http/gateway-answers'
import {
  jobQueueName,
  listSchedules,
  runMaxReceives,
  runVisibilitySeconds,
  type Job,
} from '@pauta/platform/jobs/define-job'
import { jobs } from '@pauta/functions/jobs/jobs'
import { workers } from '@pauta/functions/workers/workers'
import { messageVisibilitySeconds, type Worker } from '@pauta/platform/workers/define-worker'
import type { Route } from './http-front.ts'
import type { QueueSchedule } from './job-schedules.ts'
import type { LambdaHandler } from './lambda-runtime.ts'
import { startQueuePoller, type RetrySeconds } from './queue-poller.ts'
import type { StreamingHandler } from './response-stream.ts'

type Log = (error: unknown, what: string) => void

// A handler reads its configuration when its module is loaded. So the module is loaded at the first request or
// message, as Lambda does.
function lazily(load: () => Promise<{ handler: (...args: never[]) => unknown }>): LambdaHandler {
  let loaded: ReturnType<typeof load> | undefined
  return async (...args) => {
    loaded ??= load()
    const { handler } = await loaded
    return await (handler as LambdaHandler)(...args)
  }
}

function lazilyStreaming(load: () => Promise<{ handler: (...args: never[]) => unknown }>): StreamingHandler {
  return lazily(load) as unknown as StreamingHandler
}

/** As many as in production. */
const EXPORT_CONCURRENCY = 5

/** The routes of the API, as stacks/endpoints.ts defines them for API Gateway. */
function listRoutes(): Route[] {
  const notFound = lazily(() => import('@pauta/functions/http/not-found'))
  const unsubscribe = lazily(() => import('@pauta/functions/http/unsubscribe'))
  const pages = lazily(() => import('@pauta/functions/http/pages'))
  const confirm = lazily(() => import('@pauta/functions/http/confirm'))
  const telegramLink = lazily(() => import('@pauta/functions/http/telegram-link'))
  const telegramUpdates = lazily(() => import('@pauta/functions/http/telegram-updates'))
  return [
    { method: 'ANY', path: '/graphql', handler: lazily(() => import('@pauta/functions/graphql/handler')) },
    {
      method: 'ANY',
      path: '/graphql/stream',
      handler: lazilyStreaming(() => import('@pauta/functions/graphql/stream')),
      streaming: true,
    },
    { method: 'ANY', path: '/mcp', handler: lazily(() => import('@pauta/functions/mcp/handler')) },
    { method: 'GET', path: '/playground', handler: lazily(() => import('@pauta/functions/http/playground')) },
    { method: 'GET', path: '/widget.js', handler: lazily(() => import('@pauta/functions/http/widget')) },
    { method: 'ANY', path: '/feeds/{proxy+}', handler: lazily(() => import('@pauta/functions/http/feeds')) },
    { method: 'GET', path: '/edicoes/{proxy+}', handler: pages },
    { method: 'GET', path: '/artigos/{proxy+}', handler: pages },
    {
      method: 'ANY',
      path: '/export/{proxy+}',
      handler: lazilyStreaming(() => import('@pauta/functions/http/export')),
      streaming: true,
      concurrency: EXPORT_CONCURRENCY,
    },
    { method: 'GET', path: '/health', handler: lazily(() => import('@pauta/functions/http/health')) },
    { method: 'GET', path: '/ready', handler: lazily(() => import('@pauta/functions/http/ready')) },
    { method: 'GET', path: '/unsubscribe', handler: unsubscribe },
    { method: 'POST', path: '/unsubscribe', handler: unsubscribe },
    { method: 'GET', path: '/confirm', handler: confirm },
    { method: 'POST', path: '/confirm', handler: confirm },
    { method: 'POST', path: '/telegram/link', handler: telegramLink },
    { method: 'OPTIONS', path: '/telegram/link', handler: telegramLink },
    { method: 'POST', path: '/telegram/updates', handler: telegramUpdates },
    { method: 'ANY', path: '/', handler: notFound },
    { method: 'ANY', path: '/{proxy+}', handler: notFound },
  ]
}

/** Adds a HEAD route for each GET route, as stacks/endpoints.ts does. */
const withHead = (routes: readonly Route[]): Route[] => [
  ...routes,
  ...routes.flatMap((route) => (route.method === 'GET' ? [{ ...route, method: 'HEAD' }] : [])),
]

/** The routes behind HTTP, and the gateway's own answers. */
export function describeApi({ corsOrigins }: { corsOrigins?: readonly string[] }) {
  return { routes: withHead(listRoutes()), describeAnswer: gatewayAnswersFor(corsOrigins?.[0]) }
}

/** The scraper service, as stacks/scraper.ts defines it behind a function URL. */
export const SCRAPER_SERVICE = {
  name: 'scraper',
  handler: lazily(() => import('@pauta/functions/scraper/handler')),
  timeoutSeconds: 900,
}

/** Runs what a deployment runs before the new code: the migrations. */
export async function migrateStack(): Promise<void> {
  const { handler } = await import('@pauta/functions/migrate/handler')
  await handler()
}

const WORKER_HANDLERS: Record<string, () => Promise<{ handler: (event: never) => Promise<unknown> }>> = {
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
  'mail-feedback': () => import('@pauta/functions/workers/mail-feedback/handler'),
}

function startWorker(
  worker: Worker,
  options: {
    awsUrl: string
    queueUrl: string
    batchWindowSeconds: number | undefined
    retrySeconds: RetrySeconds | undefined
    longPollSeconds: number | undefined
    log: Log
  },
) {
  const load = WORKER_HANDLERS[worker.name]
  if (!load) throw new Error(`The worker ${worker.name} has no handler in invoke.ts`)
  return startQueuePoller({
    endpoint: options.awsUrl,
    queueUrl: options.queueUrl,
    handler: lazily(load),
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

const JOB_HANDLERS: Record<string, () => Promise<{ handler: LambdaHandler }>> = {
  'check-database': () => import('@pauta/functions/jobs/check-database/handler'),
  'export-dataset': () => import('@pauta/functions/jobs/export-dataset/handler'),
  purge: () => import('@pauta/functions/jobs/purge/handler'),
  'push-news': () => import('@pauta/functions/jobs/push-news/handler'),
  'rank-articles': () => import('@pauta/functions/jobs/rank-articles/handler'),
  'rank-entities': () => import('@pauta/functions/jobs/rank-entities/handler'),
  'reconcile-dlq': () => import('@pauta/functions/jobs/reconcile-dlq/handler'),
  'replay-events': () => import('@pauta/functions/jobs/replay-events/handler'),
  scrape: () => import('@pauta/functions/jobs/scrape/handler'),
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
export function listLocalJobs(replaced: readonly LocalJob[] = []): Job[] {
  return jobs.map((job) => replaced.find((other) => other.job.name === job.name)?.job ?? job)
}

/** Returns the queues of the workers, each with its dead-letter queue, as in the cloud. */
export function workerQueueDefinitions(visibilityTimeoutSeconds: number | undefined) {
  return workers.map((worker) => ({
    name: worker.queue,
    deadLetter: { maxReceives: worker.maxReceives },
    visibilityTimeoutSeconds: visibilityTimeoutSeconds ?? messageVisibilitySeconds(worker),
  }))
}

/** Returns the queues of the jobs, each with its dead-letter queue, as in the cloud. */
export function jobQueueDefinitions(replaced: readonly LocalJob[] | undefined) {
  return listLocalJobs(replaced).map((job) => ({
    name: jobQueueName(job),
    deadLetter: { maxReceives: runMaxReceives(job) },
    visibilityTimeoutSeconds: runVisibilitySeconds(job),
  }))
}

function findJobHandler(job: Job, replaced: readonly LocalJob[]): LambdaHandler {
  const other = replaced.find((other) => other.job.name === job.name)
  const load = JOB_HANDLERS[job.name]
  if (other) return other.handler
  if (!load) throw new Error(`The job ${job.name} has no handler in invoke.ts`)
  return lazily(load)
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
  const running = listLocalJobs(options.replaced).filter(({ name }) => !options.idle.includes(name))
  const pollers = running.map((job) =>
    startQueuePoller({
      endpoint: options.awsUrl,
      queueUrl: options.queueUrl(jobQueueName(job)),
      handler: findJobHandler(job, options.replaced ?? []),
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
  workers: readonly string[]
  jobs: readonly string[]
}): Promise<void> {
  await Promise.all([
    ...names.workers.map((name) => WORKER_HANDLERS[name]?.()),
    ...names.jobs.map((name) => JOB_HANDLERS[name]?.()),
  ])
}

/** Returns the schedules of all jobs, as stacks/jobs.ts defines them for EventBridge Scheduler. */
export function listJobSchedules(queueArn: (name: string) => string): QueueSchedule[] {
  return jobs.flatMap((job) =>
    listSchedules(job).map((schedule) => ({ ...schedule, queueArn: queueArn(jobQueueName(job)) })),
  )
}
