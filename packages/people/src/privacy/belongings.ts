import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { isMailedTo } from './hashed-address.ts'
import type { Person } from '../people/person.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** A part of a person's data: some rows of one table. */
export interface Belonging {
  /** The table; or what its rows are to the person, if the rows belong to others. */
  name: string
  /** SQL: `from …` with the table as `t`. */
  from: (db: Db, person: Person) => Fragment
  /** Exported columns; all columns unless the rows contain data of others. */
  columns?: readonly string[]
}

const ofUser = (table: string): Belonging => ({
  name: table,
  from: (db, { id }) => db`from ${db(table)} t where t.user_id = ${id}`,
})
const authored = (table: string): Belonging => ({
  name: table,
  from: (db, { id }) => db`from ${db(table)} t where t.author_user_id = ${id}`,
})
const ofClippings = (table: string): Belonging => ({
  name: table,
  from: (db, { id }) =>
    db`from ${db(table)} t where t.clipping_id in (select id from clippings where author_user_id = ${id})`,
})
const ofSubscriptions = (table: string): Belonging => ({
  name: table,
  from: (db, { id }) =>
    db`from ${db(table)} t where t.subscription_id in (select id from subscriptions where user_id = ${id})`,
})

/** All data of a person. A test asserts that every table which refers to users is in the list. */
export const BELONGINGS: readonly Belonging[] = [
  { name: 'users', from: (db, { id }) => db`from users t where t.id = ${id}` },
  ofUser('identities'),
  authored('clippings'),
  ofClippings('recortes'),
  {
    name: 'releases',
    from: (db, { id }) => db`
      from releases t where t.ended_author_id = ${id}
        or t.clipping_id in (select id from clippings where author_user_id = ${id})`,
  },
  ofUser('subscriptions'),
  ofSubscriptions('address_consents'),
  ofSubscriptions('subscription_channels'),
  ofSubscriptions('channel_failures'),
  {
    // Alerts need no account: a person has those of the verified address.
    name: 'alerts',
    from: (db, { verifiedEmail }) => db`
      from (
        select a.subscription_id, c.name, c.schedule, a.created_at
        from alerts a join subscriptions s on s.id = a.subscription_id join clippings c on c.id = s.clipping_id
        where ${verifiedEmail}::text = any(s.extra_emails)) t`,
  },
  authored('listings'),
  ofUser('listing_likes'),
  ofUser('push_subscriptions'),
  ofUser('push_preferences'),
  ofUser('telegram_links'),
  ofUser('telegram_tokens'),
  ofUser('telegram_moves'),
  ofUser('user_actions'),
  // Erasing a person unlinks the rows; the purge removes them when they no longer count for their mailbox.
  { ...ofUser('consent_questions'), columns: ['asked_at', 'status'] },
  ofUser('agent_runs'),
  ofUser('deliveries'),
]

/** Where a person's address occurs in data of others. */
export const MENTIONS: readonly Belonging[] = [
  {
    name: 'subscriptions_of_others',
    columns: ['id', 'clipping_id'],
    from: (db, { id, verifiedEmail }) => db`
      from subscriptions t where t.user_id <> ${id}
        and exists (select from unnest(t.extra_emails) extra where ascii_lower(extra) = ${verifiedEmail})
        and not exists (select from alerts where subscription_id = t.id)`,
  },
  {
    name: 'address_consents_of_others',
    from: (db, { id, verifiedEmail }) => db`
      from address_consents t where ascii_lower(t.address) = ${verifiedEmail}
        and t.subscription_id not in (select id from subscriptions where user_id = ${id})`,
  },
  {
    name: 'deliveries_of_others',
    columns: ['id', 'release_id', 'kind', 'channel', 'address', 'status', 'created_at'],
    from: (db, { id, verifiedEmail }) => db`
      from deliveries t where t.user_id <> ${id} and ${isMailedTo(db, verifiedEmail)}`,
  },
]

/** Kept when a person is erased, because otherwise mail might be sent to the address again. */
export const SUPPRESSION: Belonging = {
  name: 'suppressed_addresses',
  from: (db, { verifiedEmail }) => db`from suppressed_addresses t where t.address = ${verifiedEmail}`,
}

/** Returns the number of rows of each part. */
export async function countBelongings(
  db: Db,
  parts: readonly Belonging[],
  person: Person,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name, from } of parts) {
    const [row] = await db<{ count: number }[]>`select count(*)::int as count ${from(db, person)}`
    counts[name] = row?.count ?? 0
  }
  return counts
}
