import { describe, expect, it } from 'vitest'
import { createMemory, systemClock } from '../fetch/ports.ts'
import { isCheckable, Probe } from './probe.ts'

const HOSTS = new Set(['www.gov.br', 'noticias.ipea.gov.br'])

it.each([
  ['a page of a news site', 'https://www.gov.br/mec/a', true],
  ['a page of a site that an operator added', 'https://noticias.ipea.gov.br/a', true],
  ['a picture of the broadcaster', 'https://imagens.ebc.com.br/a.jpg', true],
  ['a page of another site', 'https://www.exemplo.gov.br/a', false],
  ['a host that begins like a news site', 'https://www.gov.br.exemplo.org/a', false],
  ['a news site without encryption', 'http://www.gov.br/mec/a', false],
  ['a news site without a path', 'https://www.gov.br', false],
])('decides whether %s may be checked', (_, address, expected) => {
  expect(isCheckable(address, HOSTS)).toBe(expected)
})

describe('a probe', () => {
  /** A probe of a server that answers `status`, or not at all. */
  function probeOf(status: number | null): { probe: Probe; pauses: string[] } {
    return probeThat(() => {
      if (status === null) return Promise.reject(new TypeError('fetch failed'))
      return Promise.resolve(new Response(null, { status }))
    })
  }

  function probeThat(fetch: (address: string, init: RequestInit) => Promise<Response>): {
    probe: Probe
    pauses: string[]
  } {
    const pauses: string[] = []
    const probe = new Probe({
      fetch,
      clock: systemClock,
      memory: { ...createMemory(), savePause: (host) => Promise.resolve(void pauses.push(host)) },
      userAgent: 'Pauta',
      delayMilliseconds: 0,
      hosts: HOSTS,
    })
    return { probe, pauses }
  }
  const PAGE = 'https://www.gov.br/mec/a'
  const known = { hash: 'sha256:a', etag: null }

  it.each([
    [404, 'removed'],
    [410, 'removed'],
    [403, 'error'],
    [500, 'error'],
    [null, 'error'],
  ])('finds a page that answers %s %s', async (status, expected) => {
    const { probe } = probeOf(status)
    expect(await probe.checkContent(PAGE, known)).toMatchObject({ status: expected, httpCode: status })
  })

  it.each([
    [404, 'broken'],
    [500, 'broken'],
    [null, 'unknown'],
  ])('finds a picture that answers %s %s', async (status, expected) => {
    const { probe } = probeOf(status)
    expect(await probe.checkImage(PAGE)).toMatchObject({ status: expected, httpCode: status })
  })

  it.each([
    [200, 'image/png', 'ok'],
    [206, 'IMAGE/JPEG', 'ok'],
    [201, 'image/png', 'broken'],
    [200, 'text/html', 'broken'],
    [200, 'x-image/png', 'broken'],
    [299, 'text/html', 'broken'],
    [300, 'text/html', 'redirect'],
    [399, 'text/html', 'redirect'],
    [400, 'text/html', 'broken'],
  ])('finds a picture that answers %i as %s %s', async (status, contentType, expected) => {
    const asked: unknown[] = []
    const { probe } = probeThat(async (address, { headers, redirect }) => {
      asked.push([address, headers, redirect])
      return new Response('x', { status, headers: { 'content-type': contentType } })
    })
    expect(await probe.checkImage(PAGE)).toEqual({ status: expected, httpCode: status, contentType })
    const headers = { accept: 'image/*', range: 'bytes=0-1023', 'user-agent': 'Pauta' }
    expect(asked).toEqual([[PAGE, headers, 'manual']])
  })

  it.each([
    [new DOMException('late', 'TimeoutError'), 'timeout'],
    [new DOMException('cut', 'AbortError'), 'unknown'],
    [Object.assign(new Error('late'), { name: 'TimeoutError' }), 'unknown'],
  ])('finds a picture that ends with %s %s', async (error, expected) => {
    const { probe } = probeThat(async () => {
      throw error
    })
    expect(await probe.checkImage(PAGE)).toEqual({ status: expected, httpCode: null, contentType: null })
  })

  const textOf = (body: string) =>
    `<html><meta property="og:image" content="/c.png"><main>${body}</main></html>`
  const sent = (html: string, etag?: string) => async () =>
    new Response(html, { headers: { 'content-type': 'text/html', ...(etag !== undefined && { etag }) } })

  it('compares the body of a page with what it was', async () => {
    const first = await probeThat(sent(textOf('a'), '"1"')).probe.checkContent(PAGE, {
      hash: null,
      etag: null,
    })
    expect(first).toEqual({
      status: 'baseline',
      httpCode: 200,
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string,
      etag: '"1"',
      imageUrl: 'https://www.gov.br/c.png',
    })
    const { hash } = first
    const again = await probeThat(sent(textOf('a'))).probe.checkContent(PAGE, { hash, etag: null })
    expect(again).toMatchObject({ status: 'unchanged', hash, etag: null })
    const picture = '<img src="/d.png" width="600" height="400">'
    const other = await probeThat(sent(textOf(`b ${picture}`))).probe.checkContent(PAGE, { hash, etag: null })
    expect(other).toMatchObject({ status: 'changed', imageUrl: 'https://www.gov.br/d.png' })
    const none = await probeThat(sent('<p>a</p>', '"2"')).probe.checkContent(PAGE, { hash, etag: null })
    expect(none).toEqual({ status: 'error', httpCode: 200, hash: null, etag: '"2"', imageUrl: null })
  })

  it.each([
    [undefined, '"1"'],
    ['"2"', '"2"'],
  ])('keeps the hash of a page that did not change since its ETag', async (etag, kept) => {
    const asked: unknown[] = []
    const { probe } = probeThat(async (_, { headers }) => {
      asked.push(headers)
      return new Response(null, { status: 304, headers: etag === undefined ? {} : { etag } })
    })
    expect(await probe.checkContent(PAGE, { hash: 'sha256:a', etag: '"1"' })).toEqual({
      status: 'unchanged',
      httpCode: 304,
      hash: 'sha256:a',
      etag: kept,
      imageUrl: null,
    })
    expect(asked).toEqual([
      { accept: 'text/html,application/xhtml+xml', 'if-none-match': '"1"', 'user-agent': 'Pauta' },
    ])
  })

  it('names no ETag of a page that had none', async () => {
    const asked: unknown[] = []
    const { probe } = probeThat(async (_, { headers }) => {
      asked.push(headers)
      return new Response(null, { status: 404 })
    })
    await probe.checkContent(PAGE, { hash: 'sha256:a', etag: null })
    expect(asked).toEqual([{ accept: 'text/html,application/xhtml+xml', 'user-agent': 'Pauta' }])
  })

  it.each([
    ['<div id="content">a</div><article>x</article>', true],
    ['<main id="main-content"><article>a</article>x</main><article>y</article>', true],
    ['<article>a</article><main>x</main>', true],
    ['<main>a</main>', true],
    ['<section>a</section>', false],
  ])('finds the text of %s: %s', async (html, isFound) => {
    const read = (page: string) => probeThat(sent(page)).probe.checkContent(PAGE, { hash: null, etag: null })
    const first = await read(html)
    expect(first.status).toBe(isFound ? 'baseline' : 'error')
    // What stands beside the text may change.
    expect((await read(html.replaceAll(/[xy]/g, 'z'))).hash).toBe(first.hash)
    expect((await read(html.replace('>a<', '>b<'))).hash !== first.hash).toBe(isFound)
  })

  it('takes no page of more than five megabytes', async () => {
    const limit = 5 * 1024 * 1024
    const page = (length: number) => textOf('a'.repeat(length - textOf('').length))
    const check = async (length: number) =>
      (await probeThat(sent(page(length))).probe.checkContent(PAGE, known)).status
    expect([await check(limit), await check(limit + 1)]).toEqual(['changed', 'error'])
  })

  it.each([301, 302, 303, 307, 308])(
    'follows status %i up to five times, to addresses that may be checked',
    async (status) => {
      const asked: string[] = []
      const { probe } = probeThat(async (address) => {
        asked.push(address)
        return new Response(null, { status, headers: { location: `${address}x` } })
      })
      expect(await probe.checkImage(PAGE)).toMatchObject({ status: 'redirect', httpCode: status })
      expect(asked.map((address) => address.length - PAGE.length)).toEqual([0, 1, 2, 3, 4, 5])
      const away = probeThat(async (address) => {
        asked.push(address)
        return new Response(null, { status, headers: { location: 'https://exemplo.org/' } })
      })
      asked.length = 0
      expect(await away.probe.checkImage(PAGE)).toMatchObject({ status: 'redirect' })
      expect(asked).toEqual([PAGE])
    },
  )

  it.each([
    [429, ['www.gov.br']],
    [503, ['www.gov.br']],
    [500, []],
  ])('slows down after %i', async (status, expected) => {
    const { probe, pauses } = probeOf(status)
    await probe.checkContent(PAGE, known)
    expect(pauses).toEqual(expected)
  })
})
