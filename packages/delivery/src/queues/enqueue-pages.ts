import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { DELIVERIES_PER_MESSAGE, writeDeliveryMessages } from './messages.ts'

/** Ledger ids in memory at once: about 1 MB. */
const IDS_PER_PAGE = 50 * DELIVERIES_PER_MESSAGE
/** A million rows. The sweep sends the messages of further ones. */
const PAGES_MAX = 100

/** Queue URL of each channel. */
export type DeliveryQueueUrls = Record<DeliveryChannel, string>

/** A row of the ledger that a message starts. */
export interface WaitingDelivery {
  id: string
  channel: DeliveryChannel
}

/** Rows in the order of their ids, strictly after `after`, at most `limit`. */
type ListPage = (page: { after: string; limit: number }) => Promise<WaitingDelivery[]>

/** Sends messages for the rows after an id, page by page, at most 100 pages. Returns the number of rows. */
export async function enqueuePages(
  list: ListPage,
  { after, queues, urls }: { after: string; queues: QueueSender; urls: DeliveryQueueUrls },
): Promise<number> {
  let enqueued = 0
  let read = after
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const page = await list({ after: read, limit: IDS_PER_PAGE })
    for (const channel of DELIVERY_CHANNELS) {
      const own = page.filter((row) => row.channel === channel).map(({ id }) => id)
      if (own.length > 0) await queues.send(urls[channel], writeDeliveryMessages(own))
    }
    enqueued += page.length
    if (page.length < IDS_PER_PAGE) break
    read = page.at(-1)?.id ?? read
  }
  return enqueued
}
