import { encodeTime } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { DELIVERIES_PER_MESSAGE, writeDeliveryMessages } from './messages.ts'

/** Ledger ids in memory at once: about 1 MB. */
const IDS_PER_PAGE = 50 * DELIVERIES_PER_MESSAGE

/** Queue URL of each channel. */
export type DeliveryQueueUrls = Record<DeliveryChannel, string>

interface PendingDelivery {
  id: string
  channel: DeliveryChannel
}

async function listPending(
  db: Db,
  { releaseId, after }: { releaseId: string; after: string },
): Promise<PendingDelivery[]> {
  return await db<PendingDelivery[]>`
    select id, channel from deliveries
    where release_id = ${releaseId} and status = 'pending' and id > ${after}
    order by id limit ${IDS_PER_PAGE}`
}

/** A release whose rows were written at `plannedAt`, and the queues for its messages. */
export interface ReleaseWaking {
  releaseId: string
  plannedAt: Date
  queues: QueueSender
  urls: DeliveryQueueUrls
}

/** Sends messages for all sendable rows of a release, page by page. Returns the number of rows. */
export async function enqueueDeliveries(
  db: Db,
  { releaseId, plannedAt, queues, urls }: ReleaseWaking,
): Promise<number> {
  // Row ids begin with the time of writing, so the scan starts there.
  let after = encodeTime(plannedAt.getTime())
  for (let enqueued = 0; ;) {
    const page = await listPending(db, { releaseId, after })
    for (const channel of DELIVERY_CHANNELS) {
      const own = page.filter((row) => row.channel === channel).map(({ id }) => id)
      if (own.length > 0) await queues.send(urls[channel], writeDeliveryMessages(own))
    }
    enqueued += page.length
    const last = page.at(-1)
    if (!last || page.length < IDS_PER_PAGE) return enqueued
    after = last.id
  }
}
