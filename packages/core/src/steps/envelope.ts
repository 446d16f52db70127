import { createHash } from 'node:crypto'
import * as z from 'zod'
import { formatInstant, localDay } from '@pauta/platform/time/time'

/** Data of each topic, with the documented names. */
const DATA_SCHEMAS = {
  'news.scraped': z.object({
    unique_id: z.string().min(1),
    agency_key: z.string().min(1),
    published_at: z.string(),
    scraped_at: z.string(),
  }),
  'news.enriched': z.object({
    unique_id: z.string().min(1),
    enriched_at: z.string(),
    most_specific_theme_code: z.string().nullable(),
    has_summary: z.boolean(),
  }),
  'news.embedded': z.object({
    unique_id: z.string().min(1),
    embedded_at: z.string(),
    embedding_dim: z.number().int(),
  }),
} as const

export type Topic = keyof typeof DATA_SCHEMAS
export type TopicData<Name extends Topic = Topic> = z.output<(typeof DATA_SCHEMAS)[Name]>

/** A message of a topic: CloudEvents 1.0, structured JSON mode. `subject` is the article's unique_id. */
export interface NewsEvent<Name extends Topic = Topic> {
  specversion: '1.0'
  id: string
  source: string
  type: Name
  subject: string
  time: string
  datacontenttype: 'application/json'
  data: TopicData<Name>
}

const SOURCE = 'pauta'
const ID_CHARACTERS = 32

/**
 * Returns the event of an article's step. The id is derived from topic, article and text, so that duplicates are
 * recognised.
 */
export function makeEvent<Name extends Topic>(
  type: Name,
  event: { uniqueId: string; contentHash: string | null; time: Date; data: TopicData<Name> },
): NewsEvent<Name> {
  const key = `${type}\n${event.uniqueId}\n${event.contentHash ?? ''}`
  return {
    specversion: '1.0',
    id: createHash('sha256').update(key).digest('hex').slice(0, ID_CHARACTERS),
    source: SOURCE,
    type,
    subject: event.uniqueId,
    time: formatInstant(event.time),
    datacontenttype: 'application/json',
    data: event.data,
  }
}

const eventSchema = z
  .object({ type: z.enum(['news.scraped', 'news.enriched', 'news.embedded']), subject: z.string().min(1) })
  .loose()

/** Reads the topic and the article of a message. Throws when the text is not an event of a known topic. */
export function parseEvent(text: string): { type: Topic; subject: string } {
  return eventSchema.parse(JSON.parse(text))
}

const anyDataSchema = z.union([
  z.object({ data: z.record(z.string(), z.unknown()) }),
  z.object({ data_base64: z.base64() }),
])

/**
 * Reads a whole event with plain or base64 data and returns it with plain data. Throws when the text is not an event of
 * a known topic or when its data does not match the topic.
 */
export function decodeEvent(text: string): NewsEvent {
  const value: unknown = JSON.parse(text)
  const { data_base64: _, ...attributes } = z
    .object({
      type: z.enum(['news.scraped', 'news.enriched', 'news.embedded']),
      id: z.string().min(1),
      time: z.string().min(1),
      subject: z.string().min(1).optional(),
    })
    .loose()
    .parse(value)
  const carried = anyDataSchema.parse(value)
  const plain: unknown =
    'data' in carried ? carried.data : JSON.parse(Buffer.from(carried.data_base64, 'base64').toString('utf8'))
  const data = DATA_SCHEMAS[attributes.type].parse(plain)
  return {
    ...attributes,
    specversion: '1.0',
    source: SOURCE,
    subject: attributes.subject ?? data.unique_id,
    datacontenttype: 'application/json',
    data,
  }
}

/** Folder of the storage for raw events. */
export const RAW_EVENTS_FOLDER = 'bronze'

/** Returns the folder of the raw events of a topic and a local day (`YYYY-MM-DD`). */
export function rawEventFolder(topic: Topic, day: string): string {
  return `${RAW_EVENTS_FOLDER}/${topic}/${day.replaceAll('-', '/')}/`
}

/** Returns the key of a raw event: `bronze/<topic>/<YYYY>/<MM>/<DD>/<event id>.json`, by its local day. */
export function rawEventKey(event: NewsEvent): string {
  return `${rawEventFolder(event.type, localDay(new Date(event.time)))}${event.id}.json`
}
