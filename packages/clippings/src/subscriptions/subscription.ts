import type postgres from 'postgres'
import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { byChannel, byUrl, DELIVERY_CHANNELS } from '@pauta/platform/config/delivery-channels'
import { NO_CHANNELS, NO_URLS, type ChannelUrls, type DeliveryChannels } from './channels.ts'

/** Clippings of other authors that one user may follow. */
export const FOLLOWED_MAX = 200

/** How a user gets the releases of a clipping. Each clipping has its author's subscription. */
export interface Subscription extends ChannelUrls {
  id: string
  clippingId: string
  userId: string
  role: 'AUTHOR' | 'SUBSCRIBER'
  deliveryChannels: DeliveryChannels
  /** In lower case. Addresses that are not the user's own get releases only after confirmation. */
  extraEmails: string[]
  webhookSecret: string | null
  active: boolean
  subscribedAt: Date
}

/** Returns a new active subscription without channels and extra addresses. */
export function newSubscription({
  now,
  ...of
}: Pick<Subscription, 'clippingId' | 'userId' | 'role'> & { now: Date }): Subscription {
  return {
    ...of,
    id: ulid(now.getTime()),
    deliveryChannels: NO_CHANNELS,
    extraEmails: [],
    ...NO_URLS,
    webhookSecret: null,
    active: true,
    subscribedAt: now,
  }
}

/** A row of `subscription_channels` that has something to keep: a channel that is on, or a URL. */
interface ChannelRow {
  channel: string
  active: boolean
  address: string | null
  secret: string | null
}

/** SQL: the channels of the subscription with the id, for `readChannels`. */
export const channelsOf = (db: Db, id: postgres.PendingQuery<postgres.Row[]>) => db`
  coalesce((
    select jsonb_agg(jsonb_build_object('channel', channel, 'active', active, 'address', address, 'secret', secret))
    from subscription_channels where subscription_id = ${id}), '[]') as channels`

/** Returns the channels of a row with `channelsOf`, as subscriptions have them. */
export function readChannels<Row extends { channels: ChannelRow[] }>({ channels, ...row }: Row) {
  const of = (name: string) => channels.find(({ channel }) => channel === name)
  return {
    ...row,
    deliveryChannels: byChannel((channel) => of(channel)?.active ?? false),
    ...byUrl((_, channel) => of(channel)?.address ?? null),
    webhookSecret: of('webhook')?.secret ?? null,
  }
}

type SubscriptionRow = Omit<Subscription, 'deliveryChannels' | 'webhookSecret' | keyof ChannelUrls> & {
  channels: ChannelRow[]
}

const subscriptionColumns = (db: Db) => db`
  id, clipping_id, user_id, role, extra_emails, active, subscribed_at, ${channelsOf(db, db`subscriptions.id`)}`

/** A user's active subscriptions to clippings. */
export async function listSubscriptions(
  db: Db,
  { userId, clippingIds }: { userId: string; clippingIds: readonly string[] },
): Promise<Subscription[]> {
  const rows = await db<SubscriptionRow[]>`
    select ${subscriptionColumns(db)} from subscriptions
    where user_id = ${userId} and clipping_id = any(${[...clippingIds]}) and active`
  return rows.map(readChannels)
}

/** A user's subscription to a clipping, active or not, locked until the transaction ends. */
export async function lockSubscription(
  tx: Db,
  { userId, clippingId }: { userId: string; clippingId: string },
): Promise<Subscription | undefined> {
  const [row] = await tx<SubscriptionRow[]>`
    select ${subscriptionColumns(tx)} from subscriptions
    where user_id = ${userId} and clipping_id = ${clippingId} for no key update`
  return row && readChannels(row)
}

function listChannelRows(subscription: Subscription): ChannelRow[] {
  const urls: Partial<Record<string, string | null>> = byUrl((name) => subscription[name])
  return DELIVERY_CHANNELS.map((channel) => ({
    channel,
    active: subscription.deliveryChannels[channel],
    address: urls[`${channel}Url`] ?? null,
    secret: channel === 'webhook' ? subscription.webhookSecret : null,
  })).filter(({ active, address }) => active || address !== null)
}

/** Stores a subscription and enables channels that were disabled after failures. */
export async function saveSubscription(tx: Db, subscription: Subscription): Promise<void> {
  const { id, clippingId, userId, role, extraEmails, active, subscribedAt } = subscription
  const rows = listChannelRows(subscription)
  await tx`
    insert into subscriptions (id, clipping_id, user_id, role, extra_emails, active, subscribed_at)
    values (${id}, ${clippingId}, ${userId}, ${role}, ${extraEmails}, ${active}, ${subscribedAt})
    on conflict (id) do update set
      extra_emails = excluded.extra_emails, active = excluded.active, subscribed_at = excluded.subscribed_at,
      updated_at = now()`
  await tx`
    with kept as (
      insert into subscription_channels (subscription_id, channel, active, address, secret)
      select ${id}, channel, active, address, secret
      from jsonb_to_recordset(${tx.json(rows as never)}) as r (channel text, active boolean, address text, secret text)
      on conflict (subscription_id, channel) do update set
        active = excluded.active, address = excluded.address, secret = excluded.secret)
    delete from subscription_channels
    where subscription_id = ${id} and channel <> all(${rows.map(({ channel }) => channel)})`
  const on = rows.flatMap(({ channel, active }) => (active ? [channel] : []))
  await tx`
    delete from channel_failures
    where subscription_id = ${id} and channel = any(${on}) and disabled_at is not null`
}
