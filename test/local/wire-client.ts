import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** One message of a server: its letter and its body. */
export interface ServerMessage {
  type: string
  body: Buffer
}

const text = (value: string) => Buffer.from(`${value}\0`)
const int16 = (value: number) => Buffer.from([value >> 8, value & 255])

function encode(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(5)
  header.write(type)
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

export const message = {
  query: (sql: string) => encode('Q', text(sql)),
  parse: (name: string, sql: string) => encode('P', text(name), text(sql), int16(0)),
  bind: (name: string) => encode('B', text(''), text(name), int16(0), int16(0), int16(0)),
  describe: (name: string) => encode('D', Buffer.from('S'), text(name)),
  close: (name: string) => encode('C', Buffer.from('S'), text(name)),
  execute: () => encode('E', text(''), Buffer.alloc(4)),
  sync: () => encode('S'),
  flush: () => encode('H'),
  terminate: () => encode('X'),
  startup(parameters: Record<string, string>) {
    const body = Buffer.concat([...Object.entries(parameters).flat().map(text), Buffer.from([0])])
    const header = Buffer.alloc(8)
    header.writeInt32BE(body.length + 8, 0)
    header.writeInt32BE(196_608, 4)
    return Buffer.concat([header, body])
  },
  cancel() {
    const bytes = Buffer.alloc(16)
    bytes.writeInt32BE(16, 0)
    bytes.writeInt32BE(80_877_102, 4)
    return bytes
  },
}

/** A client that sends exactly the given messages, which no driver does. */
export class WireClient {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  #wake: () => void = () => {}

  private constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    socket.on('close', () => this.#wake())
    // Some tests disconnect on purpose. Their pending reads fail by themselves.
    socket.on('error', () => socket.destroy())
  }

  static async open(port: number, startup = message.startup({ user: 'test', database: 'postgres' })) {
    const client = await WireClient.dial(port)
    client.socket.write(startup)
    await client.until('Z')
    return client
  }

  static async dial(port: number): Promise<WireClient> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new WireClient(socket)
  }

  /** Sends messages and returns the answer up to and including a message of the type. */
  async ask(type: string, ...messages: Buffer[]): Promise<ServerMessage[]> {
    this.socket.write(Buffer.concat(messages))
    return this.until(type)
  }

  async until(type: string): Promise<ServerMessage[]> {
    const answers: ServerMessage[] = []
    for (;;) {
      while (this.#received.length < 5 || this.#received.length < 1 + this.#received.readInt32BE(1)) {
        if (this.socket.destroyed) throw new Error('the server closed the connection')
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
      }
      const end = 1 + this.#received.readInt32BE(1)
      const answer = {
        type: String.fromCharCode(this.#received[0] ?? 0),
        body: this.#received.subarray(5, end),
      }
      this.#received = this.#received.subarray(end)
      answers.push(answer)
      if (answer.type === type) return answers
    }
  }

  close(): void {
    this.socket.destroy()
  }
}

/** First column of the data rows, as text. */
export function firstColumn(answers: readonly ServerMessage[]): string[] {
  return answers
    .filter(({ type }) => type === 'D')
    .map(({ body }) => body.toString('utf8', 6, 6 + body.readInt32BE(2)))
}

/** SQLSTATE of the first error. */
export function findSqlState(answers: readonly ServerMessage[]): string | undefined {
  const error = answers.find(({ type }) => type === 'E')
  return error?.body
    .toString('utf8')
    .split('\0')
    .find((field) => field.startsWith('C'))
    ?.slice(1)
}
