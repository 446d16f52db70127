import { describeError } from '@pauta/platform/errors'
import { walkDeadLetters } from '@pauta/platform/queues/walk-dead-letters'
import { decodeDeadLetter } from '@pauta/core/operations/decode-dead-letter'
import { connectQueueReader, type TakenMessage } from '@pauta/platform/queues/queue-reader'
import { connectQueues } from '@pauta/platform/queues/queues'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { reconcileDlq } from './job.ts'

const REPORTED_MAX = 20
const REASON_MAX_CHARACTERS = 300

/** A dead letter, and the text to send back. */
interface Decoded {
  message: TakenMessage
  body: string
}

/**
 * Sends readable dead letters back to their queue. Removes a message only after the queue accepted it: a crash in
 * between sends it twice, which workers tolerate. Unreadable messages stay and are reported.
 */
export const reconcile: JobWork<typeof reconcileDlq> = async ({ config, parameters, signal }) => {
  const { queue, limit } = parameters
  const address = config.deadLetters.queues[queue]
  if (!address) {
    const known = Object.keys(config.deadLetters.queues).join(', ')
    throw new Error(`There is no queue ${queue}; --queue is one of ${known}`)
  }
  const queues = connectQueues()
  const problems: { id: string; reason: string }[] = []
  const decode = (message: TakenMessage): Decoded[] => {
    try {
      return [{ message, body: decodeDeadLetter(queue, message) }]
    } catch (error) {
      problems.push({ id: message.id, reason: describeError(error).slice(0, REASON_MAX_CHARACTERS) })
      return []
    }
  }
  const { seen, removed, hidden } = await walkDeadLetters(
    { reader: connectQueueReader(), deadLetterUrl: address.deadLetterUrl, limit, signal },
    async (messages) => {
      const decoded = messages.flatMap(decode)
      const refusals = await queues.redrive(
        address.url,
        decoded.map(({ body }) => body),
      )
      return decoded.flatMap(({ message }, position) => {
        const reason = refusals[position]
        if (reason === undefined) return [message]
        problems.push({ id: message.id, reason })
        return []
      })
    },
  )
  return {
    queue,
    seen,
    republished: removed,
    kept: seen - removed,
    problems: [...problems, ...hidden].slice(0, REPORTED_MAX),
  }
}

export const handler = runJob(reconcileDlq, reconcile)
