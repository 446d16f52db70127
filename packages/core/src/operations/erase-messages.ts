import * as z from 'zod'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { addressKey } from '../articles/article-keys.ts'
import type { Erasure } from '../removals/erase.ts'
import { LARGE_ARTICLES_FOLDER } from '../ingest/send.ts'
import {
  walkDeadLetters,
  type DeadLetterReport,
  type DeadLetterWalk,
} from '@pauta/platform/queues/walk-dead-letters'

const KEYS_AT_ONCE = 1000
const OBJECTS_AT_ONCE = 8

const messageSchema = z.object({
  uniqueId: z.string().nullish(),
  url: z.string().nullish(),
  objectKey: z.string().nullish(),
})

/** Returns what a message of `news-ingest` names; undefined for a text that is no JSON object. */
function readMessage(body: string): z.output<typeof messageSchema> | undefined {
  try {
    return messageSchema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

/** Returns whether a text is a message about the article. A text that nothing can read counts if it has a title of it. */
function makeMatcher({ uniqueId, addresses, titles }: Erasure): (body: string) => boolean {
  const pages = new Set(addresses.map(addressKey))
  return (body) => {
    const message = readMessage(body)
    if (!message) return titles.some((title) => body.includes(title))
    return message.uniqueId === uniqueId || (message.url ? pages.has(addressKey(message.url)) : false)
  }
}

/**
 * Removes the articles above 200 KB that messages of `news-ingest` point to, if they are the given one. Reads every such
 * object, which are few. Returns their keys.
 */
export async function eraseLargeMessages(
  storage: Pick<Storage, 'list' | 'find' | 'remove'>,
  erasure: Erasure,
): Promise<string[]> {
  const isOfArticle = makeMatcher(erasure)
  const removed: string[] = []
  for (let after: string | undefined; ;) {
    const keys = await storage.list(`${LARGE_ARTICLES_FOLDER}/`, { after, limit: KEYS_AT_ONCE })
    for (let first = 0; first < keys.length; first += OBJECTS_AT_ONCE) {
      const some = keys.slice(first, first + OBJECTS_AT_ONCE)
      const bodies = await Promise.all(some.map((key) => storage.find(key)))
      removed.push(...some.filter((_, position) => isOfArticle(bodies[position] ?? '')))
    }
    if (keys.length < KEYS_AT_ONCE) break
    after = keys.at(-1)
  }
  await storage.remove(removed)
  return removed
}

/** Removes the dead letters of `news-ingest` about the article, also those that point to the given objects. */
export async function eraseDeadLetters(
  erasure: Erasure,
  objectKeys: readonly string[],
  walk: DeadLetterWalk,
): Promise<DeadLetterReport> {
  const isOfArticle = makeMatcher(erasure)
  const removed = new Set(objectKeys)
  return await walkDeadLetters(walk, (messages) =>
    Promise.resolve(
      messages.filter(({ body }) => isOfArticle(body) || removed.has(readMessage(body)?.objectKey ?? '')),
    ),
  )
}
