import type { ConfigSection } from '../config.ts'
import type { QueueSender } from '../queues.ts'
import type { Storage } from '../storage.ts'
import { rawEventKey, type NewsEvent, type Topic } from './envelope.ts'
import type { PipelineStep } from './markers.ts'

/** A configuration section that names a queue. */
export type QueueSection = Extract<ConfigSection, `${string}Queue`>

/**
 * The queues that hear each topic, one per subscriber. The index hears of every step, so an article is searchable with
 * what there is of it: as soon as it is scraped, again with its features, and again with its embedding. The embedding
 * waits for the features' step; where that step fails, its worker wakes the embedding itself. Where a language model is
 * configured, the worker of the features sends `news.enriched` to the step `classify` too, whose own worker publishes it
 * again: then it carries theme and summary.
 */
export const SUBSCRIBERS = {
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

export interface Publisher {
  storage: Storage
  queues: QueueSender
  /** Addresses of the queues that the topic's subscribers listen on. */
  config: Partial<Record<QueueSection, { url: string }>>
}

/**
 * Stores each event once as it was and wakes the topic's subscribers. Events that were sent already do no harm: they
 * are stored under the same key and the workers find nothing due.
 */
export async function publish(
  events: readonly NewsEvent[],
  { storage, queues, config }: Publisher,
): Promise<void> {
  const bodies = events.map((event) => JSON.stringify(event))
  await Promise.all(
    events.map((event, position) =>
      storage.put(rawEventKey(event), bodies[position] ?? '', 'application/json'),
    ),
  )
  for (const type of new Set(events.map((event) => event.type))) {
    const ofType = bodies.filter((_, position) => events[position]?.type === type)
    await sendToSubscribers(type, ofType, { queues, config })
  }
}

/** Sends messages to every subscriber of a topic and stores nothing. */
export async function sendToSubscribers(
  topic: Topic,
  bodies: readonly string[],
  { queues, config }: Omit<Publisher, 'storage'>,
): Promise<void> {
  for (const section of SUBSCRIBERS[topic]) {
    const url = config[section]?.url
    if (url === undefined) throw new Error(`${topic} has the subscriber ${section}, which is not configured`)
    await queues.send(url, bodies)
  }
}
