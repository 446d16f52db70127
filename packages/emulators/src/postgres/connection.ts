import type { Socket } from 'node:net'
import { RefusedSettingsError } from './backend.ts'
import type { Backend, Listener, SessionSettings, TransactionStatus } from './backend.ts'
import { PreparedNames } from './prepared-names.ts'
import {
  copiesFromClient,
  findChannelChange,
  findSql,
  setsConfigOfSession,
  usesSessionLocks,
} from './sql-text.ts'
import { BackendBusyError } from './turnstile.ts'
import { cString, encodeError, encodeMessage, encodeQuery, readCString, walkMessages } from './wire.ts'
import type { WireMessage } from './wire.ts'

const COPY_REFUSAL = [
  "do $$ begin raise exception using errcode = 'feature_not_supported',",
  "message = 'COPY from the client is not there in the embedded server',",
  "hint = 'Insert with unnest(), which sends one array per column.'; end $$",
].join(' ')

const READY = encodeMessage('Z', Buffer.from('I'))

/**
 * One client of the shared backend. The client takes its turn with its first message. The turn ends when the backend
 * is ready and no transaction is open, so messages of two clients never mix.
 */
export class Connection implements Listener {
  readonly #id: number
  readonly #socket: Socket
  readonly #backend: Backend
  readonly #names: PreparedNames
  readonly #startSettings: SessionSettings
  readonly #pending: WireMessage[] = []
  #settings: SessionSettings
  #work: Promise<void> = Promise.resolve()
  #working = false
  #status: TransactionStatus = 'I'
  #lastSql = ''
  #mayHoldSessionLocks = false
  #mayChangeSettings = false
  #setsConfig = false
  #failedUntilSync = false

  constructor(id: number, socket: Socket, backend: Backend, settings: SessionSettings) {
    this.#id = id
    this.#socket = socket
    this.#backend = backend
    this.#names = new PreparedNames(id)
    this.#startSettings = settings
    this.#settings = settings
  }

  describe(): string {
    const idle = this.#mayHoldSessionLocks ? 'a session lock' : 'an unfinished statement'
    const state = this.#status === 'I' ? idle : 'an open transaction'
    return `connection ${this.#id} (${state}, last: ${this.#lastSql.slice(0, 200).trim()})`
  }

  deliver(notification: Buffer): void {
    if (this.#socket.writable) this.#socket.write(notification)
  }

  /** Queues messages of a started connection, in order. */
  receive(messages: readonly WireMessage[]): void {
    this.#pending.push(...messages)
    if (this.#working || this.#pending.length === 0) return
    this.#working = true
    this.#work = this.#runPending().finally(() => {
      this.#working = false
    })
  }

  /** Ends the connection: rolls back its open work and releases its turn, statements and channels. */
  async close(): Promise<void> {
    this.#pending.length = 0
    this.#backend.turnstile.leaveQueue(this)
    await this.#work
    const hasTurn = this.#backend.turnstile.isHeldBy(this)
    this.#names.retireAll()
    this.#backend.retireStatements(this.#names.takeOutdated())
    this.#backend.unlisten(this)
    if (!hasTurn) return
    await this.#backend.abandon(this.#mayHoldSessionLocks)
    this.#backend.turnstile.leave(this)
  }

  async #runPending(): Promise<void> {
    while (this.#pending.length > 0 && !this.#socket.destroyed) {
      if (this.#failedUntilSync) this.#skipToSync()
      // Terminate (X) needs no turn.
      if (this.#pending[0]?.type === 'X') this.#socket.end()
      if (this.#pending.length === 0 || this.#pending[0]?.type === 'X') return
      try {
        await this.#takeTurn()
      } catch (error) {
        if (this.#socket.destroyed) return
        this.#answerWithError(encodeReason(error))
        continue
      }
      const goodbye = this.#pending.findIndex(({ type }) => type === 'X')
      await this.#runBatch(this.#pending.splice(0, goodbye < 0 ? this.#pending.length : goodbye))
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#backend.turnstile.isHeldBy(this)) return
    await this.#backend.turnstile.enter(this)
    try {
      await this.#backend.applySettings(this.#settings)
    } catch (error) {
      this.#backend.turnstile.leave(this)
      throw error
    }
  }

  /** Answers the pending messages as PostgreSQL does after a failed statement: one error, then nothing until Sync. */
  #answerWithError(error: Buffer): void {
    this.deliver(error)
    const first = this.#pending[0]?.type
    this.#failedUntilSync = first !== 'Q' && first !== 'S'
    if (this.#failedUntilSync) return
    this.#pending.shift()
    this.deliver(READY)
  }

  /** Drops the messages after a failure, up to the next Sync. */
  #skipToSync(): void {
    const sync = this.#pending.findIndex(({ type }) => type === 'S' || type === 'X')
    this.#pending.splice(0, sync < 0 ? this.#pending.length : sync)
    if (this.#pending[0]?.type !== 'S') return
    this.#pending.shift()
    this.#failedUntilSync = false
    this.deliver(READY)
  }

  async #runBatch(messages: readonly WireMessage[]): Promise<void> {
    if (messages.length === 0) return
    await this.#answer(await this.#backend.run(Buffer.concat(messages.map((one) => this.#prepare(one)))))
  }

  /** Records how a message changes the session, and returns the message with the backend's names. */
  #prepare(message: WireMessage): Buffer {
    const sql = findSql(message)
    if (sql === undefined) return this.#names.rewrite(message)
    this.#lastSql = sql
    this.#mayHoldSessionLocks ||= usesSessionLocks(sql)
    this.#setsConfig ||= setsConfigOfSession(sql)
    this.#mayChangeSettings ||= this.#setsConfig
    const change = findChannelChange(sql)
    if (change?.kind === 'listen') this.#backend.listen(this, change.channel)
    else if (change) this.#backend.unlisten(this, change.kind === 'unlisten' ? change.channel : undefined)
    return this.#names.rewrite(copiesFromClient(sql) ? replaceSql(message, COPY_REFUSAL) : message)
  }

  /** Sends an answer to the client. Ends the turn when the backend is ready and no transaction is open. */
  async #answer(answer: Buffer): Promise<void> {
    const kept: Buffer[] = []
    let start = 0
    let end = 0
    let isReady = false
    for (const { type, bytes } of walkMessages(answer)) {
      end += bytes.length
      isReady = type === 'Z'
      if (isReady) this.#status = String.fromCharCode(bytes[5] ?? 0) as TransactionStatus
      else if (type === 'C')
        this.#mayChangeSettings ||= /^(?:re)?set\b|^discard/i.test(readCString(bytes, 5).text)
      else if (type === 'A') {
        // A notification goes to the listening connections, which may differ from the connection that ran NOTIFY.
        this.#backend.notify(readCString(bytes, 9).text, bytes)
        kept.push(answer.subarray(start, end - bytes.length))
        start = end
      }
    }
    kept.push(answer.subarray(start))
    for (const part of kept) if (part.length > 0 && this.#socket.writable) this.#socket.write(part)
    // Bytes after the last ReadyForQuery belong to statements that the client has not yet ended with a Sync.
    if (isReady && this.#status === 'I') await this.#endTurn()
  }

  async #endTurn(): Promise<void> {
    if (this.#mayChangeSettings) {
      const changed = await this.#backend.readSettings()
      // A reset setting returns to the value of the startup message.
      this.#settings = new Map([...this.#startSettings, ...changed])
      this.#mayChangeSettings = this.#setsConfig
    }
    this.#backend.retireStatements(this.#names.takeOutdated())
    await this.#backend.tidyUp()
    // The shared backend would grant a session lock to every connection. So the owner keeps its turn until it unlocks.
    if (this.#mayHoldSessionLocks && (await this.#backend.holdsSessionLocks())) return
    this.#backend.turnstile.leave(this)
  }
}

/** Returns the ErrorResponse for a connection that got no turn, or whose settings were refused. */
function encodeReason(error: unknown): Buffer {
  if (error instanceof RefusedSettingsError) return error.response
  if (!(error instanceof BackendBusyError)) throw error
  return encodeError({
    severity: 'ERROR',
    code: '55P03',
    message: error.message,
    hint: 'Inside a transaction, or under a session lock, wait for no other connection: run everything on the one that holds it.',
  })
}

/** Returns a Query or Parse message with other SQL. */
function replaceSql(message: WireMessage, sql: string): WireMessage {
  if (message.type === 'Q') return { type: 'Q', bytes: encodeQuery(sql) }
  const name = readCString(message.bytes, 5).text
  return { type: 'P', bytes: encodeMessage('P', cString(name), cString(sql), Buffer.from([0, 0])) }
}
