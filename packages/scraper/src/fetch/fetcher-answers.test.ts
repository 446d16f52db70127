import { expect, it } from 'vitest'
import type { ScrapeError } from '../errors.ts'
import { SITE_FAILURES } from './circuit-breaker.ts'
import { createFetcher } from './fetcher.ts'
import { createMemory } from './ports.ts'

const HOST = 'noticias.exemplo.gov.br'
const ADDRESS = `https://${HOST}/site/a`

/** Returns a fetcher of a host that has no robots.txt and gives these answers in turn, the last one again and again. */
function start(...answers: readonly (() => Response)[]) {
  let now = Date.parse('2026-03-10T12:00:00Z')
  let at = 0
  const sent: Record<string, string>[] = []
  const turns: { host: string; holdMilliseconds: number }[] = []
  const memory = createMemory()
  const fetcher = createFetcher({
    fetch: async (address, init) => {
      if (address.endsWith('/robots.txt')) return new Response('', { status: 404 })
      sent.push(init.headers as Record<string, string>)
      return answers[Math.min(at++, answers.length - 1)]?.() ?? new Response()
    },
    clock: {
      now: () => now,
      sleep: async (milliseconds) => {
        now += milliseconds
      },
      random: () => 0.5,
    },
    memory: {
      ...memory,
      async takeTurn(host, times) {
        turns.push({ host, holdMilliseconds: times.holdUntil - times.now })
        return await memory.takeTurn(host, times)
      },
    },
    userAgent: 'Pauta/1.0 (+https://pauta.example/robo; contato@pauta.example)',
    allowedHosts: new Set([HOST]),
  })
  return { fetcher, sent, turns }
}

const kindOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: ScrapeError) => error.kind,
  )

it.each<[Record<string, string>, Record<string, string>]>([
  [{ etag: '"1"' }, { 'if-none-match': '"1"' }],
  [
    { 'last-modified': 'Tue, 10 Mar 2026 10:00:00 GMT' },
    { 'if-modified-since': 'Tue, 10 Mar 2026 10:00:00 GMT' },
  ],
])('one validator is enough to ask whether a page changed: %j', async (headers, conditions) => {
  const { fetcher, sent } = start(
    () => new Response('ok', { headers }),
    () => new Response(null, { status: 304 }),
  )
  const page = await fetcher.fetchPage(ADDRESS, 'html', { conditional: true })
  if (page) await fetcher.remember(page)
  expect(await fetcher.fetchPage(ADDRESS, 'html', { conditional: true })).toBeNull()
  expect(sent[1]).toMatchObject(conditions)
})

it('pages that are gone do not pause their site', async () => {
  const { fetcher } = start(() => new Response('', { status: 404 }))
  for (let at = 0; at < 12; at += 1)
    expect(await kindOf(fetcher.fetchPage(ADDRESS, 'html'))).toBe('url_broken')
})

it.each([
  ['60', null],
  ['61', 'network_error'],
])('an answer that asks to wait %s seconds is asked for again, or not: %s', async (seconds, kind) => {
  const { fetcher } = start(
    () => new Response('', { status: 429, headers: { 'retry-after': seconds } }),
    () => new Response('ok'),
  )
  expect(await kindOf(fetcher.fetchPage(ADDRESS, 'html'))).toBe(kind)
})

it('challenges pause their site', async () => {
  const { fetcher } = start(() => new Response('<title>Just a moment...</title>', { status: 403 }))
  for (let at = 0; at < SITE_FAILURES; at += 1)
    expect(await kindOf(fetcher.fetchPage(ADDRESS, 'html'))).toBe('anti_bot')
  expect(await kindOf(fetcher.fetchPage(ADDRESS, 'html'))).toBe('host_paused')
})

it('an answer is asked for in Portuguese, kept whole, and counted with its tries and bytes', async () => {
  const { fetcher, sent, turns } = start(
    () => new Response('', { status: 503 }),
    () => new Response('olá'),
    () => new Response(null, { status: 304 }),
  )
  expect(fetcher.counts).toEqual({ requests: 0, unchanged: 0, bytes: 0, retries: 0 })
  const page = await fetcher.fetchPage(ADDRESS, 'html')
  expect(page?.answer).toMatchObject({ status: 200, bytes: Buffer.from('olá') })
  expect(await kindOf(fetcher.fetchPage(ADDRESS, 'html'))).toBe('unknown')
  // The first request is that of robots.txt.
  expect(fetcher.counts).toEqual({ requests: 4, unchanged: 1, bytes: 4, retries: 1 })
  expect(sent.map((headers) => headers['accept-language'])).toEqual(
    Array<string>(3).fill('pt-BR,pt;q=0.9,en;q=0.8'),
  )
  // A turn is held for the time limit of a request, 20 s, and 10 s for the store.
  expect(turns).toEqual(Array.from({ length: 4 }, () => ({ host: HOST, holdMilliseconds: 30_000 })))
})

it.each([
  ['html', 'not_a_page'],
  ['feed', null],
  ['json', null],
] as const)('a file in place of %s is %s', async (wanted, kind) => {
  const headers = { 'content-type': 'application/octet-stream' }
  const { fetcher } = start(() => new Response('<rss/>', { headers }))
  expect(await kindOf(fetcher.fetchPage(ADDRESS, wanted))).toBe(kind)
})
