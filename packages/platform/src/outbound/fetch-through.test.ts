import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchThrough } from './fetch-through.ts'
import { webAgents, type OutboundAgents } from './outbound-agents.ts'
import { RefusedAddressError } from './public-lookup.ts'

let server: Server
let origin: string
let agents: OutboundAgents
let connections = 0
let answer: (response: ServerResponse) => void
let asked: Record<string, unknown> = {}
beforeAll(async () => {
  server = createServer((request, response) => {
    asked = request.headers
    answer(response)
  })
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  agents = webAgents({ allowedOrigins: [origin] })
})
afterAll(async () => {
  agents.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
const get = (init: RequestInit = {}) => fetchThrough(agents)(`${origin}/a`, init)

const TEXT = 'A notícia inteira. '.repeat(200)

describe('an answer', () => {
  it.each([
    ['as it is', undefined, Buffer.from(TEXT)],
    ['in gzip', 'gzip', gzipSync(TEXT)],
    ['in GZIP', 'GZIP', gzipSync(TEXT)],
    ['in deflate', 'deflate', deflateSync(TEXT)],
    ['in Brotli', 'br', brotliCompressSync(TEXT)],
    ['in a coding that nobody asked for', 'constructor', Buffer.from(TEXT)],
  ])('is read %s', async (_, coding, body) => {
    answer = (response) =>
      void response.writeHead(200, { ...(coding && { 'content-encoding': coding }) }).end(body)
    const response = await get({ headers: { 'user-agent': 'Pauta/1.0' } })
    expect(await response.text()).toBe(TEXT)
    expect(asked).toMatchObject({ 'user-agent': 'Pauta/1.0', 'accept-encoding': 'gzip, deflate, br' })
  })

  it.each([
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
    ['br', brotliCompressSync(TEXT)],
  ])('that is cut within its %s is an error', async (coding, body) => {
    answer = (response) =>
      void response.writeHead(200, { 'content-encoding': coding }).end(body.subarray(0, body.length / 2))
    await expect((await get()).text()).rejects.toBeInstanceOf(Error)
  })

  it('that ends before its length is an error', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('x', () => response.destroy())
    }
    await expect((await get()).text()).rejects.toBeInstanceOf(Error)
  })

  it('with a status that fetch does not know is an error, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>()
    answer = (response) => {
      response.once('close', () => closed.resolve())
      response.writeHead(999).write('x')
    }
    await expect(get()).rejects.toThrow(RangeError)
    await closed.promise
  })

  it.each([204, 304])('with status %i has no body', async (status) => {
    answer = (response) => void response.writeHead(status, { etag: '"a"' }).end()
    const response = await get()
    expect([response.status, response.headers.get('etag'), response.body]).toEqual([status, '"a"', null])
  })

  it('with a redirect is the answer itself', async () => {
    answer = (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
    expect((await get()).headers.get('location')).toBe('http://10.0.0.1/')
  })

  it('that does not come is a time-out', async () => {
    answer = () => {}
    await expect(get({ signal: AbortSignal.timeout(50) })).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('an address that is public', () => {
  it.each(['http://noticias.example.org:8080/', 'https://200.130.0.1/', 'http://[2804:a8::1]/'])(
    'has a pool that keeps some connections for a while: %s',
    (address) => {
      const bounds = { keepAlive: true, maxSockets: 50, maxFreeSockets: 64, scheduling: 'lifo' }
      expect(agents.agentFor(new URL(address))).toMatchObject({ ...bounds, options: { timeout: 4000 } })
    },
  )
})

describe('an address that is not public', () => {
  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'https://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://2130706433/',
    'https://[::ffff:10.0.0.1]/',
  ])('is refused: %s', async (address) => {
    await expect(fetchThrough(agents)(address, {})).rejects.toThrow(RefusedAddressError)
  })

  it.each(['http', 'https'])('is refused behind a name, over %s', async (scheme) => {
    const { port } = new URL(origin)
    const before = connections
    const hidden = webAgents({
      allowedOrigins: [],
      resolve: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    const get = fetchThrough(hidden)(`${scheme}://noticias.example.org:${port}/`, {})
    await expect(get).rejects.toThrow(RefusedAddressError)
    hidden.close()
    expect(connections).toBe(before)
  })
})
