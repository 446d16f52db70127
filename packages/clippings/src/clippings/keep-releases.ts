import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'
import { hashedAddress } from '@pauta/people/privacy/hashed-address'
import { maySeeRelease } from '../subscriptions/visibility.ts'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/**
 * SQL condition: the ledger row `d` delivered a release of a clipping of the user `u` to somebody else: another person, or
 * an extra address. Rows of unknown outcome count as delivered.
 */
export const reachedOthers = (db: Db): Fragment => db`
  (d.status in ('sent', 'unknown') and (d.user_id <> u.id
    or d.channel = 'email' and ascii_lower(u.email) is distinct from ascii_lower(d.address)
      and ${hashedAddress(db, db`ascii_lower(u.email)`)} is distinct from d.address))`

/**
 * Separates the releases that reached others from a clipping that is about to be deleted, in the same transaction, so that
 * whoever has their address can still read them. Call it before the listing of the clipping is deactivated.
 */
export async function keepReachedReleases(
  tx: Db,
  { clippingId, now }: { clippingId: string; now: Date },
): Promise<void> {
  await tx`
    update releases r set clipping_id = null, ended_at = ${now}, ended_clipping_id = c.id, ended_author_id = u.id,
      stays_public = ${maySeeRelease(tx, null)}
    from clippings c join users u on u.id = c.author_user_id
    where c.id = ${clippingId} and r.clipping_id = c.id and (r.reached_others or exists (
      select from deliveries d where d.release_id = r.id and ${reachedOthers(tx)}))`
}
