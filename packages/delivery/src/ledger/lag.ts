import type { Db } from '@pauta/platform/database/database'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'

/** E-mails leave at the provider's rate, so a large release may take this long. */
export const DELIVERY_LAG_LIMIT_SECONDS = 30 * 60

/** The open work of a channel. */
export interface DeliveryLag {
  channel: DeliveryChannel
  /** Number of due rows. */
  due: number
  /** When the longest-waiting row became due; null when none is due. */
  oldestDueAt: Date | null
  /** End of the channel's pause; null when it is not paused. */
  pausedUntil: Date | null
}

/** Returns the open work of every channel. */
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

/** Counts the rows of all channels that failed since an instant. */
export async function countFailedDeliveries(db: Db, since: Date): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int from deliveries where status = 'failed' and updated_at >= ${since}`
  return row?.count ?? 0
}

/** Counts the rows of all channels that failed since an instant, by the local day, `YYYY-MM-DD`. */
export async function countFailedDeliveriesByDay(db: Db, since: Date): Promise<Map<string, number>> {
  const rows = await db<{ day: string; count: number }[]>`
    select local_day(updated_at)::text as day, count(*)::int from deliveries
    where status = 'failed' and updated_at >= ${since} group by 1`
  return new Map(rows.map(({ day, count }) => [day, count]))
}
