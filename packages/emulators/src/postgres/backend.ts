import type { PGlite } from '@electric-sql/pglite'
import { quoteIdentifier, quoteLiteral } from './sql-text.ts'
import { Turnstile } from './turnstile.ts'
import type { Holder } from './turnstile.ts'
import { cString, encodeMessage, encodeQuery, readRows, SYNC, walkMessages } from './wire.ts'

/** Transaction status of ReadyForQuery: idle, in a transaction, in a failed one. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** Session settings by name, in the units of pg_settings. */
export type SessionSettings = ReadonlyMap<string, string>

/** A connection that receives notifications. */
export interface Listener extends Holder {
  deliver(notification: Buffer): void
}

/** Statements are closed in batches: closing each one alone would cost every query one more call to the backend. */
const OUTDATED_STATEMENTS_PER_CLOSE = 32

/** A statement that fails to parse. It ends an implicit transaction without a commit. */
const FAILING_PARSE = encodeMessage('P', cString(''), cString('abandoned'), Buffer.from([0, 0]))

/**
 * The single backend of the embedded server. It keeps apart, per connection: turns, session settings, LISTEN channels
 * and prepared statement names.
 */
export class Backend {
  readonly turnstile: Turnstile
  readonly #db: PGlite
  #applied: SessionSettings = new Map()
  #outdatedStatements: string[] = []
  #channelsOutdated = false
  readonly #channels = new Map<Listener, Set<string>>()

  constructor(db: PGlite, waitSeconds: number) {
    this.#db = db
    this.turnstile = new Turnstile(waitSeconds)
  }

  /** Runs protocol messages and returns the whole answer. Only the current holder of the turnstile may call it. */
  async run(messages: Buffer): Promise<Buffer> {
    // Other PGlite calls also parse every row into objects and keep them. This call passes raw bytes.
    const parts: Buffer[] = []
    try {
      await this.#db.execProtocolRawStream(messages, {
        syncToFs: false,
        // The part is a view into the backend's memory, and the next part overwrites it.
        onRawData: (part) => void parts.push(Buffer.from(part)),
      })
    } catch (error) {
      throw new Error('The embedded PostgreSQL backend ended unexpectedly. Start it again.', { cause: error })
    }
    this.turnstile.recordProgress()
    return Buffer.concat(parts)
  }

  /** Rolls back a connection's unfinished work, and releases its session locks when `holdsSessionLocks` is true. */
  async abandon(holdsSessionLocks: boolean): Promise<void> {
    await this.run(FAILING_PARSE)
    const answer = await this.run(SYNC)
    if (readStatus(answer) !== 'I') await this.run(encodeQuery('rollback'))
    if (holdsSessionLocks) await this.run(encodeQuery('select pg_advisory_unlock_all()'))
  }

  /**
   * Applies a connection's session settings to the backend. Throws RefusedSettingsError when the server refuses one.
   */
  async applySettings(settings: SessionSettings): Promise<void> {
    if (sameSettings(this.#applied, settings)) return
    const assignments = [...settings].map(
      ([name, value]) => `select set_config(${quoteLiteral(name)}, ${quoteLiteral(value)}, false)`,
    )
    this.#applied = new Map()
    const answer = await this.run(encodeQuery(['reset all', ...assignments].join(';')))
    const refusal = [...walkMessages(answer)].find(({ type }) => type === 'E')
    if (refusal) throw new RefusedSettingsError(refusal.bytes)
    this.#applied = settings
  }

  /** Returns the session settings that the current holder has changed so far. */
  async readSettings(): Promise<SessionSettings> {
    const answer = await this.run(
      encodeQuery(`select name, setting from pg_settings where source = 'session'`),
    )
    this.#applied = new Map(readRows(answer).map(([name = '', value = '']) => [name, value]))
    return this.#applied
  }

  async holdsSessionLocks(): Promise<boolean> {
    const answer = await this.run(encodeQuery(`select count(*) from pg_locks where locktype = 'advisory'`))
    return readRows(answer)[0]?.[0] !== '0'
  }

  listen(listener: Listener, channel: string): void {
    const channels = this.#channels.get(listener) ?? new Set()
    this.#channels.set(listener, channels.add(channel))
  }

  /** Removes one channel of a listener, or all of them. */
  unlisten(listener: Listener, channel?: string): void {
    const channels = this.#channels.get(listener)
    if (!channels) return
    if (channel === undefined) channels.clear()
    else channels.delete(channel)
    if (channels.size === 0) this.#channels.delete(listener)
    this.#channelsOutdated = true
  }

  /** Sends a NotificationResponse to the listeners of its channel. */
  notify(channel: string, notification: Buffer): void {
    for (const [listener, channels] of this.#channels) {
      if (channels.has(channel)) listener.deliver(notification)
    }
  }

  /** Records statements that are no longer used. */
  retireStatements(names: readonly string[]): void {
    this.#outdatedStatements.push(...names)
  }

  /**
   * Closes unused statements and restores LISTEN channels between two turns. Only the turnstile's holder may call it.
   */
  async tidyUp(): Promise<void> {
    if (this.#outdatedStatements.length >= OUTDATED_STATEMENTS_PER_CLOSE) {
      const names = this.#outdatedStatements.splice(0)
      const closes = names.map((name) => encodeMessage('C', Buffer.from('S'), cString(name)))
      await this.run(Buffer.concat([...closes, SYNC]))
    }
    if (this.#channelsOutdated) {
      this.#channelsOutdated = false
      // UNLISTEN of one connection removed the channel for all. LISTEN again where other connections still need it.
      const channels = new Set([...this.#channels.values()].flatMap((names) => [...names]))
      const listens = [...channels].map((channel) => `listen ${quoteIdentifier(channel)}`)
      await this.run(encodeQuery(['unlisten *', ...listens].join(';')))
    }
  }
}

/** The server refused a session setting of a connection. The error carries the server's ErrorResponse. */
export class RefusedSettingsError extends Error {
  readonly response: Buffer

  constructor(response: Buffer) {
    super('The server refused a session setting of the connection.')
    this.name = 'RefusedSettingsError'
    this.response = response
  }
}

/** Returns the last transaction status of an answer, or undefined without a ReadyForQuery. */
function readStatus(answer: Buffer): TransactionStatus | undefined {
  let status: TransactionStatus | undefined
  for (const { type, bytes } of walkMessages(answer)) {
    if (type === 'Z') status = String.fromCharCode(bytes[5] ?? 0) as TransactionStatus
  }
  return status
}

function sameSettings(a: SessionSettings, b: SessionSettings): boolean {
  return a.size === b.size && [...a].every(([name, value]) => b.get(name) === value)
}
