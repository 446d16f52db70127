import { connectDatabase } from '@pauta/platform/database/database'
import { readMailEvent, type MailEvent } from '@pauta/delivery/channels/email/mail-events'
import { recordMailEvents } from '@pauta/delivery/channels/email/mail-feedback'
import { readOrRefuse } from '@pauta/platform/workers/permanent-failure'
import { runWorker, type Failure } from '@pauta/platform/workers/run-worker'
import { mailFeedback as worker } from './worker.ts'

export const handler = runWorker(worker, {
  open: ({ database }) => ({ db: connectDatabase(database) }),
  handle: async ({ messages, dependencies: { db }, now }) => {
    const events: MailEvent[] = []
    const failures: Failure[] = []
    for (const { id, body } of messages) {
      try {
        events.push(readOrRefuse(() => readMailEvent(body)))
      } catch (error) {
        failures.push({ id, error })
      }
    }
    if (events.length > 0) await recordMailEvents(db, events, now)
    return failures
  },
})
