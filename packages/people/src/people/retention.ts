import type { Db } from '@pauta/platform/database/database'
import { hashedAddress } from './hashed-address.ts'

/** Rows older than an instant, and how many at a time. */
export interface Batch {
  before: Date
  limit: number
}

/**
 * Replaces addresses in old ledger rows by their hashes, so that equal addresses stay equal, and removes other personal
 * data. Rows that are still open become `failed`. Returns the number of rows.
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

/** Removes old ledger rows of any status. Returns the number of rows. */
export async function removeOldDeliveries(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from deliveries where id in (
      select id from deliveries where created_at < ${before} order by created_at limit ${limit})`
  return count
}

/** Removes old releases with their digests. Returns the number of releases. */
export async function removeOldReleases(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from releases where id in (
      select id from releases where made_at < ${before} order by made_at limit ${limit})`
  return count
}

/** Removes unconfirmed moves of Telegram chats that have expired. Returns the number of moves. */
export async function removeExpiredTelegramMoves(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from telegram_moves where chat_id in (
      select chat_id from telegram_moves where expires_at < ${before} limit ${limit})`
  return count
}

/** Removes expired tokens of Telegram links. Returns the number of tokens. */
export async function removeExpiredTelegramTokens(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from telegram_tokens where token_hash in (
      select token_hash from telegram_tokens where expires_at < ${before} limit ${limit})`
  return count
}

/** Removes old action counts. Returns the number of rows. */
export async function removeOldActions(db: Db, { before, limit }: Batch): Promise<number> {
  const { count } = await db`
    delete from user_actions where (user_id, action, bucket) in (
      select user_id, action, bucket from user_actions where bucket < ${before} limit ${limit})`
  return count
}
