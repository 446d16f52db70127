import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { fetchThrough } from '@pauta/platform/outbound/fetch-through'
import { webAgents } from '@pauta/platform/outbound/outbound-agents'
import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { createFetcher, type FetcherOptions } from './fetcher.ts'
import { createMemory, systemClock, type Clock } from './ports.ts'

const BYTES_MAX = 100_000
/** A busy machine may need seconds for an answer that is under way. */
const TIMEOUT_MS = 20_000
const SHORT_TIMEOUT_MS = 1_000

let server: Server
let host = ''
let requests = 0
let answer: (request: IncomingMessage, response: ServerResponse) => void
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/robots.txt') {
      response.writeHead(404).end()
      return
    }
    requests += 1
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  requests = 0
})

const FETCHES = {
  'of Node': () => fetch,
  'with a guard': () => fetchThrough(webAgents({ allowedOrigins: [`http://${host}`] })),
} as const

describe.each(Object.entries(FETCHES))('a fetch %s', (_, openFetch) => {
  function start(limits: Partial<FetcherOptions> = { bytesMax: BYTES_MAX }) {
    let now = Date.parse('2026-03-10T12:00:00Z')
    const clock: Clock = {
      now: () => now,
      sleep: async (milliseconds) => void (now += milliseconds),
      random: () => 0.5,
    }
    const fetcher = createFetcher({
      fetch: openFetch(),
      clock,
      memory: createMemory(),
      userAgent: 'Pauta/1.0 (+https://pauta.example/robo)',
      allowedHosts: new Set([host]),
      timeoutMilliseconds: TIMEOUT_MS,
      ...limits,
    })
    const kindOf = async (path: string) => {
      try {
        return await fetcher.fetchPage(`http://${host}${path}`, 'html')
      } catch (error) {
        return error instanceof ScrapeError ? error.kind : error
      }
    }
    return { kindOf, now: () => now, advance: (milliseconds: number) => (now += milliseconds) }
  }

  it('a server with hours of status 503 gets five tries per site, and is read again afterwards', async () => {
    answer = (_, response) => void response.writeHead(503).end()
    const { kindOf, now, advance } = start()
    const began = now()
    const kinds: unknown[] = []
    for (let page = 0; page < 40; page += 1) kinds.push(await kindOf(`/mec/${page}`))
    expect(new Set(kinds)).toEqual(new Set(['network_error', 'host_paused']))
    // Five addresses with three tries each, then the site is paused.
    expect(requests).toBeLessThanOrEqual(15)
    // The pause of the host doubled from a second up to a minute.
    expect(now() - began).toBeGreaterThan(5 * 60_000)
    advance(2 * 3_600_000)
    answer = (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('ok')
    expect(await kindOf('/mec/1')).toMatchObject({ text: 'ok' })
  })

  it('a server that accepts and never answers costs three time-outs', async () => {
    answer = () => {}
    expect(await start({ timeoutMilliseconds: SHORT_TIMEOUT_MS }).kindOf('/mec/a')).toBe('network_error')
    expect(requests).toBe(3)
  })

  it('a body has 5 MiB at most by default', async () => {
    const send = (bytes: number) => (answer = (_, response) => void response.end('a'.repeat(bytes)))
    const most = 5 * 1024 * 1024
    send(most)
    expect(await start({}).kindOf('/mec/a')).toMatchObject({ finalUrl: `http://${host}/mec/a` })
    send(most + 1)
    expect(await start({}).kindOf('/mec/a')).toBe('not_a_page')
  })

  it('a Brotli body of far more bytes than it sends is cut at the size limit', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(5_000_000))
    answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'br' }).end(bomb)
    expect(await start().kindOf('/mec/a')).toBe('not_a_page')
    expect(requests).toBe(1)
  })

  it('a body in another encoding than declared is an error of the network', async () => {
    answer = (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    expect(await start().kindOf('/mec/a')).toBe('network_error')
    expect(requests).toBe(3)
  })

  it('a chain of redirects to new addresses ends after five', async () => {
    answer = ({ url = '' }, response) => void response.writeHead(302, { location: `${url}a` }).end()
    expect(await start().kindOf('/mec/a')).toBe('url_broken')
    expect(requests).toBeLessThanOrEqual(6)
  })

  it('a redirect with an endless body is followed without reading it', async () => {
    answer = ({ url }, response) => {
      if (url !== '/mec/a') {
        response.writeHead(200, { 'content-type': 'text/html' }).end('ok')
        return
      }
      response.writeHead(302, { location: '/mec/b' })
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x')));
      }
      response.on('drain', write)
      write()
    }
    expect(await start().kindOf('/mec/a')).toMatchObject({ text: 'ok', finalUrl: `http://${host}/mec/b` })
  })

  it.each([
    'http://[::1]/',
    'http://10.0.0.1/',
    'http://127.0.0.1:1/',
    '//169.254.169.254/latest',
    'ftp://127.0.0.1/',
  ])('a redirect to %s is refused without a request', async (location) => {
    answer = (_, response) => void response.writeHead(302, { location }).end()
    expect(await start().kindOf('/mec/a')).toBe('url_broken')
    expect(requests).toBe(1)
  })
})

it('a name that leads to a private address is asked for once', async () => {
  let calls = 0
  const refuse = async () => {
    calls += 1
    throw new RefusedAddressError('the host resolves to an address that is not public')
  }
  const fetcher = createFetcher({
    fetch: refuse,
    clock: { ...systemClock, sleep: async () => {} },
    memory: createMemory(),
    userAgent: 'Pauta/1.0 (+https://pauta.example/robo)',
    allowedHosts: new Set([host]),
  })
  await expect(fetcher.fetchPage(`http://${host}/mec/a`, 'html')).rejects.toMatchObject({
    kind: 'url_broken',
    message: `${host}: the host resolves to an address that is not public`,
  })
  // One for robots.txt.
  expect(calls).toBe(2)
})
