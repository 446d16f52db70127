import type { Person } from '@pauta/people/people/person'
import type { Db } from '@pauta/platform/database/database'
import { endAlertsOf } from '../alerts/writes.ts'
import { changeFollowerCount, changeLikeCount } from '../subscriptions/counters.ts'
import { announceEnd } from '../clippings/notices.ts'

/**
 * Ends the person's clippings as deleting them would: announces the end to subscribers, deletes releases and
 * subscriptions.
 */
async function endClippings(tx: Db, { id }: Person, now: Date): Promise<void> {
  const clippings = await tx<{ id: string }[]>`
    select id from clippings where author_user_id = ${id} for no key update`
  for (const clipping of clippings) {
    await announceEnd(tx, clipping.id, now)
    await tx`delete from clippings where id = ${clipping.id}`
  }
}

async function takeBackLikes(tx: Db, { id }: Person): Promise<void> {
  // Locks the listings before their likes, as `toggleLike` does, to avoid a deadlock.
  const liked = await tx<{ id: string }[]>`
    select id from listings where id in (select listing_id from listing_likes where user_id = ${id})
    for no key update`
  for (const listing of liked) {
    const removed = await tx`
      delete from listing_likes where listing_id = ${listing.id} and user_id = ${id} returning 1`
    if (removed.length > 0) await changeLikeCount(tx, listing.id, -1)
  }
}

async function endSubscriptions(tx: Db, { id }: Person): Promise<void> {
  const subscriptions = await tx<{ id: string; clippingId: string }[]>`
    select s.id, c.id as clipping_id from subscriptions s join clippings c on c.id = s.clipping_id
    where s.user_id = ${id} for no key update of c`
  for (const { id: subscriptionId, clippingId } of subscriptions) {
    const [ended] = await tx<{ active: boolean }[]>`
      delete from subscriptions where id = ${subscriptionId} returning active`
    if (ended?.active) await changeFollowerCount(tx, clippingId, -1)
  }
}

/**
 * Deletes a person's clippings, subscriptions and likes in the transaction that erases the person, and the alerts of the
 * person's verified address. Updates the counters of listings, and announces the end once to subscribers of the person's
 * clippings. Two erasures may lock the same clippings in another order: `erasePerson` retries a deadlock.
 */
export async function endBelongings(tx: Db, person: Person, now: Date): Promise<void> {
  await endClippings(tx, person, now)
  await endSubscriptions(tx, person)
  await takeBackLikes(tx, person)
  if (person.verifiedEmail !== null) await endAlertsOf(tx, person.verifiedEmail)
}
