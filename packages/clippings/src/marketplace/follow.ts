import { NO_CHANNELS, NO_URLS } from '../subscriptions/channels.ts'
import { subscribeInTransaction, unsubscribeInTransaction } from '../subscriptions/subscribe.ts'
import type { DbPool } from '@pauta/platform/database/database'
import { lockUser } from '@pauta/people/people/lock-user'
import { listingNotFound } from './listing.ts'

/**
 * Subscribes a user to the clipping of an active listing by e-mail, or ends the subscription. Returns whether the user
 * follows it now; false for its author. Throws NOT_FOUND, or LIMIT_EXCEEDED for the 201st followed clipping.
 */
export async function toggleFollow(
  db: DbPool,
  { userId, listingId, now }: { userId: string; listingId: string; now: Date },
): Promise<boolean> {
  return await db.begin(async (tx) => {
    // Two simultaneous clicks of a user run one after the other.
    await lockUser(tx, userId)
    const [listing] = await tx<{ authorUserId: string; sourceClippingId: string }[]>`
      select author_user_id, source_clipping_id from listings where id = ${listingId} and active`
    if (!listing) throw listingNotFound()
    if (listing.authorUserId === userId) return false
    const request = { userId, clippingId: listing.sourceClippingId, now }
    if (await unsubscribeInTransaction(tx, request)) return false
    const channels = { ...NO_CHANNELS, email: true }
    await subscribeInTransaction(tx, request, { channels, extraEmails: [], urls: NO_URLS })
    return true
  })
}
