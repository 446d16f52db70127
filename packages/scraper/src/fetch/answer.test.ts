import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkStatus, readBody } from './answer.ts'

/** An answer of six bytes in two chunks, which says that it has the given length. */
const answer = (declared: number | undefined) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const text of ['abc', 'def']) controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
  return new Response(body, { headers: declared === undefined ? {} : { 'content-length': String(declared) } })
}

describe('the body of an answer', () => {
  it.each([
    [undefined, 6],
    [6, 6],
    [1, 6],
  ])('that declares %s bytes may have %d', async (declared, bytesMax) => {
    expect(new TextDecoder().decode(await readBody(answer(declared), bytesMax))).toBe('abcdef')
  })

  it.each([
    [undefined, 5],
    [1, 5],
    [7, 6],
  ])('that declares %s bytes is refused above %d', async (declared, bytesMax) => {
    await expect(readBody(answer(declared), bytesMax)).rejects.toThrow(`over ${bytesMax} bytes`)
  })
})

describe('a compressed file', () => {
  const file = (text: string) => new Uint8Array(gzipSync(text))
  it('is read as what it contains', async () => {
    expect(new TextDecoder().decode(await readBody(new Response(file('<urlset/>')), 100))).toBe('<urlset/>')
  })

  it.each([
    [0x1f, 0x41],
    [0x41, 0x8b],
  ])('is none by one byte of its mark alone: %i %i', async (...mark) => {
    expect([...(await readBody(new Response(new Uint8Array(mark)), 100))]).toEqual(mark)
  })

  it('may not have more than the limit when it is unpacked', async () => {
    const bytes = file('a'.repeat(100_000))
    expect(bytes.length).toBeLessThan(1000)
    await expect(readBody(new Response(bytes), 99_999)).rejects.toMatchObject({ kind: 'not_a_page' })
    expect(await readBody(new Response(bytes), 100_000)).toHaveLength(100_000)
  })

  it('that is cut is a fault that may pass', async () => {
    const bytes = file('um texto de teste'.repeat(100)).slice(0, -20)
    await expect(readBody(new Response(bytes), 10_000)).rejects.toMatchObject({ kind: 'network_error' })
  })
})

describe('the status of an answer', () => {
  const check = (status: number, headers: Record<string, string> = {}, html = '') =>
    checkStatus({ status, headers: new Headers(headers), bytes: new TextEncoder().encode(html) }, 0)

  it.each([200, 299, 304])('%i has a page', (status) => {
    expect(() => check(status)).not.toThrow()
  })

  it.each([
    [199, 'unknown'],
    [300, 'unknown'],
    [401, 'login_page'],
    [403, 'url_broken'],
    [404, 'url_broken'],
    [410, 'url_broken'],
  ])('%i is %s', (status, kind) => {
    expect(() => check(status)).toThrow(expect.objectContaining({ kind }))
  })

  it.each([408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])('%i may change soon', (status) => {
    const retried = {
      name: 'RetryableError',
      waitMilliseconds: 7000,
      isSlowDown: status === 429 || status === 503,
    }
    expect(() => check(status, { 'retry-after': '7' })).toThrow(expect.objectContaining(retried))
    expect(() => check(status)).toThrow(expect.objectContaining({ waitMilliseconds: null }))
  })

  it.each([
    [403, false],
    [404, true],
    [410, true],
  ])('%i is gone: %s', (status, isGone) => {
    expect(() => check(status)).toThrow(expect.objectContaining({ isGone, status }))
  })

  it.each([
    ['Just a moment', 'anti_bot'],
    ['<h1>Entrar</h1><input type="password">', 'url_broken'],
    ['<h1>Página não encontrada</h1>', 'url_broken'],
  ])('tells a challenge from other pages by its words: %s', (html, kind) => {
    expect(() => check(404, {}, `<html><body>${html}</body></html>`)).toThrow(
      expect.objectContaining({ kind }),
    )
  })

  it('tells a challenge from a refusal by its headers', () => {
    const challenge = expect.objectContaining({ kind: 'anti_bot' }) as Error
    expect(() => check(403, { server: 'BigIP' })).toThrow(challenge)
    expect(() => check(404, { server: 'BigIP' })).toThrow(expect.objectContaining({ kind: 'url_broken' }))
    expect(() => check(500, { 'cf-mitigated': 'challenge' })).toThrow(challenge)
  })
})
