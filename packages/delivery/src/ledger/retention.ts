import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { hashedAddress } from '@pauta/people/people/hashed-address'

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

/** Removes old ledger rows of any status. Returns the number of rows. */
export async function removeOldDeliveries(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from deliveries where id in (
      select id from deliveries where created_at < ${before} order by created_at limit ${limit})`
  return count
}
