import { checkIngestMessage, stampIngestMessage } from './messages.ts'
import { describeError } from '@pauta/platform/errors'
import type { QueueReader, TakenMessage } from '@pauta/platform/queues/queue-reader'
import { decodeEvent } from '../steps/envelope.ts'

/** Longer than a job that goes through a queue may run, so that it sees no message twice. */
const HIDE_SECONDS = 15 * 60
const WAIT_SECONDS = 1
/** SQS asks only some of its servers at a time: one empty answer is no empty queue. */
const EMPTY_ANSWERS = 2
const TAKE_MAX = 10

/** The queue whose messages are articles; every other one carries events. */
const INGEST_QUEUE = 'news-ingest'

/**
 * The text with which a dead letter goes back to its queue: an event with plain data where it came in base64, an
 * article with the time at which it was first sent, as its version may go by that. Throws when no worker could read it.
 */
export function decodeDeadLetter(
  queue: string,
  { body, sentAt }: Pick<TakenMessage, 'body' | 'sentAt'>,
): string {
  if (queue !== INGEST_QUEUE) return JSON.stringify(decodeEvent(body))
  checkIngestMessage(body)
  return stampIngestMessage(body, sentAt)
}

export interface DeadLetterWalk {
  reader: QueueReader
  deadLetterUrl: string
  /** Messages looked at, at most. */
  limit: number
  /** Ends the walk after the batch at hand. */
  signal: AbortSignal
}

export interface DeadLetterReport {
  seen: number
  removed: number
  /** Kept messages that could not be shown again at once, with the reason; they appear when their time has passed. */
  hidden: { id: string; reason: string }[]
}

/**
 * Goes once through a dead-letter queue, in batches of up to ten. `handle` returns the messages that are done with: they
 * are removed; the others are shown again at the end.
 */
export async function walkDeadLetters(
  { reader, deadLetterUrl, limit, signal }: DeadLetterWalk,
  handle: (messages: readonly TakenMessage[]) => Promise<readonly TakenMessage[]>,
): Promise<DeadLetterReport> {
  const kept: TakenMessage[] = []
  let hidden: DeadLetterReport['hidden'] = []
  let seen = 0
  let emptyAnswers = 0
  try {
    while (seen < limit && emptyAnswers < EMPTY_ANSWERS && !signal.aborted) {
      const max = Math.min(TAKE_MAX, limit - seen)
      const messages = await reader.take(deadLetterUrl, {
        max,
        hideSeconds: HIDE_SECONDS,
        waitSeconds: WAIT_SECONDS,
      })
      emptyAnswers = messages.length === 0 ? emptyAnswers + 1 : 0
      if (messages.length === 0) continue
      seen += messages.length
      // Until they are known to be removed they count as kept, so that a failure half-way leaves none hidden.
      const start = kept.push(...messages) - messages.length
      const done = new Set(await handle(messages))
      await Promise.all([...done].map(({ receipt }) => reader.remove(deadLetterUrl, receipt)))
      kept.splice(start, messages.length, ...messages.filter((message) => !done.has(message)))
    }
  } finally {
    hidden = await showAgain(reader, deadLetterUrl, kept)
  }
  return { seen, removed: seen - kept.length, hidden }
}

/** Shows messages at once. Never throws: what broke the walk is the error to tell. */
async function showAgain(
  reader: QueueReader,
  deadLetterUrl: string,
  messages: readonly TakenMessage[],
): Promise<DeadLetterReport['hidden']> {
  const shown = messages.map(async ({ id, receipt }) => {
    try {
      await reader.hide(deadLetterUrl, receipt, 0)
      return []
    } catch (error) {
      return [{ id, reason: `hidden for ${HIDE_SECONDS / 60} minutes: ${describeError(error)}` }]
    }
  })
  return (await Promise.all(shown)).flat()
}
