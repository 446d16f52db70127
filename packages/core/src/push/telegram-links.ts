import type { Db } from '../database.ts'

/** Whether a user has linked a Telegram account. */
export async function hasTelegramLink(db: Db, userId: string): Promise<boolean> {
  const rows = await db`select 1 from telegram_links where user_id = ${userId}`
  return rows.length > 0
}
