import { createHash } from 'node:crypto'
import { escapeJsonBody } from '@pauta/platform/queues/escape-body'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { Storage } from '@pauta/platform/storage/object-storage'

/** Bytes of a message. SQS takes 256 KB with its framing. */
const MESSAGE_MAX_BYTES = 200_000
/** Folder of the bucket for articles above the limit. */
export const LARGE_ARTICLES_FOLDER = 'ingest'

/**
 * Sends one article to the queue `news-ingest`; above 200 KB as a pointer to an object. The object's key is a hash of
 * its text, so a repeated sending writes the same object. Resolves when the queue has the message.
 */
export async function sendArticle(
  article: object,
  { queues, storage, queueUrl }: { queues: QueueSender; storage: Pick<Storage, 'put'>; queueUrl: string },
): Promise<void> {
  const body = JSON.stringify(article)
  // The queue gets the escaped text, which has up to three times as many bytes.
  if (Buffer.byteLength(escapeJsonBody(body)) <= MESSAGE_MAX_BYTES) {
    await queues.send(queueUrl, [body])
    return
  }
  const objectKey = `${LARGE_ARTICLES_FOLDER}/${createHash('sha256').update(body).digest('hex')}.json`
  await storage.put(objectKey, body, 'application/json')
  await queues.send(queueUrl, [JSON.stringify({ objectKey })])
}
