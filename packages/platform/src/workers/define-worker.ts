import type { ConfigSection } from '../config/config.ts'
import { DELIVERY_QUEUES } from '../config/delivery-channels.ts'

/** Every queue of the product. Each has a dead-letter queue and one subscriber; a test compares. */
export const QUEUE_NAMES = [
  'news-ingest',
  'enrich',
  'classify',
  'embed',
  'index',
  'release',
  ...DELIVERY_QUEUES,
  'mail-feedback',
] as const
export type QueueName = (typeof QUEUE_NAMES)[number]

/**
 * Rights of workers and jobs on resources that several of them are linked to. In the cloud a function gets only these
 * rights: see stacks/rights.ts.
 */
export type Right =
  | 'store-raw-events'
  | 'read-raw-events'
  | 'store-large-texts'
  | 'keep-pages'
  | 'remove-raw-pages'
  | 'keep-theme-models'
  | 'read-theme-models'
  | 'read-large-texts'
  | 'take-dead-letters-of-steps'
  | 'return-dead-letters'
  | 'measure-queues'

/** Definition of a worker: plain data, read by the infrastructure, the local stack and the tests. */
export interface Worker {
  /** Folder in functions/workers/, unless `handler` is set. */
  name: string
  /** Path of the handler below functions/workers/, without extension, for workers that share a folder. */
  handler?: string
  /** One sentence that the console and lists show. */
  purpose: string
  queue: QueueName
  /** Time-out of an invocation in seconds, at most 900. After a time-out its messages return to the queue. */
  timeoutSeconds: number
  memoryMb: number
  /**
   * Seconds for which a received message stays hidden, that is, the delay before a retry after a crash. Default: six
   * time-outs. At least `timeoutSeconds`, or a message could be processed twice at once.
   */
  visibilitySeconds?: number
  /** Most messages of one invocation (10 without a window), gathered for at most `windowSeconds`. */
  batch: { size: number; windowSeconds: number }
  /** Most concurrent invocations, at least 2. Limited by the database and the index, not by the queue. */
  concurrency: number
  /** Receives after which a message moves to the dead-letter queue. */
  maxReceives: number
  /** Sections of the configuration that the handler loads. The function is linked to these sections only. */
  config: readonly ConfigSection[]
  /** What the worker may do with the bucket and with dead letters. */
  rights?: readonly Right[]
  /** The worker calls URLs that users enter. In the cloud it may reach only the public internet by https. */
  publicEgressOnly?: boolean
  /**
   * Queues that the worker sends to. The section of each queue must also be in `config`; a stacks test compares them.
   */
  publishes: readonly QueueName[]
}

export function defineWorker<const Definition extends Worker>(worker: Definition): Definition {
  return worker
}

const VISIBILITY_FACTOR = 6

/**
 * Returns the seconds for which a received message stays hidden: six time-outs plus the window of the batch, so that a
 * throttled batch is not received twice.
 */
export function messageVisibilitySeconds({
  timeoutSeconds,
  visibilitySeconds,
  batch,
}: Pick<Worker, 'timeoutSeconds' | 'visibilitySeconds' | 'batch'>): number {
  return visibilitySeconds ?? VISIBILITY_FACTOR * timeoutSeconds + batch.windowSeconds
}

/** Returns the path of the handler below functions/workers/, without extension. */
export function handlerOf({ name, handler }: Pick<Worker, 'name' | 'handler'>): string {
  return handler ?? `${name}/handler`
}
