import type { RetrySeconds } from '../queues/queue-poller.ts'
import { startJobs, startWorkers, type LocalJob } from './invoke.ts'

/** What the stack polls, and how. A reset may change it. */
export interface PollingSettings {
  /** Workers that do not poll, so that a test can read the messages in their queues. */
  idleWorkers?: readonly string[]
  /** Jobs that do not poll, for the same reason. */
  idleJobs?: readonly string[]
  /** Jobs that a test runs with other settings. */
  jobs?: readonly LocalJob[]
  /** Seconds that workers wait for a fuller batch. Default: as in the cloud. */
  batchWindowSeconds?: number | undefined
  /**
   * Seconds after which workers receive a failed message again. Default: when its visibility time-out ends, as in the
   * cloud. Tests of dead letters return 0 and do not wait.
   */
  retrySeconds?: RetrySeconds
}

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
