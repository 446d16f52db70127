import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import type { ChannelRows } from './channel-rows.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** A recipient's data at the moment of sending. */
export interface Recipient {
  id: string
  /** Why the row is skipped; null: its hand-off has started. */
  skipped: string | null
  attempts: number
  unclear: number
  /** Null without a subscription, as in a notice that a clipping ended. */
  role: 'AUTHOR' | 'SUBSCRIBER' | null
  /** Whether the e-mail address is the user's own. */
  isOwn: boolean
  /** Whether the row belongs to an alert of an address without an account. */
  isAlert: boolean
  /** Public name of the row's user; null when there is none. */
  name: string | null
  username: string | null
  /** The secret that signs what the subscription's URL receives; null where the channel signs nothing. */
  secret: string | null
  keysP256dh: string | null
  keysAuth: string | null
  /** Our key to which the address is bound; null when that is unknown. */
  boundKey: string | null
}

/** SQL: whether the row's address is the verified e-mail of its user. */
export const isOwnEmail = (db: Db): Fragment =>
  db`(u.email_verified and ascii_lower(u.email) = ascii_lower(d.address))`

/**
 * Checks in one statement whether the rows may still be sent, and marks those that may as `sending`. After this, a
 * crash leaves them uncertain. Does not return rows whose lease this worker lost, or that were deleted with their
 * release.
 */
export async function beginDeliveries(
  db: Db,
  batch: {
    channel: ChannelRows
    ids: readonly string[]
    lease: Date
    senderKey?: string | undefined
    now: Date
  },
): Promise<Recipient[]> {
  const { channel, ids, lease, senderKey = '', now } = batch
  return await db<Recipient[]>`
    with open as (
      select d.id, s.role, c.secret, u.name, u.username, p.keys_p256dh, p.keys_auth, p.sender_key,
        ${isOwnEmail(db)} is true as is_own,
        exists (select from alerts where subscription_id = d.subscription_id) as is_alert,
        case
          when d.kind in ('release', 'clipping-changed') and s.active is not true then 'the subscription has ended'
          when d.kind in ('release', 'clipping-changed') and c.active is not true then 'the channel is off'
          ${channel.refusals(db, senderKey)}
        end as skipped
      from deliveries d
      left join subscriptions s on s.id = d.subscription_id
      left join subscription_channels c on c.subscription_id = d.subscription_id and c.channel = d.channel
      left join users u on u.id = d.user_id
      left join push_subscriptions p on d.channel = 'push' and p.endpoint = d.address and p.user_id = d.user_id
      where d.id = any(${[...ids]}) and d.lease_until = ${lease} and d.status in ('pending', 'unknown')
      for update of d)
    update deliveries d set
      status = case when o.skipped is null then 'sending' else 'skipped' end,
      attempts = d.attempts + case when o.skipped is null then 1 else 0 end,
      lease_until = case when o.skipped is null then d.lease_until end,
      error = coalesce(o.skipped, d.error),
      updated_at = ${now}
    from open o where d.id = o.id
    returning d.id, o.skipped, d.attempts, d.unclear, o.role, o.is_own, o.is_alert, o.name, o.username,
      o.secret, o.keys_p256dh, o.keys_auth, o.sender_key as bound_key`
}

/** Marks rows as skipped, with the reason. */
export async function skipDeliveries(
  db: Db,
  { ids, lease, reason, now }: { ids: readonly string[]; lease: Date; reason: string; now: Date },
): Promise<void> {
  await db`
    update deliveries set status = 'skipped', error = ${reason}, lease_until = null, updated_at = ${now}
    where id = any(${[...ids]}) and lease_until = ${lease} and status in ('pending', 'unknown')`
}
