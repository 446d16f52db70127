import type { Db } from '@pauta/platform/database/database'
import type { DeliveryChannel } from './channels.ts'

/** Effects of hand-offs beyond their own rows; lists of ledger ids. */
export interface Consequences {
  /** Failed rows, which count towards disabling their channel. */
  failed: readonly string[]
  /** Rows with a dead address: the endpoint or link is deleted, the webhook disabled, the mailbox suppressed. */
  gone: readonly string[]
}

/** A channel of a subscription is disabled after this many failed releases in a row. */
export const FAILED_RELEASES_MAX = 5

export async function applyConsequences(tx: Db, { failed, gone }: Consequences, now: Date): Promise<void> {
  if (gone.length > 0) await dropAddresses(tx, gone, now)
  if (failed.length > 0) await countFailures(tx, failed, now)
}

/** Deletes the dead addresses of the rows, for each channel in its own table. */
async function dropAddresses(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const dead = await tx<{ channel: DeliveryChannel; address: string }[]>`
    select distinct channel, address from deliveries where id = any(${[...ids]})`
  const of = (channel: DeliveryChannel) =>
    dead.filter((row) => row.channel === channel).map(({ address }) => address)
  const endpoints = of('push')
  const chats = of('telegram')
  const mailboxes = of('email')
  if (endpoints.length > 0) await tx`delete from push_subscriptions where endpoint = any(${endpoints})`
  if (chats.length > 0) await tx`delete from telegram_links where chat_id = any(${chats})`
  if (mailboxes.length > 0) await suppressAddresses(tx, { addresses: mailboxes, reason: 'bounce', now })
  if (of('webhook').length > 0) await switchOffWebhooks(tx, ids, now)
}

/** Disables webhooks whose receiver answered 410. Leaves a subscription that has another URL by now. */
async function switchOffWebhooks(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  await tx`
    with off as (
      update subscriptions s set webhook = false, updated_at = ${now}
      from deliveries d
      where d.id = any(${[...ids]}) and d.channel = 'webhook' and s.id = d.subscription_id
        and s.webhook_url = d.address
      returning s.id)
    insert into channel_failures (subscription_id, channel, disabled_at, reason)
    select id, 'webhook', ${now}, 'the receiver answered that it is gone' from off
    on conflict (subscription_id, channel) do update set
      failed_releases = 0, disabled_at = excluded.disabled_at, reason = excluded.reason`
}

/** Suppresses addresses: they get no mail any more, from any clipping. */
export async function suppressAddresses(
  tx: Db,
  { addresses, reason, now }: { addresses: readonly string[]; reason: 'bounce' | 'complaint'; now: Date },
): Promise<void> {
  await tx`
    insert into suppressed_addresses (address, reason, created_at)
    select distinct ascii_lower(address), ${reason}, ${now}::timestamptz from unnest(${[...addresses]}::text[]) as address
    on conflict (address) do nothing`
}

/**
 * Counts releases that failed entirely on a channel of a subscription, each once, and disables the channel at the fifth
 * in a row. A release that reached one of several addresses has not failed. A release counts with its last row, because
 * concurrent releases finish in any order.
 */
export async function countFailures(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  const counted = await tx<{ subscriptionId: string; channel: DeliveryChannel }[]>`
    with failed as (
      select d.subscription_id, d.channel, d.release_id from deliveries d
      where d.id = any(${[...ids]}) and d.release_id is not null and d.subscription_id is not null
        and not exists (
          select 1 from deliveries o
          where o.release_id = d.release_id and o.subscription_id = d.subscription_id
            and o.channel = d.channel
            and (o.status in ('sent', 'pending', 'sending') or o.status = 'unknown' and o.due_at is not null))
        and not exists (
          select 1 from channel_failures f
          where f.subscription_id = d.subscription_id and f.channel = d.channel
            and f.last_release_id = d.release_id))
    insert into channel_failures (subscription_id, channel, failed_releases, last_release_id)
    select subscription_id, channel, count(distinct release_id)::int, max(release_id) from failed group by 1, 2
    on conflict (subscription_id, channel) do update set
      failed_releases = channel_failures.failed_releases + excluded.failed_releases,
      last_release_id = excluded.last_release_id
    returning subscription_id, channel`
  if (counted.length > 0) await switchOff(tx, counted, now)
}

async function switchOff(
  tx: Db,
  counted: readonly { subscriptionId: string; channel: DeliveryChannel }[],
  now: Date,
): Promise<void> {
  const pairs = counted.map(({ subscriptionId, channel }) => ({ subscriptionId, channel }))
  // Enabling the channel again resets the count.
  await tx`
    with off as (
      update channel_failures f set
        failed_releases = 0, disabled_at = ${now}, reason = ${`${FAILED_RELEASES_MAX} releases in a row failed`}
      from jsonb_to_recordset(${tx.json(pairs)}) as p ("subscriptionId" text, channel text)
      where f.subscription_id = p."subscriptionId" and f.channel = p.channel
        and f.failed_releases >= ${FAILED_RELEASES_MAX}
      returning f.subscription_id, f.channel),
    channels as (select subscription_id, array_agg(channel) as names from off group by 1)
    update subscriptions s set
      email = s.email and not 'email' = any(c.names),
      telegram = s.telegram and not 'telegram' = any(c.names),
      push = s.push and not 'push' = any(c.names),
      webhook = s.webhook and not 'webhook' = any(c.names),
      updated_at = ${now}
    from channels c where s.id = c.subscription_id`
}
