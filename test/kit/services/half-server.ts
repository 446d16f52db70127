import { createServer, type AddressInfo, type Socket } from 'node:net'
import { cString, encodeMessage, SYNC } from '@pauta/emulators/postgres/wire'

const READY = encodeMessage('Z', Buffer.from('I'))
const AUTHENTICATED = encodeMessage('R', Buffer.alloc(4))
/** Parsed, no parameters, no columns, bound, done. */
const ANSWER = Buffer.concat([
  encodeMessage('1'),
  encodeMessage('t', Buffer.alloc(2)),
  encodeMessage('n'),
  encodeMessage('2'),
  encodeMessage('C', cString('SELECT 0')),
  READY,
])

/** A PostgreSQL server that answers only the first query of each connection. */
export async function startHalfServer(): Promise<{ port: number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let written = Buffer.alloc(0)
    let answered = 0
    socket.on('data', (chunk) => {
      written = Buffer.concat([written, chunk])
      if (answered === 0) {
        answered += 1
        socket.write(Buffer.concat([AUTHENTICATED, READY]))
      } else if (answered === 1 && written.includes(SYNC)) {
        answered += 1
        socket.write(ANSWER)
      }
    })
    // The client disconnects, which the tests expect.
    socket.on('error', () => socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
