import type { Db } from '@pauta/platform/database/database'
import { DELIVERY_CHANNELS, type DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import type { DeliveryKind, DeliveryStatus } from './delivery.ts'
import type { DeliveryLag } from './lag.ts'

/** Which ledger rows are meant; absent fields match all. */
export interface DeliveryScope {
  ids?: readonly string[] | undefined
  statuses: readonly DeliveryStatus[]
  channel?: DeliveryChannel | undefined
  clippingId?: string | undefined
}

/** A row as an operator sees it, without its address. */
export interface ListedDelivery {
  id: string
  kind: DeliveryKind
  channel: DeliveryChannel
  status: DeliveryStatus
  attempts: number
  dueAt: Date | null
  updatedAt: Date
  clippingId: string | null
  clippingName: string | null
  error: string | null
}

const isInScope = (db: Db, { ids, statuses, channel, clippingId }: DeliveryScope) => db`
  d.status = any(${[...statuses]})
  and ${ids ? db`d.id = any(${[...ids]})` : db`true`}
  and ${channel ? db`d.channel = ${channel}` : db`true`}
  and ${
    clippingId
      ? db`d.subscription_id in (select id from subscriptions where clipping_id = ${clippingId})`
      : db`true`
  }`

/** Returns ledger rows, the latest change first. */
export async function listDeliveries(
  db: Db,
  { limit, ...scope }: DeliveryScope & { limit: number },
): Promise<ListedDelivery[]> {
  return await db<ListedDelivery[]>`
    select d.id, d.kind, d.channel, d.status, d.attempts, d.due_at, d.updated_at, s.clipping_id,
      c.name as clipping_name, d.error
    from deliveries d
    left join subscriptions s on s.id = d.subscription_id
    left join clippings c on c.id = s.clipping_id
    where ${isInScope(db, scope)}
    order by d.updated_at desc, d.id
    limit ${limit}`
}

/**
 * Makes at most `limit` rows due again with all attempts, and returns them. Skips rows that are being sent, were sent,
 * or whose address is stored as a hash only. Rows of status `unknown` may become duplicates.
 */
export async function retryDeliveries(
  db: Db,
  { limit, now, ...scope }: DeliveryScope & { limit: number; now: Date },
): Promise<{ id: string; channel: DeliveryChannel }[]> {
  return await db<{ id: string; channel: DeliveryChannel }[]>`
    -- A subquery of the update may run again for each row, and then takes more than its limit.
    with wanted as materialized (
      select d.id from deliveries d
      where ${isInScope(db, scope)} and d.status in ('failed', 'unknown', 'skipped')
        and (d.lease_until is null or d.lease_until < ${now}) and d.address not like 'sha256:%'
      order by d.updated_at
      limit ${limit}
      for update skip locked
    )
    update deliveries d set
      status = 'pending', attempts = 0, unclear = 0, due_at = ${now}, woken_at = ${now}, error = null,
      updated_at = ${now}
    from wanted
    where d.id = wanted.id
    returning d.id, d.channel`
}

/** A channel as an operator sees it: its open work, and how its deliveries ended since an instant. */
export interface ChannelStatus extends DeliveryLag {
  sent: number
  failed: number
  unknown: number
}

/** Lists every channel with its open work and the deliveries that changed since an instant. One statement. */
export async function listChannelStatus(
  db: Db,
  { now, since }: { now: Date; since: Date },
): Promise<ChannelStatus[]> {
  return await db<ChannelStatus[]>`
    with open as (
      select channel, count(*)::int as due, min(due_at) as oldest_due_at from deliveries
      where status in ('pending', 'sending', 'unknown') and due_at <= ${now}
      group by channel
    ), ended as (
      select channel, count(*) filter (where status = 'sent')::int as sent,
        count(*) filter (where status = 'failed')::int as failed,
        count(*) filter (where status = 'unknown')::int as unknown
      from deliveries where created_at >= ${since}
      group by channel
    )
    select c.channel, coalesce(o.due, 0) as due, o.oldest_due_at, p.paused_until, coalesce(e.sent, 0) as sent,
      coalesce(e.failed, 0) as failed, coalesce(e.unknown, 0) as unknown
    from unnest(${[...DELIVERY_CHANNELS]}::text[]) with ordinality as c (channel, position)
    left join open o on o.channel = c.channel
    left join ended e on e.channel = c.channel
    left join channel_pauses p on p.channel = c.channel and p.paused_until > ${now}
    order by c.position`
}

/** Why and since when an address got no mail. */
export interface Suppression {
  reason: 'bounce' | 'complaint'
  createdAt: Date
}

/** Ends the suppression of an address, and returns it; undefined when the address had none. */
export async function endSuppression(db: Db, address: string): Promise<Suppression | undefined> {
  const [ended] = await db<Suppression[]>`
    delete from suppressed_addresses where address = ascii_lower(${address}) returning reason, created_at`
  return ended
}
