import { takeOpenManualSends, takeOverdueClippings } from '@pauta/clippings/schedules/overdue'
import { writeReleaseMessage } from '@pauta/clippings/schedules/messages'
import { enqueueStep, takeOverdue, type EnqueueDependencies } from '@pauta/core/steps/enqueue'
import type { PipelineStep } from '@pauta/core/steps/steps'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { takeUnqueuedDeliveries } from '@pauta/delivery/ledger/enqueue'
import { writeDeliveryMessages } from '@pauta/delivery/queues/messages'

export interface OverdueDependencies extends EnqueueDependencies {
  /** Aborted when the sweep must end. The next sweep takes the rest. */
  signal: AbortSignal
}

const STEPS_AT_ONCE = 500
/** A worker handles some thousands in the five minutes until the next sweep; more would only lengthen its queue. */
const STEPS_MAX = 5000
const CLIPPINGS_AT_ONCE = 500
/** The worker handles some thousands in the five minutes until the next sweep. */
const CLIPPINGS_MAX = 5000
/** As many as the messages of one queue request contain. */
const DELIVERIES_AT_ONCE = 2000
/** What a channel's worker sends in five minutes. */
const DELIVERIES_MAX = 100_000

/**
 * Takes rows and sends their messages, batch by batch, until none is left, `max` are taken or the signal aborts.
 * Returns the number of taken rows.
 */
export async function enqueueInBatches<Row>(
  { max, signal }: { max: number; signal: AbortSignal },
  take: () => Promise<readonly Row[]>,
  send: (rows: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  let taken = 0
  while (taken < max && !signal.aborted) {
    const rows = await take()
    if (rows.length === 0) break
    await send(rows)
    taken += rows.length
  }
  return taken
}

/** Sends messages for articles whose step is overdue. */
export async function enqueueOverdueSteps(
  step: PipelineStep,
  dependencies: OverdueDependencies,
): Promise<number> {
  const { db, now, signal } = dependencies
  return await enqueueInBatches(
    { max: STEPS_MAX, signal },
    () => takeOverdue(db, { step, now, limit: STEPS_AT_ONCE }),
    (ids) => enqueueStep(step, ids, dependencies),
  )
}

/** Sends the release messages of clippings whose schedule did not. A run that began meanwhile ignores the message. */
export async function enqueueOverdueClippings(
  { db, now, queues, signal }: OverdueDependencies,
  queueUrl: string,
): Promise<number> {
  return await enqueueInBatches(
    { max: CLIPPINGS_MAX, signal },
    () => takeOverdueClippings(db, { now, limit: CLIPPINGS_AT_ONCE }),
    (runs) =>
      queues.send(
        queueUrl,
        runs.map((run) => writeReleaseMessage({ kind: 'due', ...run })),
      ),
  )
}

/** Sends the messages of open manual send requests again. A run skips a request that was answered meanwhile. */
export async function resendManualSends(
  { db, now, queues, signal }: OverdueDependencies,
  queueUrl: string,
): Promise<number> {
  return await enqueueInBatches(
    { max: CLIPPINGS_MAX, signal },
    () => takeOpenManualSends(db, { now, limit: CLIPPINGS_AT_ONCE }),
    (requests) =>
      queues.send(
        queueUrl,
        requests.map((request) => writeReleaseMessage({ kind: 'manual', ...request })),
      ),
  )
}

/** Sends messages for ledger rows whose message was lost, and for rows of crashed workers. */
export async function enqueueLostDeliveries(
  { db, now, queues, signal }: OverdueDependencies,
  { channel, queueUrl }: { channel: DeliveryChannel; queueUrl: string },
): Promise<number> {
  return await enqueueInBatches(
    { max: DELIVERIES_MAX, signal },
    () => takeUnqueuedDeliveries(db, { channel, now, limit: DELIVERIES_AT_ONCE }),
    (ids) => queues.send(queueUrl, writeDeliveryMessages(ids)),
  )
}
