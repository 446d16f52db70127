/** A message of PostgreSQL's protocol: a type of 1 byte, a length of 4 bytes (including itself) and a body. */
const TYPE_BYTES = 1
const LENGTH_BYTES = 4

/** Messages that the server answers with one ReadyForQuery: Query, Sync and FunctionCall. */
const ASKS = new Set(['Q', 'S', 'F'])
const READY_FOR_QUERY = 'Z'

const NOTHING = Buffer.alloc(0)

/** Finds the types of the messages in a stream whose chunks end anywhere. */
class TypeReader {
  /** The first part of a header that continues in the next chunk. */
  #header: Buffer = NOTHING
  /** Bytes of the current message that have not arrived yet. */
  #rest = 0
  /** The first message of a client has no type. */
  #isUntyped: boolean

  constructor({ firstIsUntyped }: { firstIsUntyped: boolean }) {
    this.#isUntyped = firstIsUntyped
  }

  /** Returns the types of the messages whose headers end in the chunk; '' for a message without a type. */
  read(chunk: Buffer): string[] {
    const types: string[] = []
    for (let at = 0; at < chunk.length;) {
      if (this.#rest > 0) {
        const skipped = Math.min(this.#rest, chunk.length - at)
        this.#rest -= skipped
        at += skipped
        continue
      }
      const typeBytes = this.#isUntyped ? 0 : TYPE_BYTES
      const missing = typeBytes + LENGTH_BYTES - this.#header.length
      const part = chunk.subarray(at, at + missing)
      at += part.length
      const header = this.#header.length === 0 ? part : Buffer.concat([this.#header, part])
      this.#header = part.length < missing ? header : NOTHING
      if (part.length < missing) break
      this.#isUntyped = false
      this.#rest = Math.max(0, header.readUInt32BE(typeBytes) - LENGTH_BYTES)
      types.push(header.toString('latin1', 0, typeBytes))
    }
    return types
  }
}

/** Counts the answers that the server of one connection still has to send. */
export class OwedAnswers {
  readonly #written = new TypeReader({ firstIsUntyped: true })
  readonly #received = new TypeReader({ firstIsUntyped: false })
  #owed = 0

  /** Number of ReadyForQuery messages that the server still has to send. */
  get count(): number {
    return this.#owed
  }

  /** Reads a chunk that goes to the server. The server answers the startup message with a ReadyForQuery too. */
  wrote(chunk: Buffer): void {
    for (const type of this.#written.read(chunk)) if (type === '' || ASKS.has(type)) this.#owed += 1
  }

  /** Reads a chunk that came from the server. */
  received(chunk: Buffer): void {
    for (const type of this.#received.read(chunk))
      if (type === READY_FOR_QUERY) this.#owed = Math.max(0, this.#owed - 1)
  }
}
