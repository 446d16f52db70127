import { cString, encodeMessage, readCString } from './wire.ts'
import type { WireMessage } from './wire.ts'

/**
 * Gives each connection its own names for prepared statements.
 *
 * All connections share one backend with one space of statement names. Without renaming, two clients that use the same
 * name (`s1`, or the unnamed statement) would run each other's SQL. Portals are not renamed: they end with the
 * transaction, and one connection owns the transaction.
 */
export class PreparedNames {
  readonly #prefix: string
  readonly #names = new Map<string, string>()
  #outdated: string[] = []
  #count = 0

  constructor(connectionId: number) {
    this.#prefix = `connection${connectionId}_`
  }

  /** Replaces the client's statement name by the backend's name. Returns other messages unchanged. */
  rewrite(message: WireMessage): Buffer {
    const { type, bytes } = message
    if (type === 'P') {
      const { text, end } = readCString(bytes, 5)
      // A new unnamed statement replaces the previous one. The backend has a real name for it, so it must be closed
      // there.
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

  /** Returns the backend names that are unused and not yet closed. Each name is returned once. */
  takeOutdated(): string[] {
    const outdated = this.#outdated
    this.#outdated = []
    return outdated
  }

  /** Marks every name as unused, when the connection ends. */
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
