import { cString, encodeMessage, readCString } from './wire.ts'
import type { WireMessage } from './wire.ts'

/**
 * Gives each connection its own names for prepared statements.
 *
 * All connections share one backend, whose statement names are one space: two clients that both call a statement
 * `s1`, or that both use the unnamed one, would run each other's SQL. So every name becomes one that no other
 * connection has. Portals need no such care, as they end with the transaction that the connection holds alone.
 */
export class PreparedNames {
  readonly #prefix: string
  readonly #names = new Map<string, string>()
  #outdated: string[] = []
  #count = 0

  constructor(connectionId: number) {
    this.#prefix = `connection${connectionId}_`
  }

  /** The message with the backend's name in place of the client's. Messages that name no statement stay as they are. */
  rewrite(message: WireMessage): Buffer {
    const { type, bytes } = message
    if (type === 'P') {
      const { text, end } = readCString(bytes, 5)
      // A new unnamed statement replaces the one before, which the backend does not know to be unnamed.
      if (text === '') this.#retire(text)
      return encodeMessage('P', cString(this.#nameOf(text)), bytes.subarray(end))
    }
    if (type === 'B') {
      const portal = readCString(bytes, 5)
      const statement = readCString(bytes, portal.end)
      const name = cString(this.#nameOf(statement.text))
      return encodeMessage('B', bytes.subarray(5, portal.end), name, bytes.subarray(statement.end))
    }
    const namesStatement = (type === 'D' || type === 'C') && bytes[5] === 0x53
    if (!namesStatement) return bytes
    const { text } = readCString(bytes, 6)
    const renamed = encodeMessage(type, Buffer.from('S'), cString(this.#nameOf(text)))
    if (type === 'C') this.#names.delete(text)
    return renamed
  }

  /** Backend names that are no longer in use and wait to be closed; each is given once. */
  takeOutdated(): string[] {
    const outdated = this.#outdated
    this.#outdated = []
    return outdated
  }

  /** Marks every name as outdated, when the connection ends. */
  retireAll(): void {
    this.#outdated.push(...this.#names.values())
    this.#names.clear()
  }

  #nameOf(clientName: string): string {
    const known = this.#names.get(clientName)
    if (known) return known
    this.#count += 1
    const name = `${this.#prefix}${this.#count}`
    this.#names.set(clientName, name)
    return name
  }

  #retire(clientName: string): void {
    const name = this.#names.get(clientName)
    if (!name) return
    this.#names.delete(clientName)
    this.#outdated.push(name)
  }
}
