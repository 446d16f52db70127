import type { ConfigSection } from '../config.ts'
import type { QueueSender } from '../queues.ts'
import type { Storage } from '../storage.ts'
import { rawEventKey, type NewsEvent, type Topic } from './envelope.ts'

/** A configuration section that names a queue. */
export type QueueSection = Extract<ConfigSection, `${string}Queue`>

/** The queues that hear each topic, one per subscriber. */
export const SUBSCRIBERS = {
  'news.scraped': ['indexQueue'],
  'news.enriched': ['indexQueue'],
  'news.embedded': ['indexQueue'],
} as const satisfies Record<Topic, readonly QueueSection[]>

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
  const byQueue = new Map<string, string[]>()
  events.forEach((event, position) => {
    for (const section of SUBSCRIBERS[event.type]) {
      const url = config[section]?.url
      if (url === undefined)
        throw new Error(`${event.type} has the subscriber ${section}, which is not configured`)
      byQueue.set(url, [...(byQueue.get(url) ?? []), bodies[position] ?? ''])
    }
  })
  for (const [url, messages] of byQueue) await queues.send(url, messages)
}
