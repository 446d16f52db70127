import type { Db, DbPool } from '../database.ts'
import { hashTelegramToken } from './link-tokens.ts'

/**
 * - `linked`: the chat is the user's from now on.
 * - `known`: the token is no good, and the chat is somebody's already; a message that Telegram repeats ends here.
 * - `refused`: the token is used, too old or none of ours.
 */
export type LinkOutcome = 'linked' | 'known' | 'refused'

/**
 * Uses a token up and makes the chat its user's. A user has one chat and a chat one user: the last link wins on both
 * sides.
 */
export async function linkTelegramChat(
  pool: DbPool,
  { token, chatId, now }: { token: string; chatId: string; now: Date },
): Promise<LinkOutcome> {
  return await pool.begin(async (tx) => {
    const [used] = await tx<{ userId: string; isValid: boolean }[]>`
      delete from telegram_tokens where token_hash = ${hashTelegramToken(token)}
      returning user_id, expires_at > ${now} as is_valid`
    if (!used?.isValid) return (await isLinkedChat(tx, chatId)) ? 'known' : 'refused'
    await tx`delete from telegram_links where chat_id = ${chatId} and user_id <> ${used.userId}`
    await tx`
      insert into telegram_links (user_id, chat_id, linked_at) values (${used.userId}, ${chatId}, ${now})
      on conflict (user_id) do update set chat_id = excluded.chat_id, linked_at = excluded.linked_at`
    return 'linked'
  })
}

async function isLinkedChat(tx: Db, chatId: string): Promise<boolean> {
  const rows = await tx`select 1 from telegram_links where chat_id = ${chatId}`
  return rows.length > 0
}

/** Whether a user has linked a chat. */
export async function hasTelegramLink(db: Db, userId: string): Promise<boolean> {
  const rows = await db`select 1 from telegram_links where user_id = ${userId}`
  return rows.length > 0
}

/** Takes a chat from its user; false when it was nobody's. */
export async function unlinkTelegramChat(db: Db, chatId: string): Promise<boolean> {
  const { count } = await db`delete from telegram_links where chat_id = ${chatId}`
  return count > 0
}
