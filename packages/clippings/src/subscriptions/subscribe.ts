import type { Db, DbPool } from '@pauta/platform/database/database'
import { changeFollowerCount, lockClipping } from './counters.ts'
import { lockUser } from '@pauta/people/people/lock-user'
import {
  listWaitingChannels,
  mintWebhookSecret,
  NO_CHANNELS,
  NO_URLS,
  refuseWaitingChannel,
  type ChannelUrls,
  type DeliveryChannels,
} from './channels.ts'
import { askForConsent } from '@pauta/people/people/consent'
import { byUrl } from '@pauta/platform/config/delivery-channels'
import { limitExceeded } from '@pauta/platform/errors'
import {
  FOLLOWED_MAX,
  lockSubscription,
  newSubscription,
  saveSubscription,
  type Subscription,
} from './subscription.ts'
import { isAuthor, isListed, publicName, unknownClipping } from './visibility.ts'

/** Which user's subscription, to which clipping, and when. */
export interface SubscriptionRequest {
  userId: string
  clippingId: string
  now: Date
}

/** How a subscriber gets releases; checked already. */
export interface DeliveryChoices {
  channels: DeliveryChannels
  extraEmails: readonly string[]
  urls: ChannelUrls
}

/** The public data of a clipping that subscribing needs. */
interface Target {
  name: string
  authorUserId: string
  listed: boolean
}

async function findTarget(
  tx: Db,
  { clippingId, userId }: { clippingId: string; userId: string },
): Promise<Target | undefined> {
  const [target] = await tx<Target[]>`
    select case when ${isAuthor(tx, userId)} then c.name else ${publicName(tx)} end as name, c.author_user_id,
      ${isListed(tx)} as listed
    from clippings c where c.id = ${clippingId}`
  return target
}

/** Throws LIMIT_EXCEEDED when the user follows 200 clippings already. Call `lockUser` before. */
async function assertMayFollow(tx: Db, userId: string): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from subscriptions
    where user_id = ${userId} and role = 'SUBSCRIBER' and active`
  if ((row?.count ?? 0) >= FOLLOWED_MAX)
    throw limitExceeded('clippings', `cada pessoa pode seguir até ${FOLLOWED_MAX} clippings.`)
}

/** Keeps the webhook secret if the URL is unchanged; a new URL gets a new secret. */
function withChoices(before: Subscription, choices: DeliveryChoices): Subscription {
  const { webhookUrl } = choices.urls
  const kept = webhookUrl === before.webhookUrl ? before.webhookSecret : mintWebhookSecret()
  return {
    ...before,
    deliveryChannels: choices.channels,
    extraEmails: [...choices.extraEmails],
    ...choices.urls,
    webhookSecret: webhookUrl === null ? null : kept,
  }
}

/**
 * Subscribes a user to a listed clipping or to their own, or changes how they get it. An author stays the author.
 * Counts a new follower in the same transaction. Throws NOT_FOUND, BAD_USER_INPUT, or LIMIT_EXCEEDED for the 201st
 * followed clipping.
 */
export async function subscribe(
  pool: DbPool,
  request: SubscriptionRequest,
  choices: DeliveryChoices,
): Promise<Subscription> {
  refuseWaitingChannel(listWaitingChannels(choices.channels, choices.urls), 'input.')
  return await pool.begin((tx) => subscribeInTransaction(tx, request, choices))
}

/** Like `subscribe`, within a transaction that has not locked any clipping yet. */
export async function subscribeInTransaction(
  tx: Db,
  { userId, clippingId, now }: SubscriptionRequest,
  choices: DeliveryChoices,
): Promise<Subscription> {
  await lockUser(tx, userId)
  const target = (await lockClipping(tx, clippingId))
    ? await findTarget(tx, { clippingId, userId })
    : undefined
  const isOwn = target?.authorUserId === userId
  if (!target || !(isOwn || target.listed)) throw unknownClipping()
  const found = await lockSubscription(tx, { userId, clippingId })
  const comes = !isOwn && !found?.active
  if (comes) await assertMayFollow(tx, userId)
  const before = found ?? newSubscription({ clippingId, userId, role: 'SUBSCRIBER', now })
  const subscribedAt = comes ? now : before.subscribedAt
  const subscription = { ...withChoices(before, choices), active: true, subscribedAt }
  await saveSubscription(tx, subscription)
  if (comes) await changeFollowerCount(tx, clippingId, 1)
  await askForConsent(tx, subscription, { clippingName: target.name, now })
  return subscription
}

/**
 * Ends a user's subscription and deletes its addresses. Returns false when there is none. An author's subscription
 * stays as long as the clipping, without channels and addresses.
 */
export async function unsubscribe(pool: DbPool, request: Omit<SubscriptionRequest, 'now'>): Promise<boolean> {
  return await pool.begin((tx) => unsubscribeInTransaction(tx, request))
}

/** Like `unsubscribe`, within a transaction that has not locked another clipping yet. */
export async function unsubscribeInTransaction(
  tx: Db,
  { userId, clippingId }: Omit<SubscriptionRequest, 'now'>,
): Promise<boolean> {
  if (!(await lockClipping(tx, clippingId))) return false
  const subscription = await lockSubscription(tx, { userId, clippingId })
  if (!subscription?.active) return false
  const isAuthor = subscription.role === 'AUTHOR'
  const choices = { channels: NO_CHANNELS, extraEmails: [], urls: NO_URLS }
  await saveSubscription(tx, { ...withChoices(subscription, choices), active: isAuthor })
  if (!isAuthor) await changeFollowerCount(tx, clippingId, -1)
  return true
}

/** Changed delivery choices; undefined properties stay unchanged. */
export interface DeliveryChoicesChange {
  channels: DeliveryChannels
  extraEmails?: readonly string[] | undefined
  /** Null removes a URL. */
  urls: Record<keyof ChannelUrls, string | null | undefined>
}

/** Changes how a user gets a clipping. Returns undefined when the user is not subscribed. Throws BAD_USER_INPUT. */
export async function updateSubscription(
  pool: DbPool,
  { userId, clippingId, now }: SubscriptionRequest,
  change: DeliveryChoicesChange,
): Promise<Subscription | undefined> {
  return await pool.begin(async (tx) => {
    const before = await lockSubscription(tx, { userId, clippingId })
    const target = await findTarget(tx, { clippingId, userId })
    if (!before?.active || !target) return undefined
    const { channels, extraEmails = before.extraEmails } = change
    const urls = byUrl((name) => {
      const url = change.urls[name]
      return url === undefined ? before[name] : url
    })
    // A channel that waits for its URL may stay without one.
    const waited = listWaitingChannels(before.deliveryChannels, before)
    const waiting = listWaitingChannels(channels, urls)
    refuseWaitingChannel(
      waiting.filter((channel) => !waited.includes(channel) || change.urls[`${channel}Url`] === null),
      '',
    )
    const subscription = withChoices(before, { channels, extraEmails, urls })
    await saveSubscription(tx, subscription)
    await askForConsent(tx, subscription, { clippingName: target.name, now })
    return subscription
  })
}
