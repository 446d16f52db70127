import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'

/** Removes unconfirmed moves of Telegram chats that have expired. Returns the number of moves. */
export async function removeExpiredTelegramMoves(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from telegram_moves where chat_id in (
      select chat_id from telegram_moves where expires_at < ${before} limit ${limit})`
  return count
}

/** Removes expired tokens of Telegram links. Returns the number of tokens. */
export async function removeExpiredTelegramTokens(db: Db, { before, limit }: OldRows): Promise<number> {
  const { count } = await db`
    delete from telegram_tokens where token_hash in (
      select token_hash from telegram_tokens where expires_at < ${before} limit ${limit})`
  return count
}
