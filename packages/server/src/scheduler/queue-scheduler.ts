import { connectQueues } from '@pauta/platform/queues/queues'
import type { Queues } from '../queues/queues.ts'
import { startScheduler, type Scheduler } from './scheduler.ts'

/** The role that schedules name. The scheduler of a machine assumes none. */
export const SCHEDULER_ROLE = 'arn:aws:iam::000000000000:role/scheduler'

/** Returns the name by which schedules address a queue. */
export const queueArn = (name: string) => `arn:aws:sqs:us-east-2:000000000000:${name}`

/**
 * Starts a scheduler whose schedules send messages to queues. It is held until its release: a schedule of an earlier start
 * may be due at once.
 */
export function openQueueScheduler(
  queues: Pick<Queues, 'queueUrl'>,
  {
    log,
    ...options
  }: {
    dataDir: string | undefined
    groups: readonly string[]
    log: (error: unknown, what: string) => void
  },
): Promise<Scheduler> {
  return startScheduler({
    ...options,
    port: 0,
    held: true,
    fire: ({ target, input }) =>
      connectQueues().send(queues.queueUrl(target.Arn.split(':').at(-1) ?? ''), [input]),
    log,
  })
}
