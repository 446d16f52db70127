import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { NO_CHANNELS, type DeliveryChannels } from './channels.ts'

/** Clippings of other authors that one user may follow. */
export const FOLLOWED_MAX = 200

/** How a user gets the releases of a clipping. Each clipping has its author's subscription. */
export interface Subscription {
  id: string
  clippingId: string
  userId: string
  role: 'AUTHOR' | 'SUBSCRIBER'
  deliveryChannels: DeliveryChannels
  /** In lower case. Addresses that are not the user's own get releases only after confirmation. */
  extraEmails: string[]
  webhookUrl: string | null
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
    webhookUrl: null,
    webhookSecret: null,
    active: true,
    subscribedAt: now,
  }
}

function subscriptionColumns(db: Db) {
  return db`
    id, clipping_id, user_id, role, extra_emails, webhook_url, webhook_secret, active, subscribed_at,
    jsonb_build_object('email', email, 'telegram', telegram, 'push', push, 'webhook', webhook) as delivery_channels`
}

/** A user's active subscriptions to clippings. */
export async function listSubscriptions(
  db: Db,
  { userId, clippingIds }: { userId: string; clippingIds: readonly string[] },
): Promise<Subscription[]> {
  return await db<Subscription[]>`
    select ${subscriptionColumns(db)} from subscriptions
    where user_id = ${userId} and clipping_id = any(${[...clippingIds]}) and active`
}

/** A user's subscription to a clipping, active or not, locked until the transaction ends. */
export async function lockSubscription(
  tx: Db,
  { userId, clippingId }: { userId: string; clippingId: string },
): Promise<Subscription | undefined> {
  const [subscription] = await tx<Subscription[]>`
    select ${subscriptionColumns(tx)} from subscriptions
    where user_id = ${userId} and clipping_id = ${clippingId} for no key update`
  return subscription
}

/** Stores a subscription and enables channels that were disabled after failures. */
export async function saveSubscription(tx: Db, subscription: Subscription): Promise<void> {
  const { id, clippingId, userId, role, extraEmails, webhookUrl, webhookSecret, active } = subscription
  const { email, telegram, push, webhook } = subscription.deliveryChannels
  await tx`
    insert into subscriptions (id, clipping_id, user_id, role, email, telegram, push, webhook, extra_emails,
      webhook_url, webhook_secret, active, subscribed_at)
    values (${id}, ${clippingId}, ${userId}, ${role}, ${email}, ${telegram}, ${push}, ${webhook}, ${extraEmails},
      ${webhookUrl}, ${webhookSecret}, ${active}, ${subscription.subscribedAt})
    on conflict (id) do update set
      email = excluded.email, telegram = excluded.telegram, push = excluded.push, webhook = excluded.webhook,
      extra_emails = excluded.extra_emails, webhook_url = excluded.webhook_url,
      webhook_secret = excluded.webhook_secret, active = excluded.active, subscribed_at = excluded.subscribed_at,
      updated_at = now()`
  const on = Object.entries(subscription.deliveryChannels).flatMap(([channel, is]) => (is ? [channel] : []))
  await tx`
    delete from channel_failures
    where subscription_id = ${id} and channel = any(${on}) and disabled_at is not null`
}
