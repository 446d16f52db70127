import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { accountAddresses } from '../subscriptions/account-addresses.ts'
import { publicName } from '../subscriptions/visibility.ts'
import { listFollowerPages } from './follower-pages.ts'

/** One message to one address of a subscriber. */
interface Notice {
  userId: string
  channel: string
  address: string
}

async function listNotices(tx: Db, subscriptionIds: readonly string[]): Promise<Notice[]> {
  return await tx<Notice[]>`
    select user_id, channel, address from (
      ${accountAddresses(tx, subscriptionIds)}
      union
      select s.subscription_id, s.user_id, s.channel, a.address
        from s join address_consents a on a.subscription_id = s.subscription_id and a.address = any(s.extra_emails)
        where s.channel = 'email' and a.status = 'confirmed') addresses`
}

/** The content of the notices that a clipping ended. */
interface Announcement {
  clippingId: string
  clippingName: string
  /** True when the clipping is no longer public; false when it was deleted. */
  isUnpublished: boolean
}

async function writeNotices(
  tx: Db,
  notices: readonly Notice[],
  { announcement, now }: { announcement: Announcement; now: Date },
): Promise<void> {
  const { isUnpublished, ...clipping } = announcement
  const payload = isUnpublished ? { ...clipping, isUnpublished } : clipping
  const rows = notices.map((notice) => ({ id: ulid(now.getTime()), ...notice }))
  await tx`
    insert into deliveries (id, user_id, kind, channel, address, payload, due_at)
    select r.id, r."userId", 'clipping-ended', r.channel, r.address, ${tx.json(payload)}, ${now}
    from jsonb_to_recordset(${tx.json(rows)}) as r (id text, "userId" text, channel text, address text)`
}

/** Whether the subscriber `s` got a notice within the last 24 hours that a clipping is no longer public. */
const wasJustNotified = (tx: Db, clippingId: string, now: Date) => tx`
  exists (
    select from deliveries d
    where d.user_id = s.user_id and d.kind = 'clipping-ended' and d.payload ->> 'clippingId' = ${clippingId}
      and d.created_at > ${new Date(now.getTime() - DAY_MS)})`

/** Writes a ledger row for each address of each active subscriber, page by page. */
async function announce(tx: Db, announcement: Announcement, now: Date): Promise<void> {
  const { clippingId, isUnpublished } = announcement
  // At most one notice in 24 hours, also when an author publishes and unpublishes repeatedly.
  const isNotified = isUnpublished ? tx`not ${wasJustNotified(tx, clippingId, now)}` : tx`true`
  for await (const page of listFollowerPages(tx, { clippingId, isNotified })) {
    const notices = await listNotices(tx, page)
    if (notices.length > 0) await writeNotices(tx, notices, { announcement, now })
  }
}

/**
 * Writes a `clipping-ended` row to the ledger for each address of each active subscriber: the verified e-mail,
 * confirmed extra e-mails, the linked chat and the browsers. URLs get releases only. Call this before the clipping
 * is deleted, in the same transaction.
 */
export async function announceEnd(tx: Db, clippingId: string, now: Date): Promise<void> {
  const [clipping] = await tx<{ name: string }[]>`
    select ${publicName(tx)} as name from clippings c where c.id = ${clippingId}`
  if (clipping) await announce(tx, { clippingId, clippingName: clipping.name, isUnpublished: false }, now)
}

/**
 * Like `announceEnd`, for a clipping that is no longer public. A subscriber gets at most one such notice in 24 hours.
 */
export async function announceWithdrawal(
  tx: Db,
  { id: clippingId, name: clippingName }: { id: string; name: string },
  now: Date,
): Promise<void> {
  await announce(tx, { clippingId, clippingName, isUnpublished: true }, now)
}
