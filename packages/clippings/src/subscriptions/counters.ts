import type { Db } from '@pauta/platform/database/database'

/**
 * Locks a clipping until the transaction ends. Call it first in every transaction that changes a clipping's
 * subscriptions or listing, so that `follower_count` stays equal to the number of active subscribers. Returns false
 * when the clipping does not exist.
 */
export async function lockClipping(tx: Db, clippingId: string): Promise<boolean> {
  const rows = await tx`select 1 from clippings where id = ${clippingId} for no key update`
  return rows.length > 0
}

/**
 * Changes the follower count of a clipping's active listing, if there is one. Call it after `lockClipping`, in the
 * transaction that adds (1) or removes (-1) an active SUBSCRIBER.
 */
export async function changeFollowerCount(tx: Db, clippingId: string, by: 1 | -1): Promise<void> {
  await tx`
    update listings set follower_count = follower_count + ${by}
    where source_clipping_id = ${clippingId} and active`
}

/** Changes the like count of a listing, active or not, in the transaction that changes the like. */
export async function changeLikeCount(tx: Db, listingId: string, by: 1 | -1): Promise<void> {
  await tx`update listings set like_count = like_count + ${by} where id = ${listingId}`
}

/** Increments the clone count of a listing, in the transaction that creates the clone. */
export async function countClone(tx: Db, listingId: string): Promise<void> {
  await tx`update listings set clone_count = clone_count + 1 where id = ${listingId}`
}
