import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { OwedAnswers } from './database-messages.ts'

export interface DatabaseAddress {
  host: string
  port: number
  /** `verify-full` uses TLS and checks the server's name; `off` uses no TLS. */
  tls: 'verify-full' | 'off'
}

export interface SocketOptions extends DatabaseAddress {
  /** Longest time in milliseconds without data while the server owes an answer. Undefined: no limit. */
  silenceMs?: number | undefined
}

/** Extra wait in milliseconds after the limit. When this process was suspended, an answer may have arrived unread. */
const GRACE_MS = 500

/** PostgreSQL's SSLRequest: the length of the message and the code 80877103. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const TLS_ACCEPTED = 'S'

/**
 * A database connection for the `postgres` client. Emits `error` and `close` together, after all pending writes. A bare
 * socket emits them apart, and between them the client sends queries to a closed connection; those queries never end.
 */
export class DatabaseSocket extends Duplex {
  readonly host: string
  readonly port: number
  #tcp: Socket
  /** The stream of the protocol: the TCP connection or TLS over it. Undefined until TLS is negotiated. */
  #wire: Socket | undefined
  #waiting: { chunk: Buffer; done: (error?: Error | null) => void } | undefined
  #reason: Error | undefined
  readonly #silenceMs: number | undefined
  #silence: NodeJS.Timeout | undefined
  /**
   * Counts answers per query. With several queries in flight, the answer to the first query does not answer the others.
   */
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
      // The certificate must match `host`. SNI allows host names only, so an IP address is not sent.
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
      this.#receive(chunk)
      if (!this.push(chunk)) wire.pause()
    })
    if (!this.#waiting) return
    wire.write(this.#waiting.chunk, this.#waiting.done)
    this.#waiting = undefined
  }

  /** Starts the time limit for data from the server. TCP does not report a peer that has vanished. */
  #listen(
    ms: number | undefined = this.#silenceMs,
    then: () => void = () => this.#listen(GRACE_MS, this.#giveUp),
  ): void {
    clearTimeout(this.#silence)
    this.#silence = ms === undefined ? undefined : setTimeout(then, ms).unref()
  }

  readonly #giveUp = (): void => {
    const error = new Error(
      `The database server at ${this.host}:${this.port} sent no data for ${this.#silenceMs} ms`,
    )
    this.#reason ??= Object.assign(error, { code: 'ETIMEDOUT' })
    this.#tcp.destroy()
  }

  #receive(chunk: Buffer): void {
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
    // The client itself closed the connection: no error.
    if (this.writableEnded) this.destroy()
    else this.destroy(this.#reason ?? droppedBy(this.host, this.port))
  }

  override _read(): void {
    this.#wire?.resume()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    // A write to a closed connection reports no error here. `#closed` reports the error once.
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

  /**
   * The same values as a bare socket. The client closes a connection that is `open` and waits for one that is not
   * `closed`.
   */
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
