import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { DeliveryChannel } from '@pauta/platform/config/delivery-channels'
import { openSqlite } from '@pauta/server/data-folder/sqlite-file'

/** A received message. */
export interface InboxMessage {
  id: number
  channel: DeliveryChannel
  /** ISO 8601. */
  receivedAt: string
  /** Recipient: address, chat, browser or webhook. */
  to: string
  /** Subject or first line. */
  title: string
  /** Readable text: plain text, Telegram's HTML, or JSON. */
  text: string
  /** The HTML part of a mail; null for other channels. */
  html: string | null
  /** Headers of the mail or of the request, in their order. */
  headers: [name: string, value: string][]
  /** Results of the receiver's checks: who signed, whether the content could be decrypted. */
  notes: string[]
}

export interface MessageQuery {
  channel?: DeliveryChannel | undefined
  to?: string | undefined
}

/** Maximum of stored messages per channel. Older messages are deleted. */
export const MESSAGES_KEPT = 500

interface Row {
  id: number
  channel: DeliveryChannel
  received_at: string
  recipient: string
  title: string
  content: string
}

type Content = Pick<InboxMessage, 'text' | 'html' | 'headers' | 'notes'>

const toMessage = (row: Row): InboxMessage => ({
  id: row.id,
  channel: row.channel,
  receivedAt: row.received_at,
  to: row.recipient,
  title: row.title,
  ...(JSON.parse(row.content) as Content),
})

/** Stores messages, and the notes that receivers keep between starts. */
export class MessageStore {
  readonly #db: DatabaseSync

  /** Stores in memory when no folder is given. */
  constructor(dataDir: string | undefined) {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
    this.#db = openSqlite(
      dataDir === undefined
        ? undefined
        : { path: join(dataDir, 'inbox.sqlite'), holds: 'the messages of the inbox and its keys' },
    )
    this.#db.exec(`
      pragma journal_mode = wal;
      create table if not exists messages (
        id integer primary key autoincrement, channel text not null, received_at text not null,
        recipient text not null, title text not null, content text not null);
      create index if not exists messages_channel on messages (channel, id);
      create table if not exists notes (name text primary key, value text not null);`)
  }

  add(message: Omit<InboxMessage, 'id' | 'receivedAt'>): number {
    const { channel, to, title, ...content } = message
    const { lastInsertRowid } = this.#db
      .prepare(
        'insert into messages (channel, received_at, recipient, title, content) values (?, ?, ?, ?, ?)',
      )
      .run(channel, new Date().toISOString(), to, title, JSON.stringify(content))
    this.#db
      .prepare(
        `delete from messages where channel = ?1 and id <= (
          select id from messages where channel = ?1 order by id desc limit 1 offset ?2)`,
      )
      .run(channel, MESSAGES_KEPT)
    return Number(lastInsertRowid)
  }

  /** Returns messages, newest first. */
  list({ channel, to }: MessageQuery = {}): InboxMessage[] {
    const rows = this.#db
      .prepare(
        `select * from messages where (?1 is null or channel = ?1) and (?2 is null or recipient = ?2)
        order by id desc`,
      )
      .all(channel ?? null, to ?? null)
    return (rows as unknown as Row[]).map(toMessage)
  }

  find(id: number): InboxMessage | undefined {
    const row = this.#db.prepare('select * from messages where id = ?').get(id)
    return row === undefined ? undefined : toMessage(row as unknown as Row)
  }

  /** Returns the note of a receiver under a name. */
  recall(name: string): unknown {
    const row = this.#db.prepare('select value from notes where name = ?').get(name)
    return row === undefined ? undefined : (JSON.parse(String(row['value'])) as unknown)
  }

  note(name: string, value: unknown): void {
    this.#db
      .prepare(
        'insert into notes (name, value) values (?, ?) on conflict (name) do update set value = excluded.value',
      )
      .run(name, JSON.stringify(value))
  }

  close(): void {
    this.#db.close()
  }
}
