import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { OwedAnswers } from './database-messages.ts'

export interface DatabaseAddress {
  host: string
  port: number
  /** `verify-full` speaks TLS and checks the server's name; `off` speaks none. */
  tls: 'verify-full' | 'off'
}

export interface SocketOptions extends DatabaseAddress {
  /** How long the server may say nothing while it owes an answer; undefined lets it. */
  silenceMs?: number | undefined
}

/** After a time in which this process itself stood still there may be an answer that was not read yet. */
const GRACE_MS = 500

/** Asks a PostgreSQL server for TLS: its length, and the number that stands for the wish. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const TLS_ACCEPTED = 'S'

/**
 * A connection to the database for the `postgres` client. What goes wrong comes as `error` and `close` in one go and
 * after everything that the client had begun to write: between the two events of a bare socket the client would give
 * queries to a connection that is gone, which never end.
 */
export class DatabaseSocket extends Duplex {
  readonly host: string
  readonly port: number
  #tcp: Socket
  /** What carries the protocol: the bare connection or TLS over it; undefined until TLS was agreed on. */
  #wire: Socket | undefined
  #waiting: { chunk: Buffer; done: (error?: Error | null) => void } | undefined
  #reason: Error | undefined
  readonly #silenceMs: number | undefined
  #silence: NodeJS.Timeout | undefined
  /** Several queries may be under way: an answer to the first of them is none to the others. */
  readonly #owed = new OwedAnswers()

  constructor({ host, port, tls, silenceMs }: SocketOptions) {
    super({ allowHalfOpen: false })
    this.#silenceMs = silenceMs
    this.host = host
    this.port = port
    this.#tcp = connectTcp({ host, port })
    this.#tcp.on('error', (error) => (this.#reason ??= error))
    this.#tcp.on('close', () => this.#closed())
    if (tls === 'off') this.#carry(this.#tcp)
    else this.#agreeOnTls()
  }

  #agreeOnTls(): void {
    this.#tcp.once('connect', () => this.#tcp.write(TLS_REQUEST))
    this.#tcp.once('data', (answer) => {
      if (answer.toString('latin1') !== TLS_ACCEPTED) {
        this.#reason = new Error(`The database server at ${this.host}:${this.port} does not speak TLS`)
        this.#tcp.destroy()
        return
      }
      // `host` is the name that the certificate must carry; an address is no name to ask a server for.
      const servername = isIP(this.host) ? undefined : this.host
      const wire = connectTls({
        socket: this.#tcp,
        host: this.host,
        rejectUnauthorized: true,
        ...(servername !== undefined && { servername }),
      })
      wire.on('error', (error) => {
        this.#reason ??= error
        this.#tcp.destroy()
      })
      this.#carry(wire)
    })
  }

  #carry(wire: Socket): void {
    this.#wire = wire
    wire.on('data', (chunk) => {
      this.#hear(chunk)
      if (!this.push(chunk)) wire.pause()
    })
    if (!this.#waiting) return
    wire.write(this.#waiting.chunk, this.#waiting.done)
    this.#waiting = undefined
  }

  /** Waits for the server to say something; a connection whose other end has vanished never tells. */
  #listen(
    ms: number | undefined = this.#silenceMs,
    then: () => void = () => this.#listen(GRACE_MS, this.#giveUp),
  ): void {
    clearTimeout(this.#silence)
    this.#silence = ms === undefined ? undefined : setTimeout(then, ms).unref()
  }

  readonly #giveUp = (): void => {
    const error = new Error(
      `The database server at ${this.host}:${this.port} has said nothing for ${this.#silenceMs} ms`,
    )
    this.#reason ??= Object.assign(error, { code: 'ETIMEDOUT' })
    this.#tcp.destroy()
  }

  #hear(chunk: Buffer): void {
    this.#owed.received(chunk)
    if (this.#silence === undefined) return
    if (this.#owed.count > 0) {
      this.#listen()
      return
    }
    clearTimeout(this.#silence)
    this.#silence = undefined
  }

  #closed(): void {
    if (this.destroyed) return
    // The end that the client itself asked for is no failure.
    if (this.writableEnded) this.destroy()
    else this.destroy(this.#reason ?? droppedBy(this.host, this.port))
  }

  override _read(): void {
    this.#wire?.resume()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    // A write to a connection that is gone fails nobody here: its end is told once, when the connection has closed.
    const settle = () => done()
    this.#owed.wrote(chunk)
    if (this.#silence === undefined) this.#listen()
    if (this.#wire) this.#wire.write(chunk, settle)
    else this.#waiting = { chunk, done: settle }
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#wire) this.#wire.end(() => done())
    else done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#silence)
    this.#wire?.destroy()
    this.#tcp.destroy()
    done(error)
  }

  /** As of a bare socket: the client ends a connection that is `open` and waits for one that is not `closed`. */
  get readyState(): string {
    return this.destroyed ? 'closed' : this.#tcp.connecting ? 'opening' : 'open'
  }

  setKeepAlive(enable: boolean, initialDelayMs: number): this {
    this.#tcp.setKeepAlive(enable, initialDelayMs)
    return this
  }
}

function droppedBy(host: string, port: number): Error {
  const error = new Error(`The database server at ${host}:${port} closed the connection`)
  return Object.assign(error, { code: 'CONNECTION_CLOSED' })
}
