import { createServer, type AddressInfo, type Socket } from 'node:net'
import {
  cString,
  encodeError,
  encodeMessage,
  MessageReader,
  readCString,
  readStartupParameters,
} from '@pauta/emulators/postgres/wire'

const CODE_UNKNOWN_DATABASE = '3D000'
const BODY_START = 5

const READY = encodeMessage('Z', Buffer.from('I'))
const AUTHENTICATED = encodeMessage('R', Buffer.alloc(4))
/** Parsed, no parameters, no columns, bound, done. */
const NO_ROWS = Buffer.concat([
  encodeMessage('1'),
  encodeMessage('t', Buffer.alloc(2)),
  encodeMessage('n'),
  encodeMessage('2'),
  encodeMessage('C', cString('SELECT 0')),
  READY,
])
const refuse = (code: string) => encodeError({ severity: 'FATAL', code, message: 'refused', hint: '' })

/** A PostgreSQL server that notes what it is asked, for programs that make and drop databases, which PGlite cannot. */
export interface StatementServer extends AsyncDisposable {
  port: number
  /** Each statement behind the user and the database that it was sent as, such as `pauta@news: select 1`. */
  statements: string[]
}

/**
 * Starts the server. It has the given databases, or refuses every session with `code`, and answers each statement with no
 * rows.
 */
export async function startStatementServer(
  databases: readonly string[],
  code?: string,
): Promise<StatementServer> {
  const statements: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const reader = new MessageReader()
    let session = ''
    const open = (bytes: Buffer) => {
      const parameters = readStartupParameters(bytes)
      const database = parameters.get('database') ?? ''
      session = `${parameters.get('user')}@${database}`
      const refusal = code ?? (databases.includes(database) ? undefined : CODE_UNKNOWN_DATABASE)
      reader.markStarted()
      if (refusal === undefined) socket.write(Buffer.concat([AUTHENTICATED, READY]))
      else socket.end(refuse(refusal))
    }
    socket.on('data', (chunk: Buffer) => {
      reader.append(chunk)
      for (let message = reader.next(); message; message = reader.next()) {
        const { type, bytes } = message
        if (type === 'startup') open(bytes)
        // A statement follows the name under which it is prepared.
        if (type === 'P')
          statements.push(`${session}: ${readCString(bytes, readCString(bytes, BODY_START).end).text.trim()}`)
        if (type === 'S') socket.write(NO_ROWS)
      }
    })
    // The client disconnects, which the tests expect.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    statements,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
