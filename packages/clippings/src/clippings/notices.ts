import { ulid } from 'ulid'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { publicName } from '../subscriptions/visibility.ts'

/** A word to a subscriber by one of their channels. */
interface Notice {
  userId: string
  channel: string
  address: string
}

/** Subscribers whose notices are written by one statement. */
const SUBSCRIBERS_AT_ONCE = 500

async function listNotices(tx: Db, subscriptionIds: readonly string[]): Promise<Notice[]> {
  return await tx<Notice[]>`
    with s as (select * from subscriptions where id = any(${[...subscriptionIds]}))
    select s.user_id, 'email' as channel, ascii_lower(u.email) as address
      from s join users u on u.id = s.user_id where s.email and u.email_verified and u.email is not null
    union
    select s.user_id, 'email', c.address
      from s join address_consents c on c.subscription_id = s.id and c.address = any(s.extra_emails)
      where s.email and c.status = 'confirmed'
    union
    select s.user_id, 'telegram', t.chat_id
      from s join telegram_links t on t.user_id = s.user_id where s.telegram
    union
    select s.user_id, 'push', p.endpoint
      from s join push_subscriptions p on p.user_id = s.user_id where s.push`
}

/** What subscribers are told of a clipping. */
interface Announcement {
  clippingId: string
  clippingName: string
  /** It is public no more; else it was deleted. */
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

/** Whether the subscriber `s` was told within the last day that a clipping is public no more. */
const wasJustTold = (tx: Db, clippingId: string, now: Date) => tx`
  exists (
    select from deliveries d
    where d.user_id = s.user_id and d.kind = 'clipping-ended' and d.payload ->> 'clippingId' = ${clippingId}
      and d.created_at > ${new Date(now.getTime() - DAY_MS)})`

/** Writes to the ledger, page by page, what each active subscriber is told by each address. */
async function announce(tx: Db, announcement: Announcement, now: Date): Promise<void> {
  const { clippingId, isUnpublished } = announcement
  // Whoever publishes and withdraws again and again does not write to everybody each time.
  const isTold = isUnpublished ? tx`not ${wasJustTold(tx, clippingId, now)}` : tx`true`
  let after = ''
  for (;;) {
    const page = await tx<{ id: string }[]>`
      select s.id from subscriptions s
      where s.clipping_id = ${clippingId} and s.role = 'SUBSCRIBER' and s.active and s.id > ${after} and ${isTold}
      order by s.id limit ${SUBSCRIBERS_AT_ONCE}`
    const last = page.at(-1)
    if (!last) return
    after = last.id
    const notices = await listNotices(
      tx,
      page.map(({ id }) => id),
    )
    if (notices.length > 0) await writeNotices(tx, notices, { announcement, now })
  }
}

/**
 * Writes to the ledger that a clipping ended, once for each address of each active subscriber: their own verified
 * e-mail, extra ones that agreed, the linked chat and the browsers. Webhooks get releases and nothing else. Call it
 * before the clipping is deleted, in its transaction.
 */
export async function announceEnd(tx: Db, clippingId: string, now: Date): Promise<void> {
  const [clipping] = await tx<{ name: string }[]>`
    select ${publicName(tx)} as name from clippings c where c.id = ${clippingId}`
  if (clipping) await announce(tx, { clippingId, clippingName: clipping.name, isUnpublished: false }, now)
}

/** The same when a clipping is public no more: its followers get no further release. At most once a day. */
export async function announceWithdrawal(
  tx: Db,
  { id: clippingId, name: clippingName }: { id: string; name: string },
  now: Date,
): Promise<void> {
  await announce(tx, { clippingId, clippingName, isUnpublished: true }, now)
}
