import type { Db } from '@pauta/platform/database/database'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { QueueSender } from '@pauta/platform/queues/queues'
import type { DeliveryQueueUrls } from './enqueue-release.ts'
import { DELIVERIES_PER_MESSAGE, writeDeliveryMessages } from './messages.ts'

const IDS_PER_PAGE = 50 * DELIVERIES_PER_MESSAGE
/** The sweep sends the messages of further rows. */
const PAGES_MAX = 100

/**
 * Sends messages for all rows that are due, after a process was killed that may have written rows and not sent their
 * messages. The first message of a row claims it, so a second one has no effect. Returns the number of rows.
 */
export async function enqueueDueDeliveries(
  db: Db,
  { queues, urls, now }: { queues: QueueSender; urls: DeliveryQueueUrls; now: Date },
): Promise<number> {
  let enqueued = 0
  let after = ''
  for (let page = 0; page < PAGES_MAX; page++) {
    const due = await db<{ id: string; channel: DeliveryChannel }[]>`
      select id, channel from deliveries
      where status in ('pending', 'sending', 'unknown') and due_at <= ${now} and id > ${after}
      order by id limit ${IDS_PER_PAGE}`
    for (const channel of DELIVERY_CHANNELS) {
      const ids = due.filter((row) => row.channel === channel).map(({ id }) => id)
      if (ids.length > 0) await queues.send(urls[channel], writeDeliveryMessages(ids))
    }
    enqueued += due.length
    after = due.at(-1)?.id ?? ''
    if (due.length < IDS_PER_PAGE) break
  }
  return enqueued
}
