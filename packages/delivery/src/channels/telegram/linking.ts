import { ulid } from 'ulid'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { displayName } from '@pauta/people/people/profile'
import { MINUTE_MS } from '@pauta/platform/time/time'
import { hashTelegramToken } from './link-tokens.ts'

/** Time in which a move of a chat to another account may be confirmed. */
const MOVE_MS = 15 * MINUTE_MS

/**
 * - `linked`: the chat now belongs to the account.
 * - `asked`: the chat belongs to another account, and moves when someone in the chat confirms.
 * - `known`: the token is invalid and the chat is linked already, as when Telegram repeats a message.
 * - `refused`: the token is used, expired or unknown.
 * Accounts are shown by their public names, never by an address.
 */
export type LinkOutcome =
  | { kind: 'linked'; account: string }
  | { kind: 'asked'; account: string; present: string }
  | { kind: 'known'; account: string }
  | { kind: 'refused' }

/** The result of a confirmation; `none`: no move is waiting. */
export type MoveOutcome = { kind: 'linked'; account: string } | { kind: 'none' }

interface Owner {
  userId: string
  account: string
}

async function findAccount(tx: Db, userId: string): Promise<string> {
  const [user] = await tx<{ name: string | null; username: string | null }[]>`
    select name, username from users where id = ${userId}`
  return displayName(user ?? { name: null, username: null })
}

/** Returns the account of a chat, locked until the transaction ends. */
async function findOwner(tx: Db, chatId: string): Promise<Owner | undefined> {
  const [link] = await tx<{ userId: string }[]>`
    select user_id from telegram_links where chat_id = ${chatId} for update`
  return link && { userId: link.userId, account: await findAccount(tx, link.userId) }
}

async function putLink(
  tx: Db,
  { userId, chatId, now }: { userId: string; chatId: string; now: Date },
): Promise<void> {
  await tx`delete from telegram_links where chat_id = ${chatId} and user_id <> ${userId}`
  await tx`delete from telegram_moves where chat_id = ${chatId}`
  await tx`
    insert into telegram_links (user_id, chat_id, linked_at) values (${userId}, ${chatId}, ${now})
    on conflict (user_id) do update set chat_id = excluded.chat_id, linked_at = excluded.linked_at`
}

/** Writes e-mails about the move to the ledger, for both accounts if they have a verified address. */
async function announceMove(tx: Db, { from, to }: { from: string; to: string }, now: Date): Promise<void> {
  const notices = [
    { id: ulid(now.getTime()), userId: from, hasChat: false },
    { id: ulid(now.getTime()), userId: to, hasChat: true },
  ]
  await tx`
    insert into deliveries (id, user_id, kind, channel, address, payload, due_at)
    select r.id, u.id, 'telegram-moved', 'email', ascii_lower(u.email), jsonb_build_object('hasChat', r."hasChat"), ${now}
    from jsonb_to_recordset(${tx.json(notices)}) as r (id text, "userId" text, "hasChat" boolean)
    join users u on u.id = r."userId"
    where u.email_verified and u.email is not null`
}

/**
 * Uses a token and links the chat to its user. A user has one chat, and a chat one user. A chat of another account
 * moves only after a confirmation in the chat, because anyone can send a link.
 */
export async function linkTelegramChat(
  pool: DbPool,
  { token, chatId, now }: { token: string; chatId: string; now: Date },
): Promise<LinkOutcome> {
  return await pool.begin(async (tx): Promise<LinkOutcome> => {
    const [used] = await tx<{ userId: string; isValid: boolean }[]>`
      delete from telegram_tokens where token_hash = ${hashTelegramToken(token)}
      returning user_id, expires_at > ${now} as is_valid`
    const owner = await findOwner(tx, chatId)
    if (!used?.isValid) return owner ? { kind: 'known', account: owner.account } : { kind: 'refused' }
    const account = await findAccount(tx, used.userId)
    if (owner && owner.userId !== used.userId) {
      const until = new Date(now.getTime() + MOVE_MS)
      await tx`
        insert into telegram_moves (chat_id, user_id, expires_at) values (${chatId}, ${used.userId}, ${until})
        on conflict (chat_id) do update set user_id = excluded.user_id, expires_at = excluded.expires_at`
      return { kind: 'asked', account, present: owner.account }
    }
    await putLink(tx, { userId: used.userId, chatId, now })
    return { kind: 'linked', account }
  })
}

/** Moves a chat to the account that waits for it, and writes e-mails to both accounts. */
export async function confirmTelegramMove(
  pool: DbPool,
  { chatId, now }: { chatId: string; now: Date },
): Promise<MoveOutcome> {
  return await pool.begin(async (tx): Promise<MoveOutcome> => {
    const [move] = await tx<{ userId: string; isValid: boolean }[]>`
      delete from telegram_moves where chat_id = ${chatId} returning user_id, expires_at > ${now} as is_valid`
    if (!move?.isValid) return { kind: 'none' }
    const owner = await findOwner(tx, chatId)
    await putLink(tx, { userId: move.userId, chatId, now })
    if (owner && owner.userId !== move.userId)
      await announceMove(tx, { from: owner.userId, to: move.userId }, now)
    return { kind: 'linked', account: await findAccount(tx, move.userId) }
  })
}

/** Whether a user has linked a chat. */
export async function hasTelegramLink(db: Db, userId: string): Promise<boolean> {
  const rows = await db`select 1 from telegram_links where user_id = ${userId}`
  return rows.length > 0
}

/** Unlinks a chat. Returns false when it was not linked. */
export async function unlinkTelegramChat(db: Db, chatId: string): Promise<boolean> {
  const { count } = await db`
    with asked as (delete from telegram_moves where chat_id = ${chatId})
    delete from telegram_links where chat_id = ${chatId}`
  return count > 0
}
