import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'
import { createMemory, type Clock } from './ports.ts'

const USER_AGENT = 'Pauta/1.0 (+https://pauta.example/robo; contato@pauta.example)'
type Handler = (request: IncomingMessage, response: ServerResponse) => void

let server: Server
let origin = ''
let host = ''
let requests: IncomingMessage[] = []
const routes = new Map<string, Handler>()

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    const handler = routes.get(path)
    if (handler !== undefined) return handler(request, response)
    response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  origin = `http://${host}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  routes.clear()
  requests = []
})

type TestClock = Clock & { slept: number[]; advance(milliseconds: number): void }

function fakeClock(): TestClock {
  let now = Date.parse('2026-03-10T12:00:00Z')
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    sleep: async (milliseconds) => {
      slept.push(milliseconds)
      now += milliseconds
    },
    random: () => 0.5,
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}

function start(options: Partial<FetcherOptions> = {}): { fetcher: Fetcher; clock: TestClock } {
  const clock = fakeClock()
  const fetcher = createFetcher({
    fetch: (address, init) => fetch(address, init),
    clock,
    memory: createMemory(),
    userAgent: USER_AGENT,
    allowedHosts: new Set([host]),
    timeoutMilliseconds: 20_000,
    bytesMax: 100_000,
    ...options,
  })
  return { fetcher, clock }
}

const page =
  (text: string): Handler =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end(text)
const status =
  (code: number, headers: Record<string, string> = {}, body = ''): Handler =>
  (_, response) =>
    void response.writeHead(code, headers).end(body)
/** Answers each request with the next handler, and repeats the last one. */
function inTurn(...handlers: Handler[]): Handler {
  let at = 0
  return (request, response) => handlers[Math.min(at++, handlers.length - 1)]?.(request, response)
}
async function kindOf(work: Promise<unknown>): Promise<unknown> {
  try {
    await work
    return null
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}
const asked = (path: string) => requests.filter(({ url }) => url?.startsWith(path)).length

describe('a request', () => {
  it('names us and our contact, and separates the kinds of content', async () => {
    routes.set('/a', page('ok'))
    const { fetcher } = start()
    await fetcher.fetchPage(`${origin}/a`, 'html')
    await fetcher.fetchPage(`${origin}/a`, 'json')
    const [html, json] = requests.filter(({ url }) => url === '/a')
    expect(html?.headers).toMatchObject({
      'user-agent': USER_AGENT,
      accept: 'text/html,application/xhtml+xml',
    })
    expect(json?.headers.accept).toBe('application/json')
    expect(() => start({ userAgent: 'Mozilla/5.0' })).toThrow('contact')
    expect(() => start({ userAgent: USER_AGENT.replace('robo', 'robô') })).toThrow('ASCII')
  })

  it('waits between requests to one host, also when they start at the same time', async () => {
    routes.set('/a', page('ok'))
    let running = 0
    let most = 0
    const { fetcher, clock } = start({
      fetch: async (address, init) => {
        running += 1
        most = Math.max(most, running)
        const response = await fetch(address, init)
        running -= 1
        return response
      },
    })
    await Promise.all([1, 2, 3].map(() => fetcher.fetchPage(`${origin}/a`, 'html')))
    expect(most).toBe(1)
    expect(clock.slept.filter((wait) => wait === 1_000).length).toBeGreaterThanOrEqual(3)
    expect(fetcher.waits()[host]).toBeGreaterThanOrEqual(3_000)
  })

  it('reaches only allowed hosts', async () => {
    const { fetcher } = start()
    expect(await kindOf(fetcher.fetchPage('http://169.254.169.254/', 'html'))).toBe('url_broken')
    expect(await kindOf(fetcher.fetchPage('file:///etc/passwd', 'html'))).toBe('url_broken')
    expect(await kindOf(fetcher.fetchPage('no address', 'html'))).toBe('url_broken')
    expect(requests).toEqual([])
  })
})

describe('robots.txt', () => {
  it('forbids addresses, sets the pause, and is read once a day', async () => {
    routes.set('/robots.txt', page('User-agent: pauta\nDisallow: /x\nCrawl-delay: 10'))
    routes.set('/a', page('ok'))
    const { fetcher, clock } = start()
    expect(await kindOf(fetcher.fetchPage(`${origin}/x/1`, 'html'))).toBe('robots_disallowed')
    await fetcher.fetchPage(`${origin}/a`, 'html')
    await fetcher.fetchPage(`${origin}/a`, 'html')
    expect(asked('/robots.txt')).toBe(1)
    expect(asked('/x')).toBe(0)
    expect(clock.slept.at(-1)).toBe(10_000)
    clock.advance(25 * 3_600_000)
    await fetcher.fetchPage(`${origin}/a`, 'html')
    expect(asked('/robots.txt')).toBe(2)
  })

  it('allows everything when it is refused, and nothing when it fails', async () => {
    routes.set('/a', page('ok'))
    routes.set('/robots.txt', status(403))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBeNull()
    routes.set('/robots.txt', status(500))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('network_error')
    expect(asked('/a')).toBe(1)
  })
})

describe('conditional requests', () => {
  it('send the stored validators, and none before the first answer', async () => {
    routes.set('/a', (request, response) => {
      const isSame =
        request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] !== undefined
      const headers = { etag: '"1"', 'last-modified': 'Tue, 10 Mar 2026 10:00:00 GMT' }
      response.writeHead(isSame ? 304 : 200, headers).end(isSame ? undefined : 'ok')
    })
    const { fetcher } = start()
    const first = await fetcher.fetchPage(`${origin}/a`, 'html', { conditional: true })
    expect(first?.text).toBe('ok')
    expect((await fetcher.fetchPage(`${origin}/a`, 'html', { conditional: true }))?.text).toBe('ok')
    await fetcher.remember(first as NonNullable<typeof first>)
    expect(await fetcher.fetchPage(`${origin}/a`, 'html', { conditional: true })).toBeNull()
    expect((await fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('ok')
    expect(fetcher.counts.unchanged).toBe(1)
  })
})

describe('statuses', () => {
  it.each([
    [403, 'url_broken'],
    [404, 'url_broken'],
    [410, 'url_broken'],
    [401, 'login_page'],
    [400, 'unknown'],
  ])('%i is final', async (code, kind) => {
    routes.set('/a', status(code))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe(kind)
    expect(asked('/a')).toBe(1)
  })

  it('of challenges are never retried', async () => {
    const challenge = '<html><title>Just a moment...</title></html>'
    routes.set('/a', status(503, { 'content-type': 'text/html' }, challenge))
    routes.set('/b', status(403, { server: 'BigIP' }))
    routes.set('/c', status(403, {}, 'Access Denied.'))
    const { fetcher } = start()
    for (const path of ['/a', '/b', '/c'])
      expect(await kindOf(fetcher.fetchPage(origin + path, 'html'))).toBe('anti_bot')
    expect(requests.filter(({ url }) => url !== '/robots.txt').length).toBe(3)
  })

  it('of server errors are retried twice with growing pauses', async () => {
    routes.set('/a', inTurn(status(500), status(502), page('ok')))
    const { fetcher, clock } = start()
    expect((await fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('ok')
    expect(clock.slept).toContain(2_000)
    expect(clock.slept).toContain(6_000)
    routes.set('/a', status(500))
    expect(await kindOf(fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('network_error')
    expect(asked('/a')).toBe(6)
  })

  it('429 waits as long as requested, lengthens the pause, and shortens it again', async () => {
    routes.set('/a', inTurn(status(429, { 'retry-after': '30' }), page('ok')))
    const { fetcher, clock } = start()
    await fetcher.fetchPage(`${origin}/a`, 'html')
    expect(clock.slept).toContain(30_000)
    clock.slept.length = 0
    for (let at = 0; at < 20; at += 1) await fetcher.fetchPage(`${origin}/a`, 'html')
    expect(clock.slept[0]).toBeGreaterThan(1_500)
    expect(clock.slept.at(-1)).toBe(1_000)
  })

  it('429 with a wait of an hour ends the request, and pauses the host for this run and the next', async () => {
    routes.set('/a', inTurn(status(429, { 'retry-after': '3600' }), page('ok')))
    const memory = createMemory()
    const { fetcher } = start({ memory })
    expect(await kindOf(fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('network_error')
    expect(await kindOf(fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('host_paused')
    const asked = requests.length
    const next = start({ memory })
    expect(await kindOf(next.fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('host_paused')
    expect(requests.length).toBe(asked)
    next.clock.advance(3_600_000)
    expect((await next.fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('ok')
  })
})

describe('redirects', () => {
  const to = (location: string) => status(302, { location })

  it('within the host keep the final address', async () => {
    routes.set('/a', to('/b'))
    routes.set('/b', page('ok'))
    expect((await start().fetcher.fetchPage(`${origin}/a`, 'html'))?.finalUrl).toBe(`${origin}/b`)
  })

  it.each([301, 302, 303, 307, 308])('by status %i are followed', async (code) => {
    routes.set('/a', status(code, { location: '/b' }))
    routes.set('/b', page('ok'))
    expect((await start().fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('ok')
  })

  it.each([
    ['http://169.254.169.254/latest', 'url_broken'],
    ['file:///etc/passwd', 'url_broken'],
    ['/', 'url_broken'],
    ['/login?came_from=x', 'login_page'],
    ['/em-manutencao', 'unknown'],
    ['http://[', 'url_broken'],
  ])('to %s are refused', async (location, kind) => {
    routes.set('/a/b', to(location))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a/b`, 'html'))).toBe(kind)
  })

  it('in a circle end after five', async () => {
    routes.set('/a', to('/b'))
    routes.set('/b', to('/a'))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('url_broken')
    expect([asked('/a'), asked('/b')]).toEqual([3, 3])
  })
})

describe('hostile bodies', () => {
  it('that arrive byte by byte for ever end at the time limit', async () => {
    routes.set('/a', (_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    })
    const { fetcher } = start({ timeoutMilliseconds: 1_000 })
    expect(await kindOf(fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('network_error')
    expect(asked('/a')).toBe(3)
  })

  it('without end are cut at the size limit', async () => {
    let written = 0
    routes.set('/a', (_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384, 'x'))) written += 16_384
      }
      response.on('drain', write)
      write()
    })
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('not_a_page')
    expect(written).toBeLessThan(50_000_000)
    expect(asked('/a')).toBe(1)
  })

  it('that decompress to gigabytes are cut at the size limit', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000))
    routes.set('/a', (_, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('not_a_page')
  })

  it('whose length is declared too large are not read', async () => {
    routes.set('/a', status(200, { 'content-length': '99999999' }, 'x'))
    expect(await kindOf(start().fetcher.fetchPage(`${origin}/a`, 'html'))).toBe('not_a_page')
  })

  it('in another encoding than declared are decoded', async () => {
    const bytes = Buffer.from('<p>inscrições</p>', 'latin1')
    routes.set(
      '/a',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(bytes),
    )
    expect((await start().fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('<p>inscrições</p>')
  })

  it('that break off or never start are retried', async () => {
    routes.set(
      '/a',
      inTurn(
        (request) => void request.socket.destroy(),
        (_, response) => {
          response.writeHead(200, { 'content-length': '100' }).write('half')
          setImmediate(() => response.destroy())
        },
        page('ok'),
      ),
    )
    expect((await start().fetcher.fetchPage(`${origin}/a`, 'html'))?.text).toBe('ok')
    expect(asked('/a')).toBe(3)
  })
})

describe('a site that keeps failing', () => {
  it('is paused for the next run too', async () => {
    routes.set('/site/a', status(500))
    const memory = createMemory()
    const { fetcher } = start({ memory })
    for (let i = 0; i < 5; i += 1) await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))
    const { failures, openUntil } = (await memory.findBreaker(`${host}/site`)) ?? {}
    expect({ failures, isOpen: (openUntil ?? 0) > Date.parse('2026-03-10T12:00:00Z') }).toEqual({
      failures: 5,
      isOpen: true,
    })
    expect(await kindOf(start({ memory }).fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBe('host_paused')
  })

  it('is paused, requested once after the pause, and used again when it answers', async () => {
    routes.set('/site/a', status(500))
    routes.set('/other/a', page('ok'))
    const { fetcher, clock } = start()
    for (let at = 0; at < 5; at += 1) {
      expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBe('network_error')
    }
    const before = asked('/site')
    expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBe('host_paused')
    expect(asked('/site')).toBe(before)
    expect(await kindOf(fetcher.fetchPage(`${origin}/other/a`, 'html'))).toBeNull()
    clock.advance(5 * 60_000)
    expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBe('network_error')
    expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBe('host_paused')
    clock.advance(10 * 60_000)
    routes.set('/site/a', page('ok'))
    expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBeNull()
    expect(await kindOf(fetcher.fetchPage(`${origin}/site/a`, 'html'))).toBeNull()
  })

  it('pauses its host when ten requests in a row fail, of any sites, until one site answers', async () => {
    const memory = createMemory()
    const { fetcher, clock } = start({ memory })
    for (let at = 0; at < 10; at += 1) {
      routes.set(`/site${at}/a`, status(500))
      expect(await kindOf(fetcher.fetchPage(`${origin}/site${at}/a`, 'html'))).toBe('network_error')
    }
    routes.set('/other/a', page('ok'))
    const next = start({ memory, clock }).fetcher
    expect(await kindOf(next.fetchPage(`${origin}/other/a`, 'html'))).toBe('host_paused')
    expect(asked('/other')).toBe(0)
    clock.advance(((await memory.findBreaker(host))?.openUntil ?? 0) - clock.now() - 1)
    expect(await kindOf(next.fetchPage(`${origin}/other/a`, 'html'))).toBe('host_paused')
    clock.advance(1)
    expect(await kindOf(next.fetchPage(`${origin}/other/a`, 'html'))).toBeNull()
    expect((await memory.findBreaker(host))?.failures).toBe(0)
  })
})
