import { ulid } from 'ulid'
import type { Db } from '../database.ts'

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
    select s.user_id, 'email' as channel, lower(u.email) as address
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

async function writeNotices(
  tx: Db,
  notices: readonly Notice[],
  { clipping, now }: { clipping: { id: string; name: string }; now: Date },
): Promise<void> {
  const payload = { clippingId: clipping.id, clippingName: clipping.name }
  const rows = notices.map((notice) => ({ id: ulid(now.getTime()), ...notice }))
  await tx`
    insert into deliveries (id, user_id, kind, channel, address, payload, due_at)
    select r.id, r."userId", 'clipping-ended', r.channel, r.address, ${tx.json(payload)}, ${now}
    from jsonb_to_recordset(${tx.json(rows)}) as r (id text, "userId" text, channel text, address text)`
}

/**
 * Writes to the ledger that a clipping ended, once for each address of each active subscriber: their own verified
 * e-mail, extra ones that agreed, the linked chat and the browsers. Webhooks get releases and nothing else. Call it
 * before the clipping is deleted, in its transaction.
 */
export async function announceEnd(tx: Db, clipping: { id: string; name: string }, now: Date): Promise<void> {
  let after = ''
  for (;;) {
    const page = await tx<{ id: string }[]>`
      select id from subscriptions
      where clipping_id = ${clipping.id} and role = 'SUBSCRIBER' and active and id > ${after}
      order by id limit ${SUBSCRIBERS_AT_ONCE}`
    const last = page.at(-1)
    if (!last) return
    after = last.id
    const notices = await listNotices(
      tx,
      page.map(({ id }) => id),
    )
    if (notices.length > 0) await writeNotices(tx, notices, { clipping, now })
  }
}
