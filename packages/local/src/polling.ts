import { startJobs, startWorkers, type LocalJob } from './invoke.ts'
import type { RetrySeconds } from './queue-poller.ts'

export interface PollingOptions {
  awsUrl: string
  queueUrl: (name: string) => string
  /** Jobs whose queues are not polled. */
  idleJobs: readonly string[]
  /** Jobs that run with other settings. */
  replacedJobs: readonly LocalJob[] | undefined
  /** Seconds that workers wait for a fuller batch. Default: each worker's setting in the cloud. */
  batchWindowSeconds: number | undefined
  /** Seconds after which workers receive a failed message again. Default: when its visibility time-out ends. */
  retrySeconds: RetrySeconds | undefined
  log: (error: unknown, what: string) => void
}

/** The pollers of a stack's queues: workers and jobs. */
export interface Polling {
  /** Polls the queues of all jobs and workers except the idle ones. */
  start(idleWorkers: readonly string[]): void
  /** Stops polling until the next start, and waits for running work. */
  stop(): Promise<void>
}

export function makePolling({
  idleJobs,
  replacedJobs,
  batchWindowSeconds,
  retrySeconds,
  ...queues
}: PollingOptions): Polling {
  let pollers: readonly { stop(): Promise<void> }[] = []
  return {
    start(idleWorkers) {
      pollers = [
        startWorkers({ ...queues, batchWindowSeconds, retrySeconds, idle: idleWorkers }),
        startJobs({ ...queues, idle: idleJobs, replaced: replacedJobs }),
      ]
    },
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}
