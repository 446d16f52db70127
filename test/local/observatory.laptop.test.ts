import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startHttpFront, type HttpFront } from '@pauta/server/gateway/http-front'
import { serveSite } from '@pauta/server/gateway/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const PAGE = '<!doctype html><title>Pauta</title>'
const SECRET = 'outside of the site'
const LOGIN = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'portal',
  operators: { issuer: 'http://127.0.0.1:10', clientId: 'pauta-internal' },
}

let folder: string
let front: HttpFront

const answerOf = (name: string) => async () => ({ statusCode: name === 'not-found' ? 404 : 200, body: name })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-site-'))
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), SECRET)
  await writeFile(join(site, 'index.html'), PAGE)
  await writeFile(join(site, 'assets/page-1a2b.js'), 'export {}')
  front = await startHttpFront({
    port: 0,
    log: () => undefined,
    site: serveSite(site, LOGIN),
    routes: [
      { method: 'ANY', path: '/graphql', handler: answerOf('graphql') },
      { method: 'ANY', path: '/feeds/{proxy+}', handler: answerOf('feeds') },
      { method: 'ANY', path: '/', handler: answerOf('not-found') },
      { method: 'ANY', path: '/{proxy+}', handler: answerOf('not-found') },
    ],
  })
})
afterAll(async () => {
  await front.stop()
  await rm(folder, { recursive: true, force: true })
})

async function get(path: string, init: RequestInit = {}) {
  const response = await fetch(front.url + path, init)
  return { response, status: response.status, body: await response.text() }
}

/** Sends a target as it is written. `fetch` would resolve its dots. */
function getRaw(target: string): Promise<{ status: number | undefined; body: string }> {
  const { port } = new URL(front.url)
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, path: target }, (answer) => {
      text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

describe('the site on a laptop', () => {
  it.each([
    '/',
    '/busca?q=vacina',
    '/busca?q=a.b',
    '/orgaos/saude',
    '/noticias/abc',
    '/temas/03.02.01',
    '/temas/03.02?periodo=30',
    '/noticias/a.b',
  ])('returns its page for %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200, body: PAGE })
  })

  it('lets caches keep assets for a year and asks anew for the page', async () => {
    const asset = await get('/assets/page-1a2b.js')
    expect(asset.response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(asset.response.headers.get('content-type')).toMatch(/javascript/)
    const page = await get('/')
    expect(page.response.headers.get('cache-control')).toBe('no-cache')
    const etag = page.response.headers.get('etag') ?? ''
    expect(await get('/', { headers: { 'if-none-match': etag } })).toMatchObject({ status: 304, body: '' })
  })

  it('sends the content policy with the page and with every asset', async () => {
    for (const path of ['/', '/temas', '/assets/page-1a2b.js']) {
      const { headers } = (await get(path)).response
      expect(headers.get('content-security-policy')).toContain(
        `connect-src 'self' ${LOGIN.issuer} ${LOGIN.operators.issuer};`,
      )
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    }
  })

  it('answers HEAD with the headers alone', async () => {
    const { response, status, body } = await get('/temas', { method: 'HEAD' })
    expect({ status, body }).toEqual({ status: 200, body: '' })
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  })

  it('answers 404 for an asset that does not exist', async () => {
    for (const path of ['/assets/page-9z9z.js', '/assets/mais/um.js', '/favicon.ico', '/.well-known/x'])
      expect(await get(path)).toMatchObject({ status: 404, body: 'not-found' })
  })

  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
    '/assets/%00/../../secret.txt',
  ])('returns no file outside of its folder for %s', async (target) => {
    const { body } = await getRaw(target)
    expect(body).not.toContain(SECRET)
  })

  it('gives the pages the address of the login', async () => {
    const { response, body } = await get('/site.json')
    expect(JSON.parse(body)).toEqual(LOGIN)
    expect(response.headers.get('cache-control')).toBe('no-cache')
  })

  it('leaves the paths of the API and other methods to the API', async () => {
    expect(await get('/graphql')).toMatchObject({ status: 200, body: 'graphql' })
    expect(await get('/feeds/articles.rss')).toMatchObject({ status: 200, body: 'feeds' })
    for (const path of ['/', '/temas'])
      expect(await get(path, { method: 'POST', body: '{}' })).toMatchObject({
        status: 404,
        body: 'not-found',
      })
  })
})
