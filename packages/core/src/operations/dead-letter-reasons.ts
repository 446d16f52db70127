import { decodeDeadLetter } from './decode-dead-letter.ts'
import { decodeEvent } from '../steps/envelope.ts'
import { listStepErrors } from './lag.ts'
import type { DeadLetterReason } from './queue-depths.ts'
import { PIPELINE_STEPS } from '../steps/steps.ts'
import type { Db } from '@pauta/platform/database/database'
import { describeError } from '@pauta/platform/errors'
import type { TakenMessage } from '@pauta/platform/queues/queue-reader'

const REASON_MAX_CHARACTERS = 300
const NOT_RECORDED = 'readable, without a recorded reason: the log of the worker has it'
const DONE_SINCE = 'the article has passed the step since: the job purge removes the message'

/** A letter that its worker can read, or why not. A worker that refuses a message records its reason. */
function readLetter(queue: string, message: TakenMessage): { subject: string } | { reason: string } {
  if (message.reason !== undefined) return { reason: message.reason }
  try {
    decodeDeadLetter(queue, message)
    const isOfStep = PIPELINE_STEPS.some((step) => step === queue)
    return isOfStep ? { subject: decodeEvent(message.body).subject } : { reason: NOT_RECORDED }
  } catch (error) {
    return { reason: describeError(error) }
  }
}

/** Returns why messages are in the dead-letter queue of a queue, the most frequent reason first. */
export async function listReasons(
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
