import { announceEnd } from '@pauta/clippings/clippings/notices'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { retryDeadlock } from '@pauta/platform/database/deadlock'
import { changeFollowerCount, changeLikeCount, lockClipping } from '@pauta/clippings/clippings/counters'
import { BELONGINGS, countBelongings, MENTIONS } from './belongings.ts'
import { isMailedTo } from '../people/hashed-address.ts'
import type { Person } from '../people/person.ts'

/** Ends the person's clippings as their deletion would: subscribers are told, releases and subscriptions go. */
async function endClippings(tx: Db, { id }: Person, now: Date): Promise<void> {
  const clippings = await tx<{ id: string }[]>`
    select id from clippings where author_user_id = ${id} order by id`
  for (const clipping of clippings) {
    await lockClipping(tx, clipping.id)
    await announceEnd(tx, clipping.id, now)
    await tx`delete from clippings where id = ${clipping.id}`
  }
}

async function takeBackLikes(tx: Db, { id }: Person): Promise<void> {
  // The lock on the listing comes first, as for whoever likes it.
  const liked = await tx<{ id: string }[]>`
    select id from listings where id in (select listing_id from listing_likes where user_id = ${id})
    order by id for no key update`
  for (const listing of liked) {
    const removed = await tx`
      delete from listing_likes where listing_id = ${listing.id} and user_id = ${id} returning 1`
    if (removed.length > 0) await changeLikeCount(tx, listing.id, -1)
  }
}

async function endSubscriptions(tx: Db, { id }: Person): Promise<void> {
  const subscriptions = await tx<{ id: string; clippingId: string }[]>`
    select id, clipping_id from subscriptions where user_id = ${id} order by clipping_id`
  for (const { id: subscriptionId, clippingId } of subscriptions) {
    await lockClipping(tx, clippingId)
    const [ended] = await tx<{ active: boolean }[]>`
      delete from subscriptions where id = ${subscriptionId} returning active`
    if (ended?.active) await changeFollowerCount(tx, clippingId, -1)
  }
}

/** Takes the person's address out of what belongs to others. */
async function removeMentions(tx: Db, { verifiedEmail }: Person): Promise<void> {
  await tx`
    update subscriptions set updated_at = now(), extra_emails = array(
      select extra from unnest(extra_emails) with ordinality e (extra, position)
      where ascii_lower(extra) <> ${verifiedEmail} order by position)
    where exists (select from unnest(extra_emails) extra where ascii_lower(extra) = ${verifiedEmail})`
  await tx`delete from address_consents where ascii_lower(address) = ${verifiedEmail}`
  await tx`delete from deliveries t where ${isMailedTo(tx, verifiedEmail)}`
}

async function eraseInTransaction(
  tx: Db,
  person: Person,
  now: Date,
): Promise<Record<string, number> | undefined> {
  // Held from here on: nothing new can be made in the person's name until all is gone.
  const found = await tx`select 1 from users where id = ${person.id} for update`
  if (found.length === 0) return undefined
  const removed = await countBelongings(tx, [...BELONGINGS, ...MENTIONS], person)
  await endClippings(tx, person, now)
  await endSubscriptions(tx, person)
  await takeBackLikes(tx, person)
  if (person.verifiedEmail !== null) await removeMentions(tx, person)
  // Takes the rest with it: listings, identities, push, Telegram, ledger rows and counted actions.
  await tx`delete from users where id = ${person.id}`
  return removed
}

/**
 * Removes everything that is kept about a person, in one transaction, and gives how many rows of each part there were.
 * Their listings leave the marketplace, likes and follows leave the counters of others' listings, and who subscribed to
 * their clippings is told once. Undefined when there is no such person. A suppressed address stays suppressed.
 */
export async function erasePerson(
  db: DbPool,
  person: Person,
  now: Date,
): Promise<Record<string, number> | undefined> {
  // The person may be at something at this moment that holds a clipping or listing and waits for the person's row.
  return await retryDeadlock(() => db.begin((tx) => eraseInTransaction(tx, person, now)))
}
