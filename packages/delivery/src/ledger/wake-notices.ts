import type { Db } from '@pauta/platform/database/database'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { DELIVERY_CHANNELS, type DeliveryChannel } from './channels.ts'
import { writeDeliveryMessages } from './messages.ts'

/** Rows that one call wakes: the notices of a clipping with many followers take several. */
const NOTICES_AT_ONCE = 2000
const NOTICES_MAX = 100_000

/** Queues of the channels that carry notices. Webhooks get releases and nothing else. */
export type NoticeQueueUrls = Partial<Record<DeliveryChannel, string>>

/** Notices that nothing has woken, noted as woken now. */
async function takeFreshNotices(db: Db, now: Date): Promise<{ id: string; channel: DeliveryChannel }[]> {
  return await db<{ id: string; channel: DeliveryChannel }[]>`
    update deliveries d set woken_at = ${now}
    from (
      select id from deliveries
      where woken_at is null and status = 'pending' and due_at <= ${now}
        and kind in ('clipping-ended', 'confirmation', 'telegram-moved')
      order by due_at
      limit ${NOTICES_AT_ONCE}
      for update skip locked
    ) fresh
    where d.id = fresh.id
    returning d.id, d.channel`
}

/**
 * Wakes the notices that the transaction before has written: questions for consent, ends of clippings and moved chats.
 * Throws when a queue does not take a message: its rows count as not woken again, and the sweep finds them.
 */
export async function wakeNotices(
  db: Db,
  { queues, urls, now }: { queues: QueueSender; urls: NoticeQueueUrls; now: Date },
): Promise<void> {
  for (let woken = 0; woken < NOTICES_MAX;) {
    const fresh = await takeFreshNotices(db, now)
    if (fresh.length === 0) return
    woken += fresh.length
    try {
      for (const channel of DELIVERY_CHANNELS) {
        const ids = fresh.filter((row) => row.channel === channel).map(({ id }) => id)
        const url = urls[channel]
        if (ids.length > 0 && url !== undefined) await queues.send(url, writeDeliveryMessages(ids))
      }
    } catch (error) {
      await db`update deliveries set woken_at = null where id = any(${fresh.map(({ id }) => id)})`
      throw error
    }
  }
}
