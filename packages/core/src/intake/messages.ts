import * as z from 'zod'
import type { Storage } from '@pauta/platform/storage/storage'
import { incomingArticleSchema, type IncomingArticle } from '../articles/article.ts'
import { receiveArticle, type Receipt } from '../articles/receive.ts'

// SQS takes 256 KB with its own framing: senders put an article of more than 200 KB into object storage.
const pointerSchema = z.object({ objectKey: z.string().min(1).max(1024) })
// Dead letters that go back to the queue carry the time at which they were first sent.
const resentSchema = z.object({
  sentAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
})

/**
 * Reads one message of the queue `news-ingest`: an article, or `{"objectKey": "…"}` that says where in the bucket the
 * article lies. Throws with every field at fault; such a message can never succeed and ends as a dead letter.
 */
export async function readIngestMessage(
  body: string,
  { storage, ...receipt }: Receipt & { storage: Storage },
): Promise<IncomingArticle> {
  const value: unknown = JSON.parse(body)
  const resent = resentSchema.safeParse(value)
  const received = resent.success ? { ...receipt, sentAt: resent.data.sentAt } : receipt
  const pointer = pointerSchema.safeParse(value)
  if (!pointer.success) return receiveArticle(value, received)
  const text = await storage.find(pointer.data.objectKey)
  if (text === undefined) throw new Error(`There is no object ${pointer.data.objectKey}`)
  return receiveArticle(JSON.parse(text), received)
}

/** The text of a message with the time at which it was first sent, for when it is sent again. */
export function stampIngestMessage(body: string, sentAt: Date): string {
  const value = JSON.parse(body) as Record<string, unknown>
  return resentSchema.safeParse(value).success ? body : JSON.stringify({ ...value, sentAt })
}

/** Throws when a message of `news-ingest` is neither an article nor a pointer to one, whatever the pointer leads to. */
export function checkIngestMessage(body: string): void {
  const value: unknown = JSON.parse(body)
  if (!pointerSchema.safeParse(value).success) incomingArticleSchema.parse(value)
}
