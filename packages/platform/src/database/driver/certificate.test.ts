import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DroppedSocket } from './dropped-socket.ts'

const folder = mkdtempSync(join(tmpdir(), 'pauta-database-certificate-'))
let server: Server
let port = 0

function makeCertificate(name: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)]
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost`.split(' ')
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...options, ...files], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

const own = makeCertificate('own')

/** Agrees on TLS as PostgreSQL does, and repeats what it gets. */
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
  rmSync(folder, { recursive: true, force: true })
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
  ['another authority', makeCertificate('other').cert],
  ['none, and one that Node does not trust', undefined],
])('refuses a server with %s', async (_, ca) => {
  await expect(exchange(ca)).rejects.toMatchObject({ code: expect.stringMatching(/CERT|SIGN/) as string })
})
