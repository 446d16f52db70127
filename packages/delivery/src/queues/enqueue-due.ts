import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { enqueuePages, type DeliveryQueueUrls, type WaitingDelivery } from './enqueue-pages.ts'

/**
 * Sends messages for all rows that are due, after a process was killed that may have written rows and not sent their
 * messages. The first message of a row claims it, so a second one has no effect. Returns the number of rows.
 */
export async function enqueueDueDeliveries(
  db: Db,
  { queues, urls, now }: { queues: QueueSender; urls: DeliveryQueueUrls; now: Date },
): Promise<number> {
  return await enqueuePages(
    ({ after, limit }) => db<WaitingDelivery[]>`
      select id, channel from deliveries
      where status in ('pending', 'sending', 'unknown') and due_at <= ${now} and id > ${after}
      order by id limit ${limit}`,
    { after: '', queues, urls },
  )
}
