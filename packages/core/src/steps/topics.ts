import type { ConfigSection } from '@pauta/platform/config/config'
import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { Storage } from '@pauta/platform/storage/storage'
import { rawEventKey, type NewsEvent, type Topic } from './envelope.ts'
import { listWithOpenSteps, PIPELINE_STEPS, type PipelineStep } from './steps.ts'

/** A configuration section that names a queue. */
export type QueueSection = Extract<ConfigSection, `${string}Queue`>

/**
 * The queues that hear each topic, one per subscriber. The index hears of every step, so an article is searchable with
 * what there is of it: as soon as it is scraped, again with its features, and again with its embedding. The embedding
 * waits for the features' step; where that step fails, its worker wakes the embedding itself. Where a language model is
 * configured, the worker of the features sends `news.enriched` to the step `classify` too, whose own worker publishes it
 * again: then it carries theme and summary.
 */
const SUBSCRIBERS = {
  'news.scraped': ['enrichQueue', 'indexQueue'],
  'news.enriched': ['embedQueue', 'indexQueue'],
  'news.embedded': ['indexQueue'],
} as const satisfies Record<Topic, readonly QueueSection[]>

/** The queue whose worker does each step. */
export const STEP_QUEUES: Record<PipelineStep, QueueSection> = {
  enrich: 'enrichQueue',
  classify: 'classifyQueue',
  embed: 'embedQueue',
  index: 'indexQueue',
}

/** The steps that may wait for a topic's wake-up. */
const LATER_STEPS: Record<Topic, readonly PipelineStep[]> = {
  'news.scraped': PIPELINE_STEPS,
  'news.enriched': ['classify', 'embed', 'index'],
  'news.embedded': ['index'],
}

export interface Publisher {
  db: Db
  storage: Storage
  queues: QueueSender
  /** Addresses of the queues that the topic's subscribers listen on. */
  config: Partial<Record<QueueSection, { url: string }>>
}

/**
 * Stores each event once as it was and wakes the subscribers of their topic. Events of `repeated` articles, whose step
 * was done in an earlier try, may have been lost with it: they are stored once more, under the same key, and sent only
 * while a later step is open. Returns the events that were sent.
 */
export async function publish<Name extends Topic>(
  topic: Name,
  events: readonly NewsEvent<Name>[],
  repeated: ReadonlySet<string>,
  { db, storage, queues, config }: Publisher,
): Promise<NewsEvent<Name>[]> {
  await Promise.all(
    events.map((event) => storage.put(rawEventKey(event), JSON.stringify(event), 'application/json')),
  )
  const waiting = new Set(await listWithOpenSteps(db, LATER_STEPS[topic], [...repeated]))
  const wanted = events.filter(({ subject }) => !repeated.has(subject) || waiting.has(subject))
  const bodies = wanted.map((event) => JSON.stringify(event))
  if (bodies.length > 0) await sendToSubscribers(topic, bodies, { queues, config })
  return wanted
}

/** Sends messages to every subscriber of a topic and stores nothing. */
export async function sendToSubscribers(
  topic: Topic,
  bodies: readonly string[],
  { queues, config }: Pick<Publisher, 'queues' | 'config'>,
): Promise<void> {
  for (const section of SUBSCRIBERS[topic]) {
    const url = config[section]?.url
    if (url === undefined) throw new Error(`${topic} has the subscriber ${section}, which is not configured`)
    await queues.send(url, bodies)
  }
}
