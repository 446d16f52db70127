import { startJobs, startWorkers, type LocalJob } from './invoke.ts'

export interface PollingOptions {
  awsUrl: string
  queueUrl: (name: string) => string
  /** Jobs whose queues are left alone. */
  idleJobs: readonly string[]
  /** Jobs that run with other settings. */
  replacedJobs: readonly LocalJob[] | undefined
  /** How long workers wait for a fuller batch; each as long as in the cloud where nothing is said. */
  batchWindowSeconds: number | undefined
  log: (error: unknown, what: string) => void
}

/** Whoever takes messages from the queues of a stack: its workers and its jobs. */
export interface Polling {
  /** Polls the queues of the jobs and of all workers but the idle ones. */
  start(idleWorkers: readonly string[]): void
  /** Waits for the work at hand. Nobody takes a message until the next start. */
  stop(): Promise<void>
}

export function makePolling({
  idleJobs,
  replacedJobs,
  batchWindowSeconds,
  ...queues
}: PollingOptions): Polling {
  let pollers: readonly { stop(): Promise<void> }[] = []
  return {
    start(idleWorkers) {
      pollers = [
        startWorkers({ ...queues, batchWindowSeconds, idle: idleWorkers }),
        startJobs({ ...queues, idle: idleJobs, replaced: replacedJobs }),
      ]
    },
    async stop() {
      await Promise.all(pollers.map((poller) => poller.stop()))
    },
  }
}
