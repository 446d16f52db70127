/** One message of the PostgreSQL frontend/backend protocol 3.0, with its header. */
export interface WireMessage {
  /** One letter; 'startup' for the untyped message that opens a connection. */
  type: string
  bytes: Buffer
}

const HEADER_BYTES = 5
const STARTUP_HEADER_BYTES = 8
/** Larger than any message of a driver. A greater length means that the peer does not speak this protocol. */
const MAX_MESSAGE_BYTES = 256 * 1024 * 1024
const MAX_STARTUP_BYTES = 10_000

/** Splits a byte stream into messages. A long message is copied once, not once per chunk. */
export class MessageReader {
  #chunks: Buffer[] = []
  #size = 0
  #started = false

  /** Switches to messages with a type letter, after the startup message. */
  markStarted(): void {
    this.#started = true
  }

  append(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#size += chunk.length
  }

  /** Returns the next whole message, or undefined when bytes are missing. Throws on an impossible length. */
  next(): WireMessage | undefined {
    const headerBytes = this.#started ? HEADER_BYTES : STARTUP_HEADER_BYTES
    if (this.#size < headerBytes) return undefined
    const head = this.#peek(headerBytes)
    const length = this.#started ? 1 + head.readInt32BE(1) : head.readInt32BE(0)
    const limit = this.#started ? MAX_MESSAGE_BYTES : MAX_STARTUP_BYTES
    if (length < headerBytes || length > limit) throw new Error(`message of ${length} bytes`)
    if (this.#size < length) return undefined
    const whole = this.#peek(length)
    const rest = whole.subarray(length)
    this.#chunks = rest.length > 0 ? [rest] : []
    this.#size -= length
    const type = this.#started ? String.fromCharCode(whole[0] ?? 0) : 'startup'
    return { type, bytes: whole.subarray(0, length) }
  }

  #peek(bytes: number): Buffer {
    const first = this.#chunks[0]
    if (first && first.length >= bytes) return first
    const whole = Buffer.concat(this.#chunks)
    this.#chunks = [whole]
    return whole
  }
}

/** Encodes null-terminated text, as the protocol writes every string. */
export function cString(text: string): Buffer {
  return Buffer.from(`${text}\0`, 'utf8')
}

/** Returns the text that starts at `offset`, and the offset of the next field. */
export function readCString(bytes: Buffer, offset: number): { text: string; end: number } {
  const terminator = bytes.indexOf(0, offset)
  if (terminator < 0) throw new Error('a string has no terminator')
  return { text: bytes.toString('utf8', offset, terminator), end: terminator + 1 }
}

export function encodeMessage(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(type, 0, 'latin1')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

export const SYNC = encodeMessage('S')

/** Encodes a simple query. */
export function encodeQuery(sql: string): Buffer {
  return encodeMessage('Q', cString(sql))
}

export interface ServerError {
  severity: 'ERROR' | 'FATAL'
  /** SQLSTATE. */
  code: string
  message: string
  hint: string
}

export function encodeError(error: ServerError): Buffer {
  const fields = [
    `S${error.severity}`,
    `V${error.severity}`,
    `C${error.code}`,
    `M${error.message}`,
    `H${error.hint}`,
  ]
  return encodeMessage('E', ...fields.map(cString), Buffer.from([0]))
}

/** Iterates over the messages of a server's answer. */
export function* walkMessages(bytes: Buffer): Generator<WireMessage> {
  let offset = 0
  while (offset + HEADER_BYTES <= bytes.length) {
    const end = offset + 1 + bytes.readInt32BE(offset + 1)
    yield { type: String.fromCharCode(bytes[offset] ?? 0), bytes: bytes.subarray(offset, end) }
    offset = end
  }
}

/** Returns the values of the data rows in an answer, as text. */
export function readRows(answer: Buffer): string[][] {
  const rows: string[][] = []
  for (const { type, bytes } of walkMessages(answer)) {
    if (type !== 'D') continue
    const row: string[] = []
    let offset = 7
    for (let column = 0; column < bytes.readInt16BE(5); column += 1) {
      const length = bytes.readInt32BE(offset)
      offset += 4
      row.push(length < 0 ? '' : bytes.toString('utf8', offset, offset + length))
      offset += Math.max(length, 0)
    }
    rows.push(row)
  }
  return rows
}

/** Returns the parameters of a startup message: user, database and session settings. */
export function readStartupParameters(bytes: Buffer): Map<string, string> {
  const parameters = new Map<string, string>()
  let offset = STARTUP_HEADER_BYTES
  while (offset < bytes.length && bytes[offset] !== 0) {
    const name = readCString(bytes, offset)
    const value = readCString(bytes, name.end)
    parameters.set(name.text, value.text)
    offset = value.end
  }
  return parameters
}
