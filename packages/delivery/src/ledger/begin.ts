import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import type { DeliveryChannel } from './channels.ts'

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
  /** Public name of the row's user; null when there is none. */
  name: string | null
  username: string | null
  webhookSecret: string | null
  keysP256dh: string | null
  keysAuth: string | null
}

const isOwnEmail = (db: Db): Fragment =>
  db`(u.email_verified and ascii_lower(u.email) = ascii_lower(d.address))`

/** For each channel: why its address must not get messages any more. The first matching reason counts. */
const REFUSALS: Record<DeliveryChannel, (db: Db) => Fragment> = {
  email: (db) => db`
    when exists (select 1 from suppressed_addresses where address = ascii_lower(d.address))
      then 'the address is suppressed'
    when d.kind = 'confirmation' and not exists (
      select 1 from address_consents c where c.subscription_id = d.subscription_id
        and c.address = d.address and c.status = 'asked' and s.active and c.address = any(s.extra_emails))
      then 'the question was answered or withdrawn'
    when d.kind = 'release' and not ${isOwnEmail(db)} and not exists (
      select 1 from address_consents c where c.subscription_id = d.subscription_id
        and c.address = d.address and c.status = 'confirmed' and c.address = any(s.extra_emails))
      then 'the address is not confirmed'`,
  telegram: (db) => db`
    when not exists (select 1 from telegram_links l where l.user_id = d.user_id and l.chat_id = d.address)
      then 'telegram is not linked'`,
  push: (db) => db`
    when p.endpoint is null then 'the browser has no push subscription any more'
    when d.kind = 'new-articles' and not exists (
      select 1 from push_preferences f where f.user_id = d.user_id and f.enabled)
      then 'pushes for new articles are off'`,
  webhook: (db) => db`
    when s.webhook_url is distinct from d.address or s.webhook_secret is null
      then 'the webhook was replaced'`,
}

/** For each channel: its switch in a subscription. */
const SWITCHES: Record<DeliveryChannel, (db: Db) => Fragment> = {
  email: (db) => db`s.email`,
  telegram: (db) => db`s.telegram`,
  push: (db) => db`s.push`,
  webhook: (db) => db`s.webhook`,
}

/**
 * Checks in one statement whether the rows may still be sent, and marks those that may as `sending`. After this, a
 * crash leaves them uncertain. Does not return rows whose lease this worker lost, or that were deleted with their
 * release.
 */
export async function beginDeliveries(
  db: Db,
  batch: { channel: DeliveryChannel; ids: readonly string[]; lease: Date; now: Date },
): Promise<Recipient[]> {
  const { channel, ids, lease, now } = batch
  return await db<Recipient[]>`
    with open as (
      select d.id, s.role, s.webhook_secret, u.name, u.username, p.keys_p256dh, p.keys_auth,
        ${isOwnEmail(db)} is true as is_own,
        case
          when d.kind in ('release', 'clipping-changed') and s.active is not true then 'the subscription has ended'
          when d.kind in ('release', 'clipping-changed') and ${SWITCHES[channel](db)} is not true then 'the channel is off'
          ${REFUSALS[channel](db)}
        end as skipped
      from deliveries d
      left join subscriptions s on s.id = d.subscription_id
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
    returning d.id, o.skipped, d.attempts, d.unclear, o.role, o.is_own, o.name, o.username,
      o.webhook_secret, o.keys_p256dh, o.keys_auth`
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
