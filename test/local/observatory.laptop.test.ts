import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { renderPublisherHead, SITE_TITLE } from '@pauta/platform/site/site-page'
import { startHttpFront, type HttpFront } from '@pauta/server/gateway/http-front'
import { serveSite } from '@pauta/server/gateway/site'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A page as Vite builds it, and as the site of the publisher serves it. */
const BUILT = '<!doctype html><!--publisher--><title>Pauta</title><!--/publisher--><p>$&</p>'
const PUBLISHER = publisherSchema.parse({
  name: 'Órgão & <b>',
  markUrl: 'https://orgao.example/m.svg',
  darkColour: '#9ecbff',
})
const PAGE = `<!doctype html>${renderPublisherHead(PUBLISHER, SITE_TITLE)}<p>$&</p>`
const SECRET = 'outside of the site'
const LOGIN = {
  issuer: 'http://127.0.0.1:9',
  clientId: 'portal',
  operators: { issuer: 'http://127.0.0.1:10', clientId: 'pauta-internal' },
}

let folder: string
let front: HttpFront

const answerOf = (name: string) => async () => ({ statusCode: name === 'not-found' ? 404 : 200, body: name })

const answerStrictly = async () => ({
  statusCode: 200,
  headers: { 'content-security-policy': "default-src 'none'" },
  body: 'licenca',
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-site-'))
  const site = join(folder, 'site')
  await mkdir(join(site, 'assets'), { recursive: true })
  await writeFile(join(folder, 'secret.txt'), SECRET)
  await writeFile(join(site, 'index.html'), BUILT)
  await writeFile(join(site, 'assets/page-1a2b.js'), 'export {}')
  front = await startHttpFront({
    port: 0,
    log: () => undefined,
    site: serveSite(site, { ...LOGIN, publisher: PUBLISHER }),
    routes: [
      { method: 'ANY', path: '/graphql', handler: answerOf('graphql') },
      { method: 'ANY', path: '/feeds/{proxy+}', handler: answerOf('feeds') },
      { method: 'GET', path: '/served/{proxy+}', handler: answerOf('served'), isOnSite: true },
      { method: 'GET', path: '/licenca', handler: answerStrictly, isOnSite: true },
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
    '/index.html',
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

  it('allows the picture of the publisher', async () => {
    const { headers } = (await get('/')).response
    expect(headers.get('content-security-policy')).toContain("img-src 'self' https://orgao.example data:;")
  })

  it('adds its headers to the pages of functions that have none, and to no other answer of the API', async () => {
    const policyOf = async (path: string) => (await get(path)).response.headers.get('content-security-policy')
    expect(await policyOf('/served/a')).toBe(await policyOf('/'))
    expect(await policyOf('/licenca')).toBe("default-src 'none'")
    expect(await policyOf('/graphql')).toBeNull()
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
