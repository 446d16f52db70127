import type { TakenMessage } from '@pauta/platform/queues/queue-reader'
import { decodeEvent } from '../steps/envelope.ts'
import { checkIngestMessage, stampIngestMessage } from '../ingest/messages.ts'

/** The queue whose messages are articles. All other queues contain events. */
const INGEST_QUEUE = 'news-ingest'

/**
 * Returns the text with which a dead letter returns to its queue. An event with base64 data gets plain data. An article
 * gets the time of its first sending, which may define its version. Throws when no worker could read the text.
 */
export function decodeDeadLetter(
  queue: string,
  { body, sentAt }: Pick<TakenMessage, 'body' | 'sentAt'>,
): string {
  if (queue !== INGEST_QUEUE) return JSON.stringify(decodeEvent(body))
  checkIngestMessage(body)
  return stampIngestMessage(body, sentAt)
}
