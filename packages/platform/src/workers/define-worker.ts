import type { ConfigSection } from '../config/config.ts'

/** Every queue of the product, by its name; each has a dead-letter queue and one subscriber. */
export type QueueName =
  | 'news-ingest'
  | 'enrich'
  | 'classify'
  | 'embed'
  | 'index'
  | 'release'
  | 'deliver-email'
  | 'deliver-telegram'
  | 'deliver-push'
  | 'deliver-webhook'
  | 'mail-feedback'

/**
 * What a worker or a job does with what several of them are linked to. In the cloud it may do that and nothing else with
 * it: see stacks/rights.ts.
 */
export type Right =
  | 'store-raw-events'
  | 'read-raw-events'
  | 'read-large-articles'
  | 'take-dead-letters-of-steps'
  | 'return-dead-letters'

/** What a worker is and what it needs: pure data, read by the cloud, the local stack and the tests alike. */
export interface Worker {
  /** Its folder in functions/workers/, unless `handler` says otherwise. */
  name: string
  /** Its handler below functions/workers/, without the ending, where several workers share a folder. */
  handler?: string
  /** One sentence for people: shown in the console and in lists. */
  purpose: string
  queue: QueueName
  /** An invocation that is not done by then is stopped; its messages come back. At most 900. */
  timeoutSeconds: number
  memoryMb: number
  /**
   * Seconds for which a received message stays out of sight, in place of six time-outs: how late a message is tried again
   * after a crash. At least `timeoutSeconds`, or a message would be received twice at once.
   */
  visibilitySeconds?: number
  /** Messages of one invocation: at most `size` (10 without a window), gathered for at most `windowSeconds`. */
  batch: { size: number; windowSeconds: number }
  /** Invocations at once, 2 or more: what the database and the index can bear, not what the queue could use. */
  concurrency: number
  /** After so many receives a message moves to the dead-letter queue. */
  maxReceives: number
  /** Sections of the configuration that its handler loads; it is linked to those and no others. */
  config: readonly ConfigSection[]
  /** What it does with the bucket and with dead letters, where it is linked to them. */
  rights?: readonly Right[]
  /** It calls addresses that users give: in the cloud it may reach the public internet by https and nothing else. */
  publicEgressOnly?: boolean
  /** Queues that it sends to; the section of each stands in `config` too (a stacks test compares). */
  publishes: readonly QueueName[]
}

export function defineWorker<const Definition extends Worker>(worker: Definition): Definition {
  return worker
}

const VISIBILITY_FACTOR = 6

/**
 * Seconds for which a received message of a worker stays out of sight: six time-outs and the gathering of its batch, so
 * that a throttled batch is not received twice.
 */
export function messageVisibilitySeconds({
  timeoutSeconds,
  visibilitySeconds,
  batch,
}: Pick<Worker, 'timeoutSeconds' | 'visibilitySeconds' | 'batch'>): number {
  return visibilitySeconds ?? VISIBILITY_FACTOR * timeoutSeconds + batch.windowSeconds
}

/** Where the handler of a worker is, below functions/workers/ and without its ending. */
export function handlerOf({ name, handler }: Pick<Worker, 'name' | 'handler'>): string {
  return handler ?? `${name}/handler`
}
