import { listScrapedEvents } from './article-events.ts'
import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { PipelineScope, PipelineStep } from './steps.ts'
import { STEP_QUEUES, type QueueSection } from './topics.ts'

/** After this number of attempts a person must handle the step; its message is a dead letter by then. */
export const STEP_MAX_ATTEMPTS = 5
/** Seconds after which a message counts as lost. */
const ENQUEUE_AFTER_SECONDS = 60
/** Minutes between repeated messages. A busy queue may delay a message for longer than ENQUEUE_AFTER_SECONDS. */
const ENQUEUE_AGAIN_AFTER_MINUTES = 15
/** By then SQS has made the last attempt of a failing message. A step with fewer attempts has lost its message. */
const RETRY_AFTER_MINUTES = 60

/**
 * Returns articles whose step is due and whose message seems lost, the oldest first, at most `limit`. Records the time
 * of the message, so that the next call does not return them at once.
 */
export async function takeOverdue(
  db: Db,
  { step, now, limit }: { step: PipelineStep; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db<{ uniqueId: string }[]>`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with overdue as materialized (
      select unique_id from pipeline_steps
      where step = ${step} and status <> 'done'
        and (status = 'due' and due_at < ${now}::timestamptz - make_interval(secs => ${ENQUEUE_AFTER_SECONDS})
          or status = 'failed' and attempts < ${STEP_MAX_ATTEMPTS}
            and updated_at < ${now}::timestamptz - make_interval(mins => ${RETRY_AFTER_MINUTES}))
        and (woken_at is null or woken_at < ${now}::timestamptz - make_interval(mins => ${ENQUEUE_AGAIN_AFTER_MINUTES}))
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update pipeline_steps p set woken_at = ${now} from overdue
    where p.step = ${step} and p.unique_id = overdue.unique_id
    returning p.unique_id`
  return rows.map((row) => row.uniqueId)
}

/**
 * Makes failed steps due again for articles strictly after `after` by id, at most `limit`. Returns their ids in order.
 * A caller that continues after the last id handles no article twice, even when it fails again meanwhile.
 */
export async function retryFailed(
  db: Db,
  { step, agencyKey, after, limit }: PipelineScope & { step: PipelineStep; after: string; limit: number },
): Promise<string[]> {
  const rows = await db<{ uniqueId: string }[]>`
    with failed as (
      select s.unique_id from pipeline_steps s join articles a on a.unique_id = s.unique_id
      where s.step = ${step} and s.status = 'failed' and s.unique_id > ${after}
        and ${agencyKey ? db`a.agency_key = ${agencyKey}` : db`true`}
      order by s.unique_id
      limit ${limit}
      for update of s skip locked
    ), retried as (
      update pipeline_steps p set status = 'due', attempts = 0, error = null, woken_at = null, updated_at = now()
      from failed
      where p.step = ${step} and p.unique_id = failed.unique_id
      returning p.unique_id
    )
    select unique_id from retried order by unique_id`
  return rows.map((row) => row.uniqueId)
}

export interface EnqueueDependencies {
  db: Db
  queues: QueueSender
  /** URLs of the queues of the steps. */
  config: Partial<Record<QueueSection, { url: string }>>
  now: Date
}

/** Sends a message for each article to the worker of one step only. Returns the number of messages. */
export async function enqueueStep(
  step: PipelineStep,
  uniqueIds: readonly string[],
  { db, queues, config, now }: EnqueueDependencies,
): Promise<number> {
  const section = STEP_QUEUES[step]
  const url = config[section]?.url
  if (url === undefined) throw new Error(`The queue of the step ${step} (${section}) is not configured`)
  const events = await listScrapedEvents(db, uniqueIds, now)
  await queues.send(
    url,
    events.map((event) => JSON.stringify(event)),
  )
  return events.length
}
