import type { DeadLetterReason, QueueDepth } from '@pauta/core/operations/queue-depths'
import type { Db } from '@pauta/platform/database/database'
import type { QueueReader, TakenMessage } from '@pauta/platform/queues/queue-reader'

/** Dead letters that are read of each queue, for their reasons. */
const READ_MAX = 10
/** Long enough for one answer; the letters become visible again by themselves. */
const HIDE_SECONDS = 5
const WAIT_SECONDS = 1

/** The worker's queue and its dead-letter queue. */
export interface QueueAddress {
  url: string
  deadLetterUrl: string
}

/** Most sweeps find no dead letter, so the readers of messages are loaded late. */
async function explain(
  db: Db,
  queue: string,
  messages: readonly TakenMessage[],
): Promise<DeadLetterReason[]> {
  if (messages.length === 0) return []
  const { listReasons } = await import('@pauta/core/operations/dead-letter-reasons')
  return await listReasons(db, queue, messages)
}

/** Counts the messages of each queue and of its dead letters, and reads up to ten dead letters for their reasons. */
export async function measureQueues(
  { db, reader }: { db: Db; reader: QueueReader },
  queues: Readonly<Record<string, QueueAddress>>,
): Promise<Omit<QueueDepth, 'measuredAt'>[]> {
  const measure = async ([queue, { url, deadLetterUrl }]: [string, QueueAddress]) => {
    const [counts, dead] = await Promise.all([reader.count(url), reader.count(deadLetterUrl)])
    const options = { max: READ_MAX, hideSeconds: HIDE_SECONDS, waitSeconds: WAIT_SECONDS }
    const messages = dead.waiting > 0 ? await reader.take(deadLetterUrl, options) : []
    const reasons = await explain(db, queue, messages)
    return { queue, ...counts, dead: dead.waiting + dead.inFlight, reasons }
  }
  return await Promise.all(Object.entries(queues).map(measure))
}
