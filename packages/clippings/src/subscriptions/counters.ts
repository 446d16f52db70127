import type { Db } from '@pauta/platform/database/database'

/**
 * Takes the lock under which a clipping's subscriptions and its listing change, one transaction after another: whoever
 * subscribes, unsubscribes, publishes or deletes takes it first, so that `follower_count` stays the number of active
 * subscribers. It lasts until the transaction ends. False when there is no such clipping.
 */
export async function lockClipping(tx: Db, clippingId: string): Promise<boolean> {
  const rows = await tx`select 1 from clippings where id = ${clippingId} for no key update`
  return rows.length > 0
}

/**
 * Adds to the followers of a clipping's active listing; without one, nothing happens. Call it when an active SUBSCRIBER
 * subscription came (1) or went (-1), after `lockClipping` and in the transaction that changed the row.
 */
export async function changeFollowerCount(tx: Db, clippingId: string, by: 1 | -1): Promise<void> {
  await tx`
    update listings set follower_count = follower_count + ${by}
    where source_clipping_id = ${clippingId} and active`
}

/** Adds to the likes of a listing, active or not, in the transaction that changed the row of the like. */
export async function changeLikeCount(tx: Db, listingId: string, by: 1 | -1): Promise<void> {
  await tx`update listings set like_count = like_count + ${by} where id = ${listingId}`
}

/** Counts one more clone of a listing, in the transaction that made it. */
export async function countClone(tx: Db, listingId: string): Promise<void> {
  await tx`update listings set clone_count = clone_count + 1 where id = ${listingId}`
}
