import { describeError } from '../errors.ts'
import type { QueueReader, TakenMessage } from './queue-reader.ts'

/** Longer than a job may read a queue, so that it receives no message twice. */
const HIDE_SECONDS = 15 * 60
/** SQS queries all of its servers when it may wait, so an empty answer means an empty queue. */
const WAIT_SECONDS = 1
const TAKE_MAX = 10

export interface DeadLetterWalk {
  reader: QueueReader
  deadLetterUrl: string
  /** Most messages to read. */
  limit: number
  /** Ends the walk after the current batch. */
  signal: AbortSignal
}

export interface DeadLetterReport {
  seen: number
  removed: number
  /**
   * Kept messages that could not be made visible at once, with the reason. They become visible when their time-out
   * ends.
   */
  hidden: { id: string; reason: string }[]
}

/**
 * Reads a dead-letter queue once, in batches of up to ten. `handle` returns the messages to remove. The other messages
 * become visible again at the end.
 */
export async function walkDeadLetters(
  { reader, deadLetterUrl, limit, signal }: DeadLetterWalk,
  handle: (messages: readonly TakenMessage[]) => Promise<readonly TakenMessage[]>,
): Promise<DeadLetterReport> {
  const kept: TakenMessage[] = []
  let hidden: DeadLetterReport['hidden'] = []
  let seen = 0
  try {
    while (seen < limit && !signal.aborted) {
      const max = Math.min(TAKE_MAX, limit - seen)
      const messages = await reader.take(deadLetterUrl, {
        max,
        hideSeconds: HIDE_SECONDS,
        waitSeconds: WAIT_SECONDS,
      })
      if (messages.length === 0) break
      seen += messages.length
      // Messages count as kept until they are removed, so that a failure half-way leaves none hidden.
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

/** Makes messages visible at once. Never throws, so that the caller reports the error that ended the walk. */
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
