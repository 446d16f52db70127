import { createServer, type Server, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import {
  ClientMessageReader,
  closeStatement,
  parsedStatementName,
  scanServerMessages,
  SYNC,
  type ClientMessage,
  type TransactionState,
} from './wire-messages.ts'

const NO_ENCRYPTION = 'N'

/**
 * One PGlite backend behind many wire connections. A connection holds the backend from its first message until the
 * backend says that it is ready and idle, so a transaction is never mixed with another's. Names of prepared statements
 * are shared: clients have to make them unique, as the `postgres` client does.
 */
export class PostgresMultiplexer {
  readonly #db: PGlite
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  /** Ends when the connection that asked last has given the backend back. */
  #tail: Promise<void> = Promise.resolve()

  constructor(db: PGlite) {
    this.#db = db
  }

  listen(port: number, host: string): Promise<number> {
    const server = createServer({ noDelay: true }, (socket) => this.#serve(socket))
    this.#server = server
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    })
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) =>
      this.#server ? this.#server.close(() => resolve()) : resolve(),
    )
    for (const socket of this.#sockets) socket.destroy()
    await closed
    await this.#tail
  }

  async #acquire(): Promise<() => void> {
    const before = this.#tail
    let release = () => {}
    this.#tail = new Promise<void>((resolve) => {
      release = resolve
    })
    await before
    return release
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    const session = new Session(
      this.#db,
      socket,
      () => this.#acquire(),
      (notification) => {
        for (const other of this.#sockets) if (other !== socket && !other.destroyed) other.write(notification)
      },
    )
    socket.on('data', (chunk) => session.receive(chunk))
    // A client that vanished is no fault of the server's; its transaction is rolled back when the socket closes.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      this.#sockets.delete(socket)
      session.end()
    })
  }
}

/** One client's connection: its place in the queue for the backend and what it leaves behind. */
class Session {
  readonly #db: PGlite
  readonly #socket: Socket
  readonly #acquire: () => Promise<() => void>
  readonly #notify: (notification: Buffer) => void
  readonly #reader = new ClientMessageReader()
  readonly #statements = new Set<string>()
  #release: (() => void) | undefined
  #state: TransactionState = 'I'
  /** Work of this client, in its order. */
  #work: Promise<void> = Promise.resolve()

  constructor(
    db: PGlite,
    socket: Socket,
    acquire: () => Promise<() => void>,
    notify: (notification: Buffer) => void,
  ) {
    this.#db = db
    this.#socket = socket
    this.#acquire = acquire
    this.#notify = notify
  }

  receive(chunk: Buffer): void {
    const batch: Buffer[] = []
    for (const message of this.#reader.read(chunk)) {
      if (message.kind === 'encryption') this.#socket.write(NO_ENCRYPTION)
      else if (message.kind === 'cancel') this.#socket.end()
      else if (!this.#isGoodbye(message)) batch.push(message.bytes)
    }
    if (batch.length === 0) return
    const bytes = batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch)
    this.#enqueue(() => this.#run(bytes))
  }

  end(): void {
    this.#enqueue(() => this.#leave())
  }

  #isGoodbye(message: ClientMessage): boolean {
    if (message.kind !== 'typed') return false
    if (message.type === 'P') this.#statements.add(parsedStatementName(message.bytes))
    if (message.type === 'X') this.#socket.end()
    return message.type === 'X'
  }

  #enqueue(run: () => Promise<void>): void {
    this.#work = this.#work.then(run).catch((error: unknown) => {
      this.#socket.destroy(error instanceof Error ? error : new Error(String(error)))
    })
  }

  async #run(bytes: Buffer): Promise<void> {
    this.#release ??= await this.#acquire()
    const answer = Buffer.from(await this.#db.execProtocolRaw(bytes, { syncToFs: true }))
    const { state, notifications } = scanServerMessages(answer)
    notifications.forEach(this.#notify)
    if (!this.#socket.destroyed) this.#socket.write(answer)
    if (state === undefined) return
    this.#state = state
    if (state === 'I') this.#giveBack()
  }

  /** Rolls back what was open and forgets the statements, so that nothing of this client stays in the backend. */
  async #leave(): Promise<void> {
    this.#release ??= await this.#acquire()
    try {
      await this.#db.execProtocolRaw(SYNC)
      if (this.#state !== 'I') await this.#db.exec('ROLLBACK')
      const named = [...this.#statements].filter((name) => name !== '')
      if (named.length > 0)
        await this.#db.execProtocolRaw(Buffer.concat([...named.map(closeStatement), SYNC]))
    } finally {
      this.#giveBack()
    }
  }

  #giveBack(): void {
    const release = this.#release
    this.#release = undefined
    release?.()
  }
}
