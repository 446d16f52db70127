import { reachedOthers } from '@pauta/clippings/clippings/keep-releases'
import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { hashedAddress } from '@pauta/people/privacy/hashed-address'

/**
 * Replaces addresses in old ledger rows by their hashes, so that equal addresses stay equal, and removes other personal
 * data. Rows that are still open become `failed`. Returns the number of rows.
 */
export async function hashOldAddresses(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    update deliveries set
      address = ${hashedAddress(db, db`address`)}, payload = null, error = null,
      status = case when status in ('pending', 'sending', 'unknown') then 'failed' else status end,
      lease_until = null, updated_at = now()
    where id in (
      select id from deliveries where created_at < ${before} and address not like 'sha256:%'
      order by created_at limit ${limit})`
  return count
}

/**
 * Removes old ledger rows of any status, and notes on releases that they reached others than their authors. Returns the
 * number of rows.
 */
export async function removeOldDeliveries(db: Db, { before, limit }: OldRows): Promise<number> {
  const [removed] = await db<{ count: number }[]>`
    with removed as (
      delete from deliveries where id in (
        select id from deliveries where created_at < ${before} order by created_at limit ${limit})
      returning *),
    noted as (
      update releases r set reached_others = true
      from removed d, clippings c join users u on u.id = c.author_user_id
      where r.id = d.release_id and c.id = r.clipping_id and not r.reached_others and ${reachedOthers(db)})
    select count(*)::int as count from removed`
  return removed?.count ?? 0
}
