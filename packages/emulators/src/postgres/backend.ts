import type { PGlite } from '@electric-sql/pglite'
import { quoteIdentifier, quoteLiteral } from './sql-text.ts'
import { Turnstile } from './turnstile.ts'
import type { Holder } from './turnstile.ts'
import { cString, encodeMessage, encodeQuery, readRows, SYNC, walkMessages } from './wire.ts'

/** Transaction status of ReadyForQuery: idle, in a transaction, in a failed one. */
export type TransactionStatus = 'I' | 'T' | 'E'

/** Session settings by name, in the units of pg_settings. */
export type SessionSettings = ReadonlyMap<string, string>

/** A connection that may be told of notifications. */
export interface Listener extends Holder {
  deliver(notification: Buffer): void
}

/** Closing statements one by one would cost each query a round through the backend. */
const OUTDATED_STATEMENTS_PER_CLOSE = 32

/** A statement that fails to parse, which ends an implicit transaction without committing it. */
const FAILING_PARSE = encodeMessage('P', cString(''), cString('abandoned'), Buffer.from([0, 0]))

/**
 * The one backend of the embedded server and what its connections must not share: whose turn it is, session
 * settings, channels listened to, and names of prepared statements.
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

  /** Runs protocol messages and gives the whole answer. Only for the holder of the turnstile. */
  async run(messages: Buffer): Promise<Buffer> {
    // The calls that return an answer also read every row of it into objects, which they keep; this one hands over bytes.
    const parts: Buffer[] = []
    try {
      await this.#db.execProtocolRawStream(messages, {
        syncToFs: false,
        // A view into the backend's memory, which the next part overwrites.
        onRawData: (part) => void parts.push(Buffer.from(part)),
      })
    } catch (error) {
      throw new Error('The embedded PostgreSQL backend ended unexpectedly. Start it again.', { cause: error })
    }
    this.turnstile.noteProgress()
    return Buffer.concat(parts)
  }

  /** Ends whatever a connection left unfinished, committing nothing, and gives up its session locks. */
  async abandon(holdsSessionLocks: boolean): Promise<void> {
    await this.run(FAILING_PARSE)
    const answer = await this.run(SYNC)
    if (readStatus(answer) !== 'I') await this.run(encodeQuery('rollback'))
    if (holdsSessionLocks) await this.run(encodeQuery('select pg_advisory_unlock_all()'))
  }

  /** Makes the backend's session settings those of the connection whose turn it is. Throws what the server refused. */
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

  /** Settings that the current holder has now changed for its session. */
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

  /** Forgets one channel of a listener, or all of them. */
  unlisten(listener: Listener, channel?: string): void {
    const channels = this.#channels.get(listener)
    if (!channels) return
    if (channel === undefined) channels.clear()
    else channels.delete(channel)
    if (channels.size === 0) this.#channels.delete(listener)
    this.#channelsOutdated = true
  }

  /** Hands a NotificationResponse to those who listen to its channel. */
  notify(channel: string, notification: Buffer): void {
    for (const [listener, channels] of this.#channels) {
      if (channels.has(channel)) listener.deliver(notification)
    }
  }

  /** Notes statements that nobody uses any more. */
  retireStatements(names: readonly string[]): void {
    this.#outdatedStatements.push(...names)
  }

  /** Does what is due between two turns. Only for the holder of the turnstile. */
  async tidyUp(): Promise<void> {
    if (this.#outdatedStatements.length >= OUTDATED_STATEMENTS_PER_CLOSE) {
      const names = this.#outdatedStatements.splice(0)
      const closes = names.map((name) => encodeMessage('C', Buffer.from('S'), cString(name)))
      await this.run(Buffer.concat([...closes, SYNC]))
    }
    if (this.#channelsOutdated) {
      this.#channelsOutdated = false
      // One connection's UNLISTEN made the backend deaf for all: it listens again where others still do.
      const channels = new Set([...this.#channels.values()].flatMap((names) => [...names]))
      const listens = [...channels].map((channel) => `listen ${quoteIdentifier(channel)}`)
      await this.run(encodeQuery(['unlisten *', ...listens].join(';')))
    }
  }
}

/** The server did not accept a session setting of a connection; carries its ErrorResponse. */
export class RefusedSettingsError extends Error {
  readonly response: Buffer

  constructor(response: Buffer) {
    super('The server refused a session setting of the connection.')
    this.name = 'RefusedSettingsError'
    this.response = response
  }
}

/** The last transaction status that an answer tells; undefined when it has no ReadyForQuery. */
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
