import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate } from '../../../../../test/kit/services/certificate.ts'
import { DroppedSocket } from './dropped-socket.ts'

let server: Server
let port = 0
/** What the server answers to a request of TLS. */
let reply = 'S'
/** What each client asked for first, and the name of the server in its TLS. */
const asked: { request: Buffer; name?: string | false | null }[] = []

const own = makeCertificate()

/** The server accepts TLS as PostgreSQL does, and returns the bytes that it gets. */
beforeAll(async () => {
  server = createServer((tcp) => {
    tcp.on('error', () => tcp.destroy())
    tcp.once('data', (request) => {
      asked.push({ request })
      tcp.write(reply)
      const wire = new TLSSocket(tcp, { ...own, isServer: true })
      wire.on('error', () => tcp.destroy())
      wire.on('secure', () => void asked.push({ request, name: wire.servername }))
      wire.pipe(wire)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
})

async function exchange(ca: string | undefined, host = 'localhost'): Promise<string> {
  const socket = new DroppedSocket({ host, port, tls: 'verify-full', ca })
  try {
    socket.write('hello')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer.toString()
  } finally {
    socket.destroy()
  }
}

it('connects to a server whose authority is configured, by the request of PostgreSQL and the name of the server', async () => {
  expect(await exchange(own.cert)).toBe('hello')
  const last = asked.at(-1)
  expect(last?.name).toBe('localhost')
  // SSLRequest in the manual of PostgreSQL: the length 8 and the code 80877103.
  expect([last?.request.readInt32BE(0), last?.request.readInt32BE(4), last?.request.length]).toEqual([
    8, 80877103, 8,
  ])
})

describe('refuses a server', () => {
  it.each([
    ['with another authority', makeCertificate().cert],
    ['without one that is configured or that Node trusts', undefined],
  ])('%s', async (_, ca) => {
    await expect(exchange(ca)).rejects.toMatchObject({ code: expect.stringMatching(/CERT|SIGN/) as string })
  })

  it('of another name', async () => {
    await expect(exchange(own.cert, '127.0.0.1')).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  it('that speaks no TLS', async () => {
    onTestFinished(() => void (reply = 'S'))
    reply = 'N'
    await expect(exchange(own.cert)).rejects.toMatchObject({
      code: 'TLS_REFUSED',
      message: `The database server at localhost:${port} does not speak TLS`,
    })
  })

  it('at another address than the configured one', async () => {
    await expect(exchange(own.cert, '::1')).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNREFUSED|EADDRNOTAVAIL|ENETUNREACH)$/) as string,
    })
  })
})
