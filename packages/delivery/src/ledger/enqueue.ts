import type { Db } from '@pauta/platform/database/database'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'

/** A message counts as lost after this time. */
const ENQUEUE_AFTER_SECONDS = 120
/** Further messages are sent at this interval, because a busy queue may delay one. */
const ENQUEUE_AGAIN_AFTER_MINUTES = 10

/**
 * Returns at most `limit` rows of a channel that are due, or crashed, and whose message seems lost, the longest waiting
 * first. Stores that they were enqueued now, so that the next call skips them for 10 minutes. Returns none while the
 * channel is paused.
 */
export async function takeUnqueuedDeliveries(
  db: Db,
  { channel, now, limit }: { channel: DeliveryChannel; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with lost as materialized (
      select id from deliveries
      where channel = ${channel} and status in ('pending', 'sending', 'unknown')
        -- A notice that was not enqueued when it was written has waited long enough.
        and due_at < ${now}::timestamptz - make_interval(secs => case
          when kind in ('channel-off', 'confirmation', 'clipping-ended', 'clipping-changed', 'telegram-moved') and woken_at is null then 0
          else ${ENQUEUE_AFTER_SECONDS} end)
        and (lease_until is null or lease_until < ${now})
        -- A message is lost if it was sent before the row was due, or if its worker died.
        and (woken_at is null or woken_at < due_at or woken_at < lease_until
          or woken_at < ${now}::timestamptz - make_interval(mins => ${ENQUEUE_AGAIN_AFTER_MINUTES}))
        and not exists (select 1 from channel_pauses where channel = ${channel} and paused_until > ${now})
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update deliveries d set woken_at = ${now} from lost
    where d.id = lost.id
    returning d.id`
  return rows.map(({ id }) => id)
}
