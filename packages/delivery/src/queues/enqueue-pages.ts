import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { DELIVERIES_PER_MESSAGE, writeDeliveryMessages } from './messages.ts'

/** Ledger ids in memory at once: about 1 MB. */
const IDS_PER_PAGE = 50 * DELIVERIES_PER_MESSAGE

/** Queue URL of each channel. */
export type DeliveryQueueUrls = Record<DeliveryChannel, string>

/** A row of the ledger that a message starts. */
export interface WaitingDelivery {
  id: string
  channel: DeliveryChannel
}

/** Rows in the order of their ids, strictly after `after`, at most `limit`. */
type ListPage = (page: { after: string; limit: number }) => Promise<WaitingDelivery[]>

/** Sends messages for all rows after an id, page by page. Returns the number of rows. */
export async function enqueuePages(
  list: ListPage,
  { after, queues, urls }: { after: string; queues: QueueSender; urls: DeliveryQueueUrls },
): Promise<number> {
  let read = after
  for (let enqueued = 0; ;) {
    const page = await list({ after: read, limit: IDS_PER_PAGE })
    for (const channel of DELIVERY_CHANNELS) {
      const own = page.filter((row) => row.channel === channel).map(({ id }) => id)
      if (own.length > 0) await queues.send(urls[channel], writeDeliveryMessages(own))
    }
    enqueued += page.length
    const last = page.at(-1)
    if (!last || page.length < IDS_PER_PAGE) return enqueued
    read = last.id
  }
}
