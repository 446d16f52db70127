import {
  byChannel,
  deliveryQueue,
  type ByChannel,
} from '../packages/platform/src/config/delivery-channels.ts'
import {
  handlerOf,
  messageVisibilitySeconds,
  type QueueName,
} from '../packages/platform/src/workers/define-worker.ts'
import { workers } from '../functions/workers/workers.ts'
import type { FunctionArgsMaker } from './function-needs.ts'
import { pascalCase } from './pascal-case.ts'
import type { StageSettings } from './stages/stage-settings.ts'

export type Queues = Record<QueueName, sst.aws.Queue>

/** The queues of the workers and their dead-letter queues. */
export interface WorkerQueues {
  queues: Queues
  deadLetters: Queues
}

const DEAD_LETTER_RETENTION_SECONDS = 14 * 24 * 3600

/** A queue and its dead-letter queue for every worker. */
export function makeQueues(): WorkerQueues {
  // By default a linked queue grants every action. Here a link grants only sending; the subscription grants receiving.
  sst.Linkable.wrap(sst.aws.Queue, (queue) => ({
    properties: { url: queue.url },
    include: [sst.aws.permission({ actions: ['sqs:SendMessage'], resources: [queue.arn] })],
  }))
  const pairs = workers.map((worker) => {
    const name = pascalCase(worker.queue)
    const deadLetters = new sst.aws.Queue(`${name}DeadLetters`, {
      transform: { queue: { messageRetentionSeconds: DEAD_LETTER_RETENTION_SECONDS } },
    })
    const queue = new sst.aws.Queue(`${name}Queue`, {
      visibilityTimeout: `${messageVisibilitySeconds(worker)} seconds`,
      dlq: { queue: deadLetters.arn, retry: worker.maxReceives },
    })
    return { name: worker.queue, queue, deadLetters }
  })
  return {
    queues: Object.fromEntries(pairs.map(({ name, queue }) => [name, queue])) as Queues,
    deadLetters: Object.fromEntries(pairs.map(({ name, deadLetters }) => [name, deadLetters])) as Queues,
  }
}

/**
 * Returns the most environments of a worker. Two workers have a setting of their own, because their load comes at the
 * full hour.
 */
function boundOf({ queue, concurrency }: (typeof workers)[number], settings: StageSettings): number {
  if (queue === 'release') return settings.releaseConcurrency
  if (queue === 'deliver-email') return settings.mailConcurrency
  return Math.min(concurrency, settings.workerConcurrency)
}

/** Returns the most environments of each channel's worker, which share the rate of the channel. */
export function countSenders(settings: StageSettings): ByChannel<number> {
  return byChannel((channel) => {
    const queue = deliveryQueue(channel)
    const worker = workers.find((one) => one.queue === queue)
    if (!worker) throw new Error(`No worker reads the queue ${queue}`)
    return boundOf(worker, settings)
  })
}

/**
 * Subscribes every worker to its queue. Only failed items of a batch return to the queue, and few batches run at once.
 * A worker may send to its own dead-letter queue, for messages that no retry can help.
 */
export function subscribeWorkers(
  { queues, deadLetters }: WorkerQueues,
  settings: StageSettings,
  functionArgs: FunctionArgsMaker,
) {
  for (const worker of workers) {
    const maximumConcurrency = boundOf(worker, settings)
    queues[worker.queue].subscribe(
      functionArgs({
        name: worker.name,
        handler: `workers/${handlerOf(worker)}`,
        purpose: worker.purpose,
        config: worker.config,
        timeoutSeconds: worker.timeoutSeconds,
        memoryMb: worker.memoryMb,
        ...(worker.rights && { rights: worker.rights }),
        permissions: [{ actions: ['sqs:SendMessage'], resources: [deadLetters[worker.queue].arn] }],
        publicEgressOnly: worker.publicEgressOnly ?? false,
      }),
      {
        batch: {
          size: worker.batch.size,
          window: `${worker.batch.windowSeconds} seconds`,
          partialResponses: true,
        },
        transform: { eventSourceMapping: { scalingConfig: { maximumConcurrency } } },
      },
    )
  }
}
