import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publisherSchema } from '@pauta/platform/config/publisher'
import { closeServer, listenLocally } from '../local-server.ts'
import { renderPublisherHead, SITE_TITLE } from '@pauta/platform/site/site-page'
import { serveSite } from './site.ts'

const PUBLISHER = publisherSchema.parse({ name: 'Órgão' })
const PAGE = `${renderPublisherHead(PUBLISHER, SITE_TITLE)}first page — início`

let folder: string
let server: Server
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!--publisher--><title>built</title><!--/publisher-->first page — início',
  )
  await writeFile(join(folder, 'favicon.ico'), 'icon')
  await writeFile(join(folder, 'assets', 'a-1.js'), 'code')
  const site = serveSite(folder, {
    issuer: 'https://login.example',
    clientId: 'pauta',
    operators: { issuer: 'https://operators.example', clientId: 'ops' },
    publisher: PUBLISHER,
    others: ['https://token.example/x'],
  })
  server = createServer((request, response) => {
    site.serve(request, response, () => response.writeHead(404).end('no file'))
  })
  url = await listenLocally(server, 0)
})
afterAll(async () => {
  await closeServer(server)
  await rm(folder, { recursive: true })
})

it.each([
  ['/', PAGE, 'no-cache'],
  ['/temas/03.02?a=1.b', PAGE, 'no-cache'],
  ['/index.html', PAGE, 'no-cache'],
  ['/favicon.ico', 'icon', 'no-cache'],
  ['/none.ico', 'no file', null],
  ['/assets/a-1.js', 'code', 'public, max-age=31536000, immutable'],
  ['/assets/none', 'no file', null],
  ['/.git/config', 'no file', null],
])('%s is %s', async (path, text, cache) => {
  const answer = await fetch(url + path)
  expect(await answer.text()).toBe(text)
  expect(answer.headers.get('cache-control')).toBe(cache)
  if (cache === null) return
  const policy = answer.headers.get('content-security-policy')
  for (const address of ['https://login.example', 'https://operators.example', 'https://token.example'])
    expect(policy).toContain(address)
})

it('tells pages where they log people in', async () => {
  const answer = await fetch(`${url}/site.json`)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.json()).toEqual({
    issuer: 'https://login.example',
    clientId: 'pauta',
    operators: { issuer: 'https://operators.example', clientId: 'ops' },
  })
})

it('sends no page that the browser has', async () => {
  const first = await fetch(url)
  const ask = (etag: string) => fetch(url, { headers: { 'if-none-match': etag } })
  const again = await ask(first.headers.get('etag') ?? '')
  expect([again.status, await again.text()]).toEqual([304, ''])
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
  const other = await ask('W/"other"')
  expect([other.status, await other.text()]).toEqual([200, PAGE])
})

it('sends no asset that the browser has, and the compressed copy of its build', async () => {
  const address = `${url}/assets/a-1.js`
  const ask = (headers: Record<string, string>) => fetch(address, { headers })
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  expect((await ask({ 'if-none-match': etag })).status).toBe(304)
  await writeFile(join(folder, 'assets', 'a-1.js.br'), brotliCompressSync('compressed code'))
  const compressed = await ask({ 'accept-encoding': 'br' })
  expect(compressed.headers.get('content-encoding')).toBe('br')
  expect(await compressed.text()).toBe('compressed code')
  expect(await (await ask({ 'accept-encoding': 'identity' })).text()).toBe('code')
})

it('serves a new build without a restart, and leaves its pages to others until there is one', async () => {
  await writeFile(join(folder, 'assets', 'b-2.js'), 'new code')
  expect(await (await fetch(`${url}/assets/b-2.js`)).text()).toBe('new code')
  await rename(join(folder, 'index.html'), join(folder, 'kept'))
  try {
    const answer = await fetch(url)
    expect([answer.status, await answer.text()]).toEqual([404, 'no file'])
  } finally {
    await rename(join(folder, 'kept'), join(folder, 'index.html'))
  }
})

it('sends the headers alone to a HEAD request', async () => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.write('HEAD / HTTP/1.1\r\nhost: a.example\r\nconnection: close\r\n\r\n')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  expect(answer.split('\r\n\r\n')[1]).toBe('')
})
