import { startJobs, startWorkers } from './invoke.ts'
import type { PollingSettings } from './stack-types.ts'

export interface PollingOptions {
  awsUrl: string
  queueUrl: (name: string) => string
  log: (error: unknown, what: string) => void
}

/** The pollers of a stack's queues: workers and jobs. */
export interface Polling {
  /** Polls the queues of all jobs and workers except the idle ones. */
  start(settings: PollingSettings): void
  /** Stops polling until the next start, and waits for running work. */
  stop(): Promise<void>
}

export function makePolling(queues: PollingOptions): Polling {
  let pollers: readonly { stop(): Promise<void> }[] = []
  return {
    start({ idleWorkers = [], idleJobs = [], jobs, batchWindowSeconds, retrySeconds }) {
      pollers = [
        startWorkers({ ...queues, batchWindowSeconds, retrySeconds, idle: idleWorkers }),
        startJobs({ ...queues, idle: idleJobs, replaced: jobs }),
      ]
    },
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}
