/**
 * Fault of postgres 3.4.9: a statement that was sent to a server that vanished without closing the connection never
 * settles. The client has no time limit for an answer, and `statement_timeout` needs a live server.
 *
 * Reported upstream: https://github.com/porsager/postgres/issues/1089.
 *
 * Workaround: count the answers that the server owes, and close the connection when no data arrives for too long while
 * an answer is owed. Remove this file when the client limits the time for an answer.
 */

/** Extra wait in milliseconds after the limit. When this process was suspended, an answer may have arrived unread. */
const GRACE_MS = 500

/** A message of PostgreSQL's protocol: a type of 1 byte, a length of 4 bytes that includes itself, and a body. */
const HEADER_BYTES = 5
/** Messages that the server answers with one ReadyForQuery: Query, Sync and FunctionCall. */
const ASKS = 'QSF'
const READY_FOR_QUERY = 'Z'

/** Returns a function that reads the next chunk of a stream and returns the types of the messages that start in it. */
function readTypes(): (chunk: Buffer) => string {
  let header: Buffer = Buffer.alloc(0)
  let skip = 0
  return (chunk) => {
    const bytes = header.length === 0 ? chunk : Buffer.concat([header, chunk])
    let types = ''
    let at = skip
    for (; at + HEADER_BYTES <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1))
      types += String.fromCharCode(bytes[at] ?? 0)
    skip = Math.max(0, at - bytes.length)
    header = bytes.subarray(at)
    return types
  }
}

/** Counts the answers that the server of one connection still has to send. Several queries may be in flight. */
export class OwedAnswers {
  readonly #written = readTypes()
  readonly #received = readTypes()
  #started = false
  #owed = 0

  /** Number of ReadyForQuery messages that the server still has to send. */
  get count(): number {
    return this.#owed
  }

  /** Reads a chunk that goes to the server. The client writes the startup message first, in one chunk. */
  wrote(chunk: Buffer): void {
    let messages = chunk
    if (!this.#started) {
      this.#started = true
      // The startup message has no type. The server answers it with a ReadyForQuery too.
      this.#owed += 1
      messages = chunk.subarray(chunk.readUInt32BE(0))
    }
    for (const type of this.#written(messages)) if (ASKS.includes(type)) this.#owed += 1
  }

  /** Reads a chunk that came from the server. */
  received(chunk: Buffer): void {
    for (const type of this.#received(chunk))
      if (type === READY_FOR_QUERY) this.#owed = Math.max(0, this.#owed - 1)
  }
}

/** Calls `giveUp` once when the server sends nothing for `silenceMs` although it owes an answer. Undefined: no limit. */
export class SilenceLimit {
  readonly #owed = new OwedAnswers()
  readonly #silenceMs: number | undefined
  readonly #giveUp: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(silenceMs: number | undefined, giveUp: () => void) {
    this.#silenceMs = silenceMs
    this.#giveUp = giveUp
  }

  wrote(chunk: Buffer): void {
    this.#owed.wrote(chunk)
    if (this.#timer === undefined) this.#restart()
  }

  received(chunk: Buffer): void {
    this.#owed.received(chunk)
    if (this.#owed.count > 0) this.#restart()
    else this.stop()
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #restart(): void {
    clearTimeout(this.#timer)
    if (this.#silenceMs === undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = setTimeout(this.#giveUp, GRACE_MS).unref()
    }, this.#silenceMs).unref()
  }
}
