import type { Db } from '@pauta/platform/database/database'
import { DELIVERY_CHANNELS, type DeliveryChannel } from './channels.ts'

/** Mails leave at the rate that the provider bears: a large release is no fault before then. */
export const DELIVERY_LAG_LIMIT_SECONDS = 30 * 60

/** What a channel has still to do. */
export interface DeliveryLag {
  channel: DeliveryChannel
  /** Rows that are due and not done. */
  due: number
  /** Since when the longest waiting one is due; null when nothing is. */
  oldestDueAt: Date | null
  /** Until when the provider wants to be left alone; null when it does not. */
  pausedUntil: Date | null
}

/** Every channel with what it has still to do. */
export async function listDeliveryLag(db: Db, now: Date): Promise<DeliveryLag[]> {
  return await db<DeliveryLag[]>`
    select c.channel, count(d.id)::int as due, min(d.due_at) as oldest_due_at,
      (select paused_until from channel_pauses p where p.channel = c.channel and paused_until > ${now})
        as paused_until
    from unnest(${[...DELIVERY_CHANNELS]}::text[]) with ordinality as c (channel, position)
    left join deliveries d on d.channel = c.channel and d.status in ('pending', 'sending', 'unknown')
      and d.due_at <= ${now}
    group by c.channel, c.position
    order by c.position`
}

/** What went wrong lately, over all channels. */
export interface DeliveryTroubles {
  /** Rows given up. */
  failed: number
  /** Channels of subscriptions that were switched off for failing. */
  disabledChannels: number
  /** Addresses that bounced or complained. */
  suppressedAddresses: number
}

export async function countDeliveryTroubles(db: Db, since: Date): Promise<DeliveryTroubles> {
  const [troubles] = await db<DeliveryTroubles[]>`
    select
      (select count(*)::int from deliveries where status = 'failed' and updated_at >= ${since}) as failed,
      (select count(*)::int from channel_failures where disabled_at >= ${since}) as disabled_channels,
      (select count(*)::int from suppressed_addresses where created_at >= ${since}) as suppressed_addresses`
  return troubles ?? { failed: 0, disabledChannels: 0, suppressedAddresses: 0 }
}
