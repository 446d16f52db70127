import type { DbPool } from '@pauta/platform/database/database'
import { changeLikeCount } from '../subscriptions/counters.ts'
import { listingNotFound } from './listing.ts'

/**
 * Likes an active listing, or removes the like. Returns whether the user likes it now. Throws NOT_FOUND. The row lock
 * makes simultaneous clicks run one after the other.
 */
export async function toggleLike(
  db: DbPool,
  { userId, listingId }: { userId: string; listingId: string },
): Promise<boolean> {
  return await db.begin(async (tx) => {
    const found = await tx`select 1 from listings where id = ${listingId} and active for no key update`
    if (found.length === 0) throw listingNotFound()
    const removed = await tx`
      delete from listing_likes where listing_id = ${listingId} and user_id = ${userId} returning 1`
    const likes = removed.length === 0
    if (likes) await tx`insert into listing_likes (listing_id, user_id) values (${listingId}, ${userId})`
    await changeLikeCount(tx, listingId, likes ? 1 : -1)
    return likes
  })
}
