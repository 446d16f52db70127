import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { SilenceLimit } from './silent-server.ts'

export interface DatabaseAddress {
  host: string
  port: number
  /** `verify-full` uses TLS and checks the server's name; `off` uses no TLS. */
  tls: 'verify-full' | 'off'
  /** Authorities (PEM) that sign the certificate. Undefined or empty: those that Node trusts. */
  ca?: string | undefined
}

export interface SocketOptions extends DatabaseAddress {
  /** Longest time in milliseconds without data while the server owes an answer. Undefined: no limit. */
  silenceMs?: number | undefined
}

/** PostgreSQL's SSLRequest: the length of the message and the code 80877103. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const TLS_ACCEPTED = 'S'

/**
 * Two faults of postgres 3.4.9 with connections that drop:
 *
 * 1. A socket emits `error` before `close`. A statement sent between the two is never settled, because the client rejects
 *    open statements at `close` only when no error came before. Not reported upstream as far as known; to report: a
 *    statement sent in the `catch` of a statement that failed with ECONNRESET never settles.
 * 2. When the server closes a new connection without an error, the client connects again without a pause and without an
 *    end, and the statement never settles. Reported: https://github.com/porsager/postgres/issues/1193.
 *
 * Workaround: a stream that emits `error` and `close` together, after all pending writes, and an error for every close
 * that the client did not ask for. The client's own TLS would replace this stream, so the stream does TLS. Remove this
 * class when the client settles every statement at `close`.
 */
export class DroppedSocket extends Duplex {
  readonly host: string
  readonly port: number
  readonly #tcp: Socket
  /** The stream of the protocol: the TCP connection or TLS over it. Undefined until TLS is negotiated. */
  #wire: Socket | undefined
  #waiting: { chunk: Buffer; done: (error?: Error | null) => void } | undefined
  #reason: Error | undefined
  readonly #silence: SilenceLimit

  constructor({ host, port, tls, ca, silenceMs }: SocketOptions) {
    super({ allowHalfOpen: false })
    this.host = host
    this.port = port
    this.#silence = new SilenceLimit(silenceMs, () =>
      this.#fail(this.#error(`sent no data for ${silenceMs} ms`, 'ETIMEDOUT')),
    )
    this.#tcp = connectTcp({ host, port })
    this.#tcp.on('error', (error) => (this.#reason ??= error))
    this.#tcp.on('close', () => this.#closed())
    if (tls === 'off') this.#carry(this.#tcp)
    else this.#agreeOnTls(ca)
  }

  #error(what: string, code: string): Error {
    return Object.assign(new Error(`The database server at ${this.host}:${this.port} ${what}`), { code })
  }

  #fail(reason: Error): void {
    this.#reason ??= reason
    this.#tcp.destroy()
  }

  #agreeOnTls(ca: string | undefined): void {
    this.#tcp.once('connect', () => this.#tcp.write(TLS_REQUEST))
    this.#tcp.once('data', (answer) => {
      if (answer.toString('latin1') !== TLS_ACCEPTED) {
        this.#fail(this.#error('does not speak TLS', 'TLS_REFUSED'))
        return
      }
      // The certificate must match `host`. SNI allows host names only, so an IP address is not sent.
      const servername = isIP(this.host) ? undefined : this.host
      const wire = connectTls({
        socket: this.#tcp,
        host: this.host,
        rejectUnauthorized: true,
        ...(ca && { ca }),
        ...(servername !== undefined && { servername }),
      })
      wire.on('error', (error) => this.#fail(error))
      this.#carry(wire)
    })
  }

  #carry(wire: Socket): void {
    this.#wire = wire
    wire.on('data', (chunk) => {
      this.#silence.received(chunk)
      if (!this.push(chunk)) wire.pause()
    })
    if (!this.#waiting) return
    wire.write(this.#waiting.chunk, this.#waiting.done)
    this.#waiting = undefined
  }

  #closed(): void {
    if (this.destroyed) return
    // The client itself closed the connection: no error.
    if (this.writableEnded) this.destroy()
    else this.destroy(this.#reason ?? this.#error('closed the connection', 'CONNECTION_CLOSED'))
  }

  override _read(): void {
    this.#wire?.resume()
  }

  override _write(chunk: Buffer, _: BufferEncoding, done: (error?: Error | null) => void): void {
    // A write to a closed connection reports no error here. `#closed` reports the error once.
    const settle = () => done()
    this.#silence.wrote(chunk)
    if (this.#wire) this.#wire.write(chunk, settle)
    else this.#waiting = { chunk, done: settle }
  }

  override _final(done: (error?: Error | null) => void): void {
    if (this.#wire) this.#wire.end(() => done())
    else done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#silence.stop()
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
