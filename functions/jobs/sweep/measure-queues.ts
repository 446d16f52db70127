import { decodeDeadLetter } from '@pauta/core/intake/dead-letters'
import { decodeEvent } from '@pauta/core/steps/envelope'
import { listStepErrors } from '@pauta/core/steps/lag'
import type { DeadLetterReason, QueueDepth } from '@pauta/core/steps/queue-depths'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import type { Db } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import type { QueueReader, TakenMessage } from '@pauta/platform/queues/queue-reader'

/** Dead letters that are read of each queue, for their reasons. */
const READ_MAX = 10
/** Long enough for one answer; the letters become visible again by themselves. */
const HIDE_SECONDS = 5
const WAIT_SECONDS = 1
const REASON_MAX_CHARACTERS = 300
const NOT_RECORDED = 'readable, without a recorded reason: the log of the worker has it'
const DONE_SINCE = 'the article has passed the step since: the job purge removes the message'

/** The worker's queue and its dead-letter queue. */
export interface QueueAddress {
  url: string
  deadLetterUrl: string
}

/** A letter that its worker can read, or why not. */
function readLetter(queue: string, message: TakenMessage): { subject: string } | { reason: string } {
  try {
    decodeDeadLetter(queue, message)
    const isOfStep = PIPELINE_STEPS.some((step) => step === queue)
    return isOfStep ? { subject: decodeEvent(message.body).subject } : { reason: NOT_RECORDED }
  } catch (error) {
    return { reason: describeError(error) }
  }
}

async function listReasons(
  db: Db,
  queue: string,
  messages: readonly TakenMessage[],
): Promise<DeadLetterReason[]> {
  const letters = messages.map((message) => readLetter(queue, message))
  const subjects = letters.flatMap((letter) => ('subject' in letter ? [letter.subject] : []))
  const step = PIPELINE_STEPS.find((step) => step === queue)
  const errors = step ? await listStepErrors(db, step, subjects) : new Map<string, string | null>()
  const explain = (subject: string) =>
    errors.has(subject) ? (errors.get(subject) ?? NOT_RECORDED) : DONE_SINCE
  const reasons = letters.map((letter) =>
    ('reason' in letter ? letter.reason : explain(letter.subject)).slice(0, REASON_MAX_CHARACTERS),
  )
  return [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, same]) => ({ reason, messages: same.length }))
    .sort((a, b) => b.messages - a.messages)
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
    const reasons = messages.length > 0 ? await listReasons(db, queue, messages) : []
    return { queue, ...counts, dead: dead.waiting + dead.inFlight, reasons }
  }
  return await Promise.all(Object.entries(queues).map(measure))
}
