import { ulid } from 'ulid'
import type { Clipping } from '../clippings/clipping.ts'
import { assertMayAuthor } from '../clippings/limits.ts'
import { DEFAULT_SCHEDULE, getClipping } from '../clippings/queries.ts'
import { newSubscription, saveSubscription } from '../subscriptions/subscription.ts'
import { replaceRecortes } from '../clippings/writes.ts'
import type { DbPool } from '@pauta/platform/database/database'
import { lockUser } from '@pauta/people/people/lock-user'
import { countClone } from '../subscriptions/counters.ts'
import { listingNotFound, type Listing } from './listing.ts'

type Original = Pick<Listing, 'name' | 'description' | 'recortes' | 'prompt' | 'schedule'>

/**
 * Copies an active listing into a new clipping of the user. The copy is inactive, has no channels, and stores the
 * listing's id. Throws NOT_FOUND, or LIMIT_EXCEEDED for the user's 51st clipping.
 */
export async function cloneListing(
  db: DbPool,
  { userId, listingId, now }: { userId: string; listingId: string; now: Date },
): Promise<Clipping> {
  return await db.begin(async (tx) => {
    await lockUser(tx, userId)
    const [original] = await tx<Original[]>`
      select name, description, recortes, prompt, schedule from listings
      where id = ${listingId} and active for no key update`
    if (!original) throw listingNotFound()
    await assertMayAuthor(tx, userId)
    const id = ulid(now.getTime())
    await tx`
      insert into clippings (id, author_user_id, name, description, prompt, schedule, active, cloned_from, created_at,
        updated_at)
      values (${id}, ${userId}, ${original.name}, ${original.description}, ${original.prompt},
        ${original.schedule ?? DEFAULT_SCHEDULE}, false, ${listingId}, ${now}, ${now})`
    const recortes = original.recortes.map((recorte) => ({ ...recorte, id: ulid(now.getTime()) }))
    await replaceRecortes(tx, id, recortes)
    await saveSubscription(tx, newSubscription({ clippingId: id, userId, role: 'AUTHOR', now }))
    await countClone(tx, listingId)
    return await getClipping(tx, id)
  })
}
