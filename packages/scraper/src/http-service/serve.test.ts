import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startScrapeServer, writeUrl, type ScrapeServer, type ScrapeServerOptions } from './serve.ts'

const TOKEN = 'um-segredo-de-muitas-letras'
const BODY_MAX_BYTES = 6 * 1024 * 1024

let server: ScrapeServer
let logged: unknown[][]

/** A service without a database: a request that asks it fails. */
const OPTIONS = {
  config: {},
  db: () => {
    throw new Error('no database')
  },
  logger: { error: (...line: unknown[]) => logged.push(line) },
  token: TOKEN,
  host: '127.0.0.1',
  port: 0,
}

beforeEach(async () => {
  logged = []
  server = await startScrapeServer(OPTIONS as unknown as ScrapeServerOptions)
})
afterEach(() => server.stop())

async function ask(path: string, { method = 'POST', body = '', authorization = `Bearer ${TOKEN}` } = {}) {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization },
    ...(method === 'POST' && { body }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('the service of the scraper', () => {
  it.each([
    ['a path that it lacks', '/nothing', {}, 404, 'path', ['path']],
    ['a name of every object', '/toString', {}, 404, 'path', ['path']],
    ['another method', '/scrape/ebc', { method: 'PUT' }, 405, 'method', ['path']],
    ['a health check by another method', '/health', {}, 404, 'path', ['path']],
    ['no key', '/scrape/ebc', { authorization: '' }, 401, 'key', ['header', 'authorization']],
    [
      'another key',
      '/scrape/ebc',
      { authorization: `Bearer ${TOKEN}x` },
      401,
      'key',
      ['header', 'authorization'],
    ],
    [
      'a key of another kind',
      '/scrape/ebc',
      { authorization: `Basic ${TOKEN}` },
      401,
      'key',
      ['header', 'authorization'],
    ],
    ['no JSON', '/scrape/ebc', { body: '{' }, 422, 'json_invalid', ['body']],
    ['a longer body', '/scrape/ebc', { body: '{}'.padEnd(BODY_MAX_BYTES + 1) }, 413, 'too_long', ['body']],
    [
      'a long body of another form',
      '/scrape/ebc',
      { body: '{}'.padEnd(BODY_MAX_BYTES) },
      422,
      'missing',
      ['body', 'start_date'],
    ],
  ])('refuses %s', async (_, path, request, status, type, loc) => {
    const answer = await ask(path, request)
    expect(answer).toMatchObject({
      status,
      body: { detail: [{ type, loc, msg: expect.any(String) as string }] },
    })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(logged).toEqual([])
  })

  it('logs a fault of its own, with its path, and answers with the reason', async () => {
    const { status, body } = await ask('/verify/integrity?a=1', { body: '{"articles":[]}' })
    expect([status, body]).toEqual([500, { detail: [{ type: 'internal', loc: [], msg: 'no database' }] }])
    expect(logged).toEqual([
      [{ error: new Error('no database'), path: '/verify/integrity' }, 'scraper: the request failed'],
    ])
  })

  it('tells everybody that it runs, whatever follows the path', async () => {
    expect(await ask('/health?now', { method: 'GET', authorization: '' })).toMatchObject({
      status: 200,
      body: { status: 'ok' },
    })
  })

  it.each([
    ['::1', 'http://[::1]:8080'],
    ['127.0.0.1', 'http://127.0.0.1:8080'],
  ])('has at %s the address %s', (host, url) => {
    expect(writeUrl(host, 8080)).toBe(url)
  })
})
