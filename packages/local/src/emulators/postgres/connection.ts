import type { Socket } from 'node:net'
import { readStatus, RefusedSettingsError } from './backend.ts'
import type { Backend, Listener, SessionSettings, TransactionStatus } from './backend.ts'
import { PreparedNames } from './prepared-names.ts'
import { callsSetConfig, copiesFromClient, findChannelChange, findSql, usesSessionLocks } from './sql-text.ts'
import { BackendBusyError } from './turnstile.ts'
import { encodeError, encodeQuery, readCString, SYNC, walkMessages } from './wire.ts'
import type { WireMessage } from './wire.ts'

const COPY_REFUSAL = [
  "do $$ begin raise exception using errcode = 'feature_not_supported',",
  "message = 'COPY from the client is not there in the embedded server',",
  "hint = 'Insert with unnest(), which sends one array per column.'; end $$",
].join(' ')

/**
 * One client of the shared backend. It takes its turn with its first message and gives the turn back when the
 * backend is ready and no transaction is open, so that no other client's message comes in between.
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
  #channelsChanged = false

  constructor(id: number, socket: Socket, backend: Backend, settings: SessionSettings) {
    this.#id = id
    this.#socket = socket
    this.#backend = backend
    this.#names = new PreparedNames(id)
    this.#startSettings = settings
    this.#settings = settings
  }

  describe(): string {
    const state = this.#status === 'I' ? 'a running statement' : 'an open transaction'
    return `connection ${this.#id} (${state}, last: ${this.#lastSql.slice(0, 200).trim()})`
  }

  deliver(notification: Buffer): void {
    if (this.#socket.writable) this.#socket.write(notification)
  }

  /** Takes messages of a started connection, in their order. */
  receive(messages: readonly WireMessage[]): void {
    this.#pending.push(...messages)
    if (this.#working || this.#pending.length === 0) return
    this.#working = true
    this.#work = this.#runPending().finally(() => {
      this.#working = false
    })
  }

  /** Leaves the backend as if this connection had never been, without what it did not commit. */
  async close(): Promise<void> {
    this.#pending.length = 0
    this.#backend.turnstile.leaveQueue(this)
    await this.#work
    const hasTurn = this.#backend.turnstile.isHeldBy(this)
    this.#names.retireAll()
    this.#backend.unlisten(this)
    if (hasTurn) this.#backend.abandon(this.#mayHoldSessionLocks)
    this.#backend.closeStatements(hasTurn ? this.#names.takeOutdated() : [])
    this.#backend.turnstile.leave(this)
  }

  async #runPending(): Promise<void> {
    while (this.#pending.length > 0 && !this.#socket.destroyed) {
      try {
        await this.#takeTurn()
      } catch (error) {
        this.#pending.length = 0
        this.#refuse(error)
        return
      }
      this.#runBatch(this.#pending.splice(0))
    }
  }

  async #takeTurn(): Promise<void> {
    if (this.#backend.turnstile.isHeldBy(this)) return
    await this.#backend.turnstile.enter(this)
    this.#backend.applySettings(this.#settings)
  }

  #refuse(error: unknown): void {
    if (error instanceof RefusedSettingsError) this.#socket.end(error.response)
    else if (error instanceof BackendBusyError) {
      this.#socket.end(
        encodeError({
          severity: 'FATAL',
          code: '55P03',
          message: error.message,
          hint: 'Inside a transaction, or under a session lock, wait for no other connection: run everything on the one that holds it.',
        }),
      )
    } else if (!this.#socket.destroyed) throw error
  }

  #runBatch(messages: readonly WireMessage[]): void {
    // A Terminate closes the socket by itself once everything before it is answered.
    const terminate = messages.findIndex(({ type }) => type === 'X')
    const work = terminate < 0 ? messages : messages.slice(0, terminate)
    if (work.length > 0) this.#answer(this.#backend.run(Buffer.concat(work.map((one) => this.#prepare(one)))))
    if (terminate >= 0) this.#socket.end()
  }

  /** Notes what a message will do to the session, and makes it the backend's. */
  #prepare(message: WireMessage): Buffer {
    const sql = findSql(message)
    if (sql === undefined) return this.#names.rewrite(message)
    this.#lastSql = sql
    this.#mayHoldSessionLocks ||= usesSessionLocks(sql)
    this.#mayChangeSettings ||= callsSetConfig(sql)
    const change = findChannelChange(sql)
    if (change?.kind === 'listen') this.#backend.listen(this, change.channel)
    else if (change) {
      this.#backend.unlisten(this, change.kind === 'unlisten' ? change.channel : undefined)
      this.#channelsChanged = true
    }
    if (!copiesFromClient(sql)) return this.#names.rewrite(message)
    return message.type === 'Q' ? encodeQuery(COPY_REFUSAL) : this.#refuseParse()
  }
}
