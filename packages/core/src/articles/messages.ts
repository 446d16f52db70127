import * as z from 'zod'
import type { Storage } from '../storage.ts'
import { incomingArticleSchema, type IncomingArticle } from './article.ts'

// SQS takes 256 KB with its own framing: senders put an article of more than 200 KB into object storage.
const pointerSchema = z.object({ objectKey: z.string().min(1).max(1024) })

/**
 * Reads one message of the queue `news-ingest`: an article, or `{"objectKey": "…"}` that says where in the bucket the
 * article lies. Throws with every field at fault; such a message can never succeed and ends as a dead letter.
 */
export async function readIngestMessage(body: string, storage: Storage): Promise<IncomingArticle> {
  const value: unknown = JSON.parse(body)
  const pointer = pointerSchema.safeParse(value)
  if (!pointer.success) return incomingArticleSchema.parse(value)
  const text = await storage.find(pointer.data.objectKey)
  if (text === undefined) throw new Error(`There is no object ${pointer.data.objectKey}`)
  return incomingArticleSchema.parse(JSON.parse(text))
}

/** Throws when a message of `news-ingest` is neither an article nor a pointer to one, whatever the pointer leads to. */
export function checkIngestMessage(body: string): void {
  const value: unknown = JSON.parse(body)
  if (!pointerSchema.safeParse(value).success) incomingArticleSchema.parse(value)
}
