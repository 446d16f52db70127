import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@pauta/platform/database/database'
import { MINUTE_MS } from '@pauta/platform/time/time'

/** Telegram takes 64 characters behind `?start=`; 32 bytes make 43. */
const TOKEN_BYTES = 32
const TOKEN_MS = 15 * MINUTE_MS

/** What the ledger of tokens knows them by: whoever reads it gets no token that works. */
export const hashTelegramToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * A token by which a Telegram chat becomes the user's, once and within 15 minutes. It takes the place of an earlier one
 * that was not used.
 */
export async function mintTelegramToken(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db`
    with before as (delete from telegram_tokens where user_id = ${userId})
    insert into telegram_tokens (token_hash, user_id, expires_at)
    values (${hashTelegramToken(token)}, ${userId}, ${new Date(now.getTime() + TOKEN_MS)})`
  return token
}
