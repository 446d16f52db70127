import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { writeDeliveryMessages } from './messages.ts'

/** Rows that one statement takes; a clipping with many followers needs several. */
const NOTICES_AT_ONCE = 2000
const NOTICES_MAX = 100_000

/** Queue URLs of the channels that send notices. */
export type NoticeQueueUrls = Partial<Record<DeliveryChannel, string>>

/** Takes notices without a sent message, and stores the time of their message. */
async function takeFreshNotices(db: Db, now: Date): Promise<{ id: string; channel: DeliveryChannel }[]> {
  return await db<{ id: string; channel: DeliveryChannel }[]>`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with fresh as materialized (
      select id from deliveries
      where woken_at is null and status = 'pending' and due_at <= ${now}
        and kind in ('channel-off', 'clipping-ended', 'clipping-changed', 'confirmation', 'telegram-moved')
      order by due_at
      limit ${NOTICES_AT_ONCE}
      for update skip locked
    )
    update deliveries d set woken_at = ${now} from fresh
    where d.id = fresh.id
    returning d.id, d.channel`
}

/**
 * Sends messages for the notices that a transaction wrote before: consent questions, changed and ended clippings, moved
 * chats and channels that were switched off. Throws when a queue refuses a message; the sweep then sends the message.
 */
export async function enqueueNotices(
  db: Db,
  { queues, urls, now }: { queues: QueueSender; urls: NoticeQueueUrls; now: Date },
): Promise<void> {
  for (let enqueued = 0; enqueued < NOTICES_MAX;) {
    const fresh = await takeFreshNotices(db, now)
    if (fresh.length === 0) return
    enqueued += fresh.length
    try {
      for (const channel of DELIVERY_CHANNELS) {
        const ids = fresh.filter((row) => row.channel === channel).map(({ id }) => id)
        const url = urls[channel]
        if (url !== undefined) await queues.send(url, writeDeliveryMessages(ids))
      }
    } catch (error) {
      await db`update deliveries set woken_at = null where id = any(${fresh.map(({ id }) => id)})`
      throw error
    }
  }
}
