import { ulid } from 'ulid'
import type { Clipping } from '../clippings/clipping.ts'
import { announceWithdrawal } from '../clippings/notices.ts'
import { recortesColumn } from '../clippings/queries.ts'
import { isEmpty } from '../recortes/recorte.ts'
import { isListed } from '../subscriptions/visibility.ts'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { badInput, PublicError } from '@pauta/platform/errors'
import { lockClipping } from '../subscriptions/counters.ts'
import type { Listing, ListingWords } from './listing.ts'
import { findListing } from './queries.ts'

interface Source extends Pick<Clipping, 'authorUserId' | 'name' | 'prompt' | 'schedule' | 'recortes'> {
  listed: boolean
}

async function findSource(tx: Db, clippingId: string): Promise<Source | undefined> {
  const [source] = await tx<Source[]>`
    select c.author_user_id, c.name, c.prompt, c.schedule, ${isListed(tx)} as listed, ${recortesColumn(tx)}
    from clippings c where c.id = ${clippingId}`
  return source
}

/** The error that prevents a user from publishing a clipping, or undefined. */
function findRefusal(source: Source | undefined, userId: string): PublicError | undefined {
  if (!source) return new PublicError('NOT_FOUND', 'clippingId: não existe clipping com esse id.')
  if (source.authorUserId !== userId)
    return new PublicError('FORBIDDEN', 'Só quem criou o clipping pode publicá-lo.')
  if (source.listed)
    return new PublicError('CONFLICT', 'clippingId: este clipping já está publicado no marketplace.')
  if (source.recortes.every(isEmpty))
    return badInput('clippingId', 'adicione ao menos um recorte com filtros ao clipping antes de publicar.')
  return undefined
}

export interface Publication {
  userId: string
  clippingId: string
  words: ListingWords
  now: Date
}

/**
 * Publishes a clipping of the user as a new listing, whose follower count starts with the clipping's active
 * subscribers. Throws NOT_FOUND, FORBIDDEN (another author), CONFLICT (published already) or BAD_USER_INPUT (no
 * recorte with filters).
 */
export async function publishClipping(
  db: DbPool,
  { userId, clippingId, words, now }: Publication,
): Promise<Listing> {
  return await db.begin(async (tx) => {
    await lockClipping(tx, clippingId)
    const source = await findSource(tx, clippingId)
    const refusal = findRefusal(source, userId)
    if (!source || refusal) throw refusal
    const id = ulid(now.getTime())
    await tx`
      insert into listings (id, author_user_id, source_clipping_id, name, description, recortes, prompt, schedule,
        follower_count, published_at, updated_at)
      select ${id}, ${userId}, ${clippingId}, ${words.name ?? source.name}, ${words.description},
        ${tx.json(source.recortes as never)}, ${source.prompt}, ${source.schedule}, count(*), ${now}, ${now}
      from subscriptions where clipping_id = ${clippingId} and active and role = 'SUBSCRIBER'`
    const listing = await findListing(tx, id)
    if (!listing) throw new Error(`The listing ${id} does not exist after its insertion`)
    return listing
  })
}

/**
 * Unpublishes a listing of the user. Returns true, also when the listing is inactive already or its clipping was
 * deleted. Followers get one notice and no further release, and keep access to what was public. Throws NOT_FOUND, or
 * FORBIDDEN for a listing of another author.
 */
export async function unpublishListing(
  pool: DbPool,
  { userId, listingId, now }: { userId: string; listingId: string; now: Date },
): Promise<true> {
  await pool.begin(async (tx) => {
    const [listing] = await tx<{ authorUserId: string; sourceClippingId: string; name: string }[]>`
      select author_user_id, source_clipping_id, name from listings where id = ${listingId}`
    if (!listing)
      throw new PublicError('NOT_FOUND', 'listingId: não existe publicação com esse id.', {
        details: { argument: 'listingId' },
      })
    const { authorUserId, sourceClippingId: clippingId, name } = listing
    if (authorUserId !== userId)
      throw new PublicError('FORBIDDEN', 'Só quem publicou pode retirar esta publicação.')
    await lockClipping(tx, clippingId)
    const { count } = await tx`
      update listings set active = false, unpublished_at = ${now}, updated_at = ${now}
      where id = ${listingId} and active`
    if (count > 0) await announceWithdrawal(tx, { id: clippingId, name }, now)
  })
  return true
}
