import type { Db } from '@pauta/platform/database/database'
import type { TakenMessage } from '@pauta/platform/queues/queue-reader'
import {
  walkDeadLetters,
  type DeadLetterReport,
  type DeadLetterWalk,
} from '@pauta/platform/queues/walk-dead-letters'
import { decodeEvent } from '../steps/envelope.ts'
import { listDue, type PipelineStep } from '../steps/steps.ts'

function findSubject(message: TakenMessage): string | undefined {
  try {
    return decodeEvent(message.body).subject
  } catch {
    // An operator must check unreadable messages; `reconcile-dlq` reports the reason.
    return undefined
  }
}

/**
 * Removes the dead letters of a step whose article has passed the step since. The queue then contains only open
 * problems.
 */
export async function removeDoneDeadLetters(
  db: Db,
  step: PipelineStep,
  walk: DeadLetterWalk,
): Promise<DeadLetterReport> {
  return await walkDeadLetters(walk, async (messages) => {
    const subjects = messages.map(findSubject)
    const readable = subjects.filter((subject) => subject !== undefined)
    const open = new Set((await listDue(db, step, readable)).map(({ uniqueId }) => uniqueId))
    return messages.filter((_, position) => {
      const subject = subjects[position]
      return subject !== undefined && !open.has(subject)
    })
  })
}
