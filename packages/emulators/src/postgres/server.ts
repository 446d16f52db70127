import { randomInt } from 'node:crypto'
import net from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { Backend } from './backend.ts'
import type { SessionSettings } from './backend.ts'
import { Connection } from './connection.ts'
import {
  cString,
  encodeError,
  encodeMessage,
  MessageReader,
  readStartupParameters,
  walkMessages,
} from './wire.ts'
import type { ServerError, WireMessage } from './wire.ts'

const PROTOCOL_VERSION = 196_608
const CANCEL_REQUEST = 80_877_102
const SSL_REQUEST = 80_877_103
const GSS_REQUEST = 80_877_104
const MAX_CONNECTIONS = 100

export interface ServerOptions {
  db: PGlite
  host: string
  /** 0 takes any free port. */
  port: number
  database: string
  /** Seconds that a connection waits for its turn before it gets an error. */
  waitSeconds: number
}

export interface PostgresServer {
  port: number
  /** Runs work that needs the database alone. */
  exclusively<T>(action: () => Promise<T>): Promise<T>
  stop(): Promise<void>
}

/** Serves one embedded database to many wire connections. */
export async function serve(options: ServerOptions): Promise<PostgresServer> {
  const backend = new Backend(options.db, options.waitSeconds)
  const greeting = await readGreeting(backend, options.database)
  const closings = new Map<net.Socket, () => Promise<void>>()
  let connectionCount = 0
  const server = net.createServer({ noDelay: true }, (socket) => {
    connectionCount += 1
    const closeConnection = accept(socket, connectionCount, {
      backend,
      greeting,
      database: options.database,
      isFull: () => closings.size > MAX_CONNECTIONS,
    })
    closings.set(socket, closeConnection)
    // A broken connection first emits 'error'. 'close' always follows and does the cleanup.
    socket.on('error', () => socket.destroy())
    socket.on('close', () => {
      closings.delete(socket)
      void closeConnection()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, () => {
      server.removeListener('error', reject)
      resolve()
    })
  })
  const address = server.address()
  async function exclusively<T>(action: () => Promise<T>): Promise<T> {
    const holder = { describe: () => 'the server itself' }
    await backend.turnstile.enter(holder)
    try {
      return await action()
    } finally {
      backend.turnstile.leave(holder)
    }
  }
  return {
    port: typeof address === 'object' && address ? address.port : options.port,
    exclusively,
    async stop() {
      server.close()
      const open = [...closings]
      for (const [socket] of open) socket.destroy()
      await Promise.all(open.map(([, closeConnection]) => closeConnection()))
    },
  }
}

interface AcceptOptions {
  backend: Backend
  greeting: Buffer
  database: string
  isFull(): boolean
}

/** Reads a client's messages and answers the opening ones. Returns the function to call when the client disconnects. */
function accept(socket: net.Socket, id: number, options: AcceptOptions): () => Promise<void> {
  const reader = new MessageReader()
  let connection: Connection | undefined
  const open = (message: WireMessage): void => {
    const code = message.bytes.readInt32BE(4)
    if (code === SSL_REQUEST || code === GSS_REQUEST) {
      socket.write('N')
      return
    }
    if (code === CANCEL_REQUEST) {
      // A cancel request has no effect: the backend runs each statement to its end.
      socket.end()
      return
    }
    const parameters = readStartupParameters(message.bytes)
    const refusal = findRefusal(code, parameters, options)
    if (refusal) {
      socket.end(encodeError(refusal))
      return
    }
    reader.markStarted()
    connection = new Connection(id, socket, options.backend, readSettings(parameters))
    const key = Buffer.alloc(8)
    key.writeInt32BE(id, 0)
    key.writeInt32BE(randomInt(2 ** 31), 4)
    socket.write(
      Buffer.concat([options.greeting, encodeMessage('K', key), encodeMessage('Z', Buffer.from('I'))]),
    )
  }
  socket.on('data', (chunk: Buffer) => {
    reader.append(chunk)
    const messages: WireMessage[] = []
    try {
      for (let message = reader.next(); message; message = reader.next()) {
        if (connection) messages.push(message)
        else open(message)
      }
    } catch {
      // The bytes are not of this protocol, so the peer would understand no answer.
      socket.destroy()
      return
    }
    connection?.receive(messages)
  })
  return async () => connection?.close()
}

function findRefusal(
  code: number,
  parameters: ReadonlyMap<string, string>,
  options: AcceptOptions,
): ServerError | undefined {
  const database = parameters.get('database') ?? parameters.get('user') ?? ''
  const severity = 'FATAL'
  if (code !== PROTOCOL_VERSION) {
    const hint = 'Use a client of protocol 3.0.'
    return { severity, code: '0A000', message: 'unsupported frontend protocol', hint }
  }
  if (options.isFull()) {
    const hint = `The embedded server takes ${MAX_CONNECTIONS} connections.`
    return { severity, code: '53300', message: 'sorry, too many clients already', hint }
  }
  if (database !== options.database) {
    const hint = `The embedded server has one database, "${options.database}".`
    return { severity, code: '3D000', message: `database "${database}" does not exist`, hint }
  }
  return undefined
}

/** Every startup parameter other than user and database is a session setting. */
function readSettings(parameters: ReadonlyMap<string, string>): SessionSettings {
  const settings = new Map(parameters)
  for (const name of ['user', 'database', 'replication', 'options', 'client_encoding']) settings.delete(name)
  for (const [, name = '', value = ''] of (parameters.get('options') ?? '').matchAll(
    /-c\s*([\w.]+)=(\S+)/g,
  )) {
    settings.set(name, value)
  }
  return settings
}

/** The server's messages to a new client, up to BackendKeyData, which differs per connection. */
async function readGreeting(backend: Backend, database: string): Promise<Buffer> {
  const parameters = ['user', 'postgres', 'database', database].map(cString)
  const body = Buffer.concat([...parameters, Buffer.from([0])])
  const header = Buffer.alloc(8)
  header.writeInt32BE(body.length + header.length, 0)
  header.writeInt32BE(PROTOCOL_VERSION, 4)
  const answer = await backend.run(Buffer.concat([header, body]))
  return Buffer.concat(
    [...walkMessages(answer)].filter(({ type }) => 'RS'.includes(type)).map(({ bytes }) => bytes),
  )
}
