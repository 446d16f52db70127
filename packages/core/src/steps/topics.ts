import type { ConfigSection } from '@pauta/platform/config/config'
import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { rawEventKey, type NewsEvent, type Topic } from './envelope.ts'
import { listWithOpenSteps, PIPELINE_STEPS, type PipelineStep } from './steps.ts'

/** A configuration section that names a queue. */
export type QueueSection = Extract<ConfigSection, `${string}Queue`>

/**
 * Subscribers of each topic: one queue per subscriber. The index subscribes to all topics, so an article becomes
 * searchable as soon as it is scraped, and is updated with its features and its embedding. The embedding waits for the
 * features; when the features fail, their worker sends the message of the step `embed` itself. With a language model, the worker of
 * the features also sends `news.enriched` to the step `classify`. Its worker publishes `news.enriched` again, with
 * theme and summary.
 */
const SUBSCRIBERS = {
  'news.scraped': ['enrichQueue', 'indexQueue'],
  'news.enriched': ['embedQueue', 'indexQueue'],
  'news.embedded': ['indexQueue'],
} as const satisfies Record<Topic, readonly QueueSection[]>

/** The queue of each step's worker. */
export const STEP_QUEUES: Record<PipelineStep, QueueSection> = {
  enrich: 'enrichQueue',
  classify: 'classifyQueue',
  embed: 'embedQueue',
  index: 'indexQueue',
}

/** The steps that may wait for a message of the topic. */
const LATER_STEPS: Record<Topic, readonly PipelineStep[]> = {
  'news.scraped': PIPELINE_STEPS,
  'news.enriched': ['classify', 'embed', 'index'],
  'news.embedded': ['index'],
}

export interface Publisher {
  db: Db
  storage: Storage
  queues: QueueSender
  /** URLs of the queues of the topic's subscribers. */
  config: Partial<Record<QueueSection, { url: string }>>
}

/**
 * Stores events and sends them to the subscribers of their topic. The first attempt for `repeated` articles may have
 * lost their events. Those events are stored again under the same key, and sent only while a later step is open.
 * Returns the sent events.
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
  await sendToSubscribers(topic, bodies, { queues, config })
  return wanted
}

/** Sends messages to every subscriber of a topic without storing them. */
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
