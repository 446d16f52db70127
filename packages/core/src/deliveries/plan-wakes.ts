import type { Db } from '../database.ts'
import type { QueueSender } from '../queues.ts'
import { DELIVERY_CHANNELS, type DeliveryChannel } from './channels.ts'
import { DELIVERIES_PER_MESSAGE, writeDeliveryMessages } from './messages.ts'

/** Ledger ids held at once, however many a release has: as many messages as one call to a queue takes. */
const IDS_PER_PAGE = 10 * DELIVERIES_PER_MESSAGE

/** Where the wake-ups for the rows of each channel go. */
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

/** Sends wake-ups for all rows of a release that are to be sent, page by page. Returns how many rows there were. */
export async function wakeRelease(
  db: Db,
  { releaseId, queues, urls }: { releaseId: string; queues: QueueSender; urls: DeliveryQueueUrls },
): Promise<number> {
  let after = ''
  for (let woken = 0; ;) {
    const page = await listPending(db, { releaseId, after })
    for (const channel of DELIVERY_CHANNELS) {
      const own = page.filter((row) => row.channel === channel).map(({ id }) => id)
      if (own.length > 0) await queues.send(urls[channel], writeDeliveryMessages(own))
    }
    woken += page.length
    const last = page.at(-1)
    if (!last || page.length < IDS_PER_PAGE) return woken
    after = last.id
  }
}
