import { once } from 'node:events'
import { startQueuePoller } from '@pauta/server/queues/queue-poller'
import type { Worker } from '@pauta/platform/workers/define-worker'
import { endChild, forkReady } from './child.ts'
import type { RealStores } from './real-stores.ts'

interface Usage {
  busyMs: number
  rssBytes: number
}

interface Reply {
  answer?: unknown
  error?: string
  usage: Usage
}

/** The environments of a worker, each a process, fed from the worker's queue. */
export interface WorkerEnvironments {
  /** Invocations so far. */
  invocations(): number
  /** Processor time since the start of the environments' code, of all together. */
  busyMs(): number
  /** Most memory of one environment. */
  peakBytes(): number
  stop(): Promise<void>
}

/** Starts so many environments of a worker, and polls its queue with the worker's batch size for each. */
export async function startEnvironments(
  stores: RealStores,
  worker: Worker,
  count: number,
): Promise<WorkerEnvironments> {
  let invocations = 0
  const started = await Promise.all(
    Array.from({ length: count }, () =>
      forkReady('environment-process.ts', [worker.name], {
        ...stores.environment,
        NODE_ENV: 'production',
      }),
    ),
  )
  const environments = started.map(({ child, message }) => {
    const { busyMs, rssBytes } = (message as Reply).usage
    const own = { child, first: busyMs, last: busyMs, peak: rssBytes }
    const handler = async (event: never) => {
      const reply = once(child, 'message')
      child.send(event)
      const [{ answer, error, usage }] = (await reply) as [Reply]
      invocations += 1
      own.last = usage.busyMs
      own.peak = Math.max(own.peak, usage.rssBytes)
      if (error !== undefined) throw new Error(error)
      return answer
    }
    const poller = startQueuePoller({
      endpoint: stores.queues.url,
      queueUrl: stores.queues.queueUrl(worker.queue),
      handler,
      batchSize: worker.batch.size,
      batchWindowSeconds: worker.batch.windowSeconds,
      longPollSeconds: 1,
      timeoutSeconds: worker.timeoutSeconds,
      log: (problem, what) => console.error(what, problem),
    })
    return { own, poller }
  })
  return {
    invocations: () => invocations,
    busyMs: () => environments.reduce((sum, { own }) => sum + own.last - own.first, 0),
    peakBytes: () => Math.max(...environments.map(({ own }) => own.peak)),
    async stop() {
      await Promise.all(environments.map(({ poller }) => poller.stop()))
      await Promise.all(environments.map(({ own }) => endChild(own.child)))
    },
  }
}
