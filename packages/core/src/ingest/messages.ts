import * as z from 'zod'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { readOrRefuse } from '@pauta/platform/workers/permanent-failure'
import { incomingArticleSchema, type IncomingArticle } from '../articles/article.ts'
import { receiveArticle, type Receipt } from '../articles/receive.ts'
import { isRemoval, receiveRemoval, removalSchema, type Removal } from '../removals/removal.ts'

// Senders put an article above 200 KB into object storage, because SQS limits a message to 256 KB including its
// framing.
const pointerSchema = z.object({ objectKey: z.string().min(1).max(1024) })
// Redriven dead letters contain the time of their first sending.
const resentSchema = z.object({
  sentAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

/** What a message of `news-ingest` asks for. */
export type IngestMessage = { article: IncomingArticle } | { removal: Removal }

/**
 * Reads one message of the queue `news-ingest`: an article, `{"objectKey": "…"}` with the key of the article in the
 * bucket, or a removal, which has `removedAt`. Throws a PermanentFailure with every invalid field.
 */
export async function readIngestMessage(
  body: string,
  { storage, ...receipt }: Receipt & { storage: Storage },
): Promise<IngestMessage> {
  const value: unknown = readOrRefuse(() => JSON.parse(body))
  if (isRemoval(value)) return readOrRefuse(() => ({ removal: receiveRemoval(value, receipt.now) }))
  const resent = resentSchema.safeParse(value)
  const received = resent.success ? { ...receipt, sentAt: resent.data.sentAt } : receipt
  const pointer = pointerSchema.safeParse(value)
  if (!pointer.success) return readOrRefuse(() => ({ article: receiveArticle(value, received) }))
  const text = await storage.find(pointer.data.objectKey)
  // The object may arrive later than its message.
  if (text === undefined) throw new Error(`There is no object ${pointer.data.objectKey}`)
  return readOrRefuse(() => ({ article: receiveArticle(JSON.parse(text), received) }))
}

/** Returns the text of a message with the time of its first sending, for a redrive. */
export function stampIngestMessage(body: string, sentAt: Date): string {
  const value = JSON.parse(body) as Record<string, unknown>
  return resentSchema.safeParse(value).success ? body : JSON.stringify({ ...value, sentAt })
}

/**
 * Throws when a message of `news-ingest` is neither an article, nor a pointer to one, nor a removal. Does not read the
 * object of a pointer.
 */
export function checkIngestMessage(body: string): void {
  const value: unknown = JSON.parse(body)
  if (isRemoval(value)) removalSchema.parse(value)
  else if (!pointerSchema.safeParse(value).success) incomingArticleSchema.parse(value)
}
