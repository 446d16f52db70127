import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '@pauta/platform/database/database'
import { MINUTE_MS } from '@pauta/platform/time/time'

/** Telegram accepts 64 characters after `?start=`; 32 bytes make 43. */
const TOKEN_BYTES = 32
const TOKEN_MS = 15 * MINUTE_MS

/** Only the hash is stored, so that reading the database yields no valid token. */
export const hashTelegramToken = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Creates a token that links a Telegram chat to the user, once, within 15 minutes. Replaces an unused earlier token.
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
