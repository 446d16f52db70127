import { takeOpenManualSends, takeOverdueClippings } from '@pauta/clippings/releases/overdue'
import { writeReleaseMessage } from '@pauta/clippings/releases/messages'
import type { DeliveryChannel } from '@pauta/delivery/ledger/channels'
import { writeDeliveryMessages } from '@pauta/delivery/ledger/messages'
import { takeUnqueuedDeliveries } from '@pauta/delivery/ledger/enqueue'
import type { EnqueueDependencies } from '@pauta/core/steps/enqueue'

type Healer = Pick<EnqueueDependencies, 'db' | 'queues' | 'now'>

const CLIPPINGS_AT_ONCE = 500
/** The worker handles some thousands in the five minutes until the next sweep. */
const CLIPPINGS_MAX = 5000
/** As many as the messages of one queue request contain. */
const DELIVERIES_AT_ONCE = 2000
/** What a channel's worker sends in five minutes. */
const DELIVERIES_MAX = 100_000

/** Sends the release messages of clippings whose schedule did not. A run that began meanwhile ignores the message. */
export async function enqueueOverdueClippings(
  { db, now, queues }: Healer,
  queueUrl: string,
  signal: AbortSignal,
): Promise<number> {
  let enqueued = 0
  while (enqueued < CLIPPINGS_MAX && !signal.aborted) {
    const runs = await takeOverdueClippings(db, { now, limit: CLIPPINGS_AT_ONCE })
    if (runs.length === 0) break
    await queues.send(
      queueUrl,
      runs.map((run) => writeReleaseMessage({ kind: 'due', ...run })),
    )
    enqueued += runs.length
  }
  return enqueued
}

/** Sends the messages of open manual send requests again. A run skips a request that was answered meanwhile. */
export async function resendManualSends(
  { db, now, queues }: Healer,
  queueUrl: string,
  signal: AbortSignal,
): Promise<number> {
  let sent = 0
  while (sent < CLIPPINGS_MAX && !signal.aborted) {
    const requests = await takeOpenManualSends(db, { now, limit: CLIPPINGS_AT_ONCE })
    if (requests.length === 0) break
    await queues.send(
      queueUrl,
      requests.map((request) => writeReleaseMessage({ kind: 'manual', ...request })),
    )
    sent += requests.length
  }
  return sent
}

/** Sends messages for ledger rows whose message was lost, and for rows of crashed workers. */
export async function enqueueLostDeliveries(
  { db, now, queues }: Healer,
  { channel, queueUrl }: { channel: DeliveryChannel; queueUrl: string },
  signal: AbortSignal,
): Promise<number> {
  let enqueued = 0
  while (enqueued < DELIVERIES_MAX && !signal.aborted) {
    const ids = await takeUnqueuedDeliveries(db, { channel, now, limit: DELIVERIES_AT_ONCE })
    if (ids.length === 0) break
    await queues.send(queueUrl, writeDeliveryMessages(ids))
    enqueued += ids.length
  }
  return enqueued
}
