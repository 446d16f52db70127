/** Codes of the messages that open a connection instead of a typed message. */
const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const CANCEL_REQUEST = 80_877_102
const OPENING_HEADER_BYTES = 8
const TYPED_HEADER_BYTES = 5

/** What a chunk of bytes from a client held. */
export type ClientMessage =
  | { kind: 'encryption' }
  | { kind: 'cancel' }
  | { kind: 'startup'; bytes: Buffer }
  | { kind: 'typed'; type: string; bytes: Buffer }

/** Cuts a client's bytes into messages of the PostgreSQL protocol (version 3), across chunks. */
export class ClientMessageReader {
  #pending: Buffer = Buffer.alloc(0)
  #started = false

  /** Messages that are whole now; what is left waits for the next chunk. */
  read(chunk: Buffer): ClientMessage[] {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk
    const messages: ClientMessage[] = []
    for (let message = this.#next(); message; message = this.#next()) messages.push(message)
    return messages
  }

  #next(): ClientMessage | undefined {
    const header = this.#started ? TYPED_HEADER_BYTES : OPENING_HEADER_BYTES
    if (this.#pending.length < header) return undefined
    const length = this.#started ? 1 + this.#pending.readInt32BE(1) : this.#pending.readInt32BE(0)
    if (this.#pending.length < length) return undefined
    const bytes = this.#pending.subarray(0, length)
    this.#pending = this.#pending.subarray(length)
    if (this.#started) return { kind: 'typed', type: String.fromCharCode(bytes[0] ?? 0), bytes }
    const code = bytes.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' }
    if (code === CANCEL_REQUEST) return { kind: 'cancel' }
    this.#started = true
    return { kind: 'startup', bytes }
  }
}

/** Name of the statement that a Parse message makes; '' is the unnamed one. */
export function parsedStatementName(parse: Buffer): string {
  return parse.toString('utf8', TYPED_HEADER_BYTES, parse.indexOf(0, TYPED_HEADER_BYTES))
}

/** A Close message for a prepared statement. */
export function closeStatement(name: string): Buffer {
  const body = Buffer.from(`S${name}\0`)
  const header = Buffer.alloc(TYPED_HEADER_BYTES)
  header.write('C', 0)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

export const SYNC = Buffer.from([0x53, 0, 0, 0, 4])

/** State of the transaction as ReadyForQuery tells it: idle, inside, or failed. */
export type TransactionState = 'I' | 'T' | 'E'

/** The last ReadyForQuery in a server's answer, and the notifications that every other client has to hear. */
export function scanServerMessages(answer: Buffer): {
  state: TransactionState | undefined
  notifications: Buffer[]
} {
  let state: TransactionState | undefined
  const notifications: Buffer[] = []
  for (let at = 0; at + TYPED_HEADER_BYTES <= answer.length;) {
    const end = at + 1 + answer.readInt32BE(at + 1)
    const type = String.fromCharCode(answer[at] ?? 0)
    if (type === 'Z') state = String.fromCharCode(answer[at + TYPED_HEADER_BYTES] ?? 0) as TransactionState
    if (type === 'A') notifications.push(answer.subarray(at, end))
    at = end
  }
  return { state, notifications }
}
