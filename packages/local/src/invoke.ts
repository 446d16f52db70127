import { workers } from '@pauta/functions/workers/workers'
import type { Worker } from '@pauta/functions/workers/define-worker'
import type { Route } from './http-front.ts'
import type { LambdaHandler } from './lambda-runtime.ts'
import { startQueuePoller } from './queue-poller.ts'

type Log = (error: unknown, what: string) => void

// A handler reads its configuration when it is loaded, so it is loaded at the first request, as Lambda does.
function lazily(load: () => Promise<{ handler: (...args: never[]) => unknown }>): LambdaHandler {
  let loaded: ReturnType<typeof load> | undefined
  return async (...args) => {
    loaded ??= load()
    const { handler } = await loaded
    return await (handler as LambdaHandler)(...args)
  }
}

/** The routes of the API, as stacks/api.ts gives them to API Gateway. */
export function openRoutes(): Route[] {
  const notFound = lazily(() => import('@pauta/functions/http/not-found'))
  return [
    { method: 'ANY', path: '/graphql', handler: lazily(() => import('@pauta/functions/graphql/handler')) },
    { method: 'GET', path: '/playground', handler: lazily(() => import('@pauta/functions/http/playground')) },
    { method: 'GET', path: '/health', handler: lazily(() => import('@pauta/functions/http/health')) },
    { method: 'GET', path: '/ready', handler: lazily(() => import('@pauta/functions/http/ready')) },
    { method: 'ANY', path: '/', handler: notFound },
    { method: 'ANY', path: '/{proxy+}', handler: notFound },
  ]
}

/** Runs what a deployment runs before new code. */
export async function migrateStack(): Promise<void> {
  const { handler } = await import('@pauta/functions/migrate/handler')
  await handler()
}

const WORKER_HANDLERS: Record<string, () => Promise<{ handler: (event: never) => Promise<unknown> }>> = {
  ingest: () => import('@pauta/functions/workers/ingest/handler'),
  index: () => import('@pauta/functions/workers/index/handler'),
}

async function startWorker(worker: Worker, options: { awsUrl: string; queueUrl: string; log: Log }) {
  const load = WORKER_HANDLERS[worker.name]
  if (!load) throw new Error(`The worker ${worker.name} has no handler in invoke.ts`)
  const { handler } = await load()
  return startQueuePoller({
    endpoint: options.awsUrl,
    queueUrl: options.queueUrl,
    handler,
    batchSize: worker.batch.size,
    batchWindowSeconds: worker.batch.windowSeconds,
    concurrency: worker.concurrency,
    timeoutSeconds: worker.timeoutSeconds,
    log: options.log,
  })
}

/** Polls the queue of every worker and calls its real handler. */
export async function startWorkers(options: {
  awsUrl: string
  queueUrl: (name: string) => string
  log: Log
}) {
  const pollers = await Promise.all(
    workers.map((worker) =>
      startWorker(worker, {
        awsUrl: options.awsUrl,
        queueUrl: options.queueUrl(worker.queue),
        log: options.log,
      }),
    ),
  )
  return {
    stop: async () => {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}
