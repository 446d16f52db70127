import type { Db } from '@pauta/platform/database/database'
import { hashedAddress } from './hashed-address.ts'

/** Rows from before an instant, so many at a time. */
export interface Batch {
  before: Date
  limit: number
}

/**
 * Replaces the addresses of old ledger rows by their hash, by which equal addresses still count as equal, and drops
 * what else may name somebody. A row that is still open after all that time is given up. Returns how many rows
 * there were.
 */
export async function hashOldAddresses(db: Db, { before, limit }: Batch): Promise<number> {
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

/** Removes rows of the ledger that were written before, done or not. Returns how many there were. */
export async function removeOldDeliveries(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from deliveries where id in (
      select id from deliveries where created_at < ${before} order by created_at limit ${limit})`
  return count
}

/** Removes releases that were made before, with their digests. Returns how many there were. */
export async function removeOldReleases(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from releases where id in (
      select id from releases where made_at < ${before} order by made_at limit ${limit})`
  return count
}

/** Removes moves of Telegram chats that nobody confirmed in time. Returns how many there were. */
export async function removeExpiredTelegramMoves(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from telegram_moves where chat_id in (
      select chat_id from telegram_moves where expires_at < ${before} limit ${limit})`
  return count
}

/** Removes tokens of Telegram links that ended before. Returns how many there were. */
export async function removeExpiredTelegramTokens(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from telegram_tokens where token_hash in (
      select token_hash from telegram_tokens where expires_at < ${before} limit ${limit})`
  return count
}

/** Removes counted actions that began before. Returns how many rows there were. */
export async function removeOldActions(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from user_actions where (user_id, action, bucket) in (
      select user_id, action, bucket from user_actions where bucket < ${before} limit ${limit})`
  return count
}
