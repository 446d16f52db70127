import { createServer, type AddressInfo, type Socket } from 'node:net'

const CODE_UNKNOWN_DATABASE = '3D000'

function message(type: string, body: Buffer | string = ''): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + Buffer.byteLength(body))
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)])
}

const READY = message('Z', 'I')
const AUTHENTICATED = message('R', Buffer.alloc(4))
/** Parsed, no parameters, no columns, bound, done. */
const NO_ROWS = Buffer.concat([
  message('1'),
  message('t', Buffer.alloc(2)),
  message('n'),
  message('2'),
  message('C', 'SELECT 0\0'),
  READY,
])
const refuse = (code: string) => message('E', `SFATAL\0C${code}\0Mthe server refuses\0\0`)

/** Takes the whole messages from the front of a stream, behind the first one, which has no type. */
function* takeMessages(stream: Buffer): Generator<{ type: string; body: Buffer; end: number }> {
  let start = 0
  while (start + 5 <= stream.length) {
    const end = start + 1 + stream.readUInt32BE(start + 1)
    if (end > stream.length) return
    yield { type: stream.toString('latin1', start, start + 1), body: stream.subarray(start + 5, end), end }
    start = end
  }
}

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
    let session: string | undefined
    let waiting = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      if (session === undefined) {
        const [, user = '', , database = ''] = chunk.toString('utf8', 8).split('\0')
        session = `${user}@${database}`
        const refusal = code ?? (databases.includes(database) ? undefined : CODE_UNKNOWN_DATABASE)
        if (refusal === undefined) socket.write(Buffer.concat([AUTHENTICATED, READY]))
        else socket.end(refuse(refusal))
        return
      }
      waiting = Buffer.concat([waiting, chunk])
      let taken = 0
      for (const { type, body, end } of takeMessages(waiting)) {
        taken = end
        if (type === 'P') statements.push(`${session}: ${body.toString('utf8').split('\0')[1]?.trim()}`)
        if (type === 'S') socket.write(NO_ROWS)
      }
      waiting = waiting.subarray(taken)
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
