import type { Db } from '@pauta/platform/database/database'
import { limitExceeded, PublicError } from '@pauta/platform/errors'
import { AUTHORED_MAX } from './clipping.ts'
import { unknownClipping } from '../subscriptions/visibility.ts'

/** Throws LIMIT_EXCEEDED when the user has 50 clippings already. Call `lockUser` before. */
export async function assertMayAuthor(tx: Db, userId: string): Promise<void> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from clippings where author_user_id = ${userId}`
  if ((row?.count ?? 0) >= AUTHORED_MAX)
    throw limitExceeded('clippings', `cada pessoa pode criar até ${AUTHORED_MAX} clippings.`)
}

/**
 * Locks a clipping of the user until the transaction ends. Throws NOT_FOUND, or FORBIDDEN for a clipping of another
 * author.
 */
export async function lockOwnClipping(tx: Db, { id, userId }: { id: string; userId: string }): Promise<void> {
  const [row] = await tx<{ authorUserId: string }[]>`
    select author_user_id from clippings where id = ${id} for no key update`
  if (!row) throw unknownClipping()
  if (row.authorUserId !== userId)
    throw new PublicError('FORBIDDEN', 'Só quem criou o clipping pode alterá-lo, enviá-lo ou excluí-lo.')
}
