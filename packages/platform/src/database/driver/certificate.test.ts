import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../../../../../test/kit/services/certificate.ts'
import { DroppedSocket } from './dropped-socket.ts'

let server: Server
let port = 0

const own = makeCertificate()

/** The server accepts TLS as PostgreSQL does, and returns the bytes that it gets. */
beforeAll(async () => {
  server = createServer((tcp) => {
    tcp.on('error', () => tcp.destroy())
    tcp.once('data', () => {
      tcp.write('S')
      const wire = new TLSSocket(tcp, { ...own, isServer: true })
      wire.on('error', () => tcp.destroy())
      wire.pipe(wire)
    })
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
})

async function exchange(ca: string | undefined): Promise<string> {
  const socket = new DroppedSocket({ host: 'localhost', port, tls: 'verify-full', ca })
  try {
    socket.write('hello')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString()
  } finally {
    socket.destroy()
  }
}

it('connects to a server whose authority is configured', async () => {
  expect(await exchange(own.cert)).toBe('hello')
})

it.each([
  ['another authority', makeCertificate().cert],
  ['none, and one that Node does not trust', undefined],
])('refuses a server with %s', async (_, ca) => {
  await expect(exchange(ca)).rejects.toMatchObject({ code: expect.stringMatching(/CERT|SIGN/) as string })
})
