import { describe, expect, it } from 'vitest'
import { readHubRequest, readTopic } from './hub-request.ts'

const BASE = 'https://api.example'
const TOPIC = `${BASE}/feeds/articles.rss?q=a`
const FORM = {
  'hub.mode': 'subscribe',
  'hub.topic': TOPIC,
  'hub.callback': 'https://leitor.org/eco',
}
const read = (changes: Record<string, string | undefined> = {}) => {
  const fields = Object.entries({ ...FORM, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return readHubRequest(new URLSearchParams(fields), {
    baseUrl: BASE,
    allowedOrigins: [],
  })
}

describe('a request to the hub', () => {
  it('asks for ten days without a secret', () => {
    expect(read()).toEqual({
      mode: 'subscribe',
      topic: TOPIC,
      callback: 'https://leitor.org/eco',
      secret: null,
      leaseSeconds: 864_000,
    })
    expect(read({ 'hub.mode': 'unsubscribe' }).mode).toBe('unsubscribe')
  })

  it.each([
    ['', 864_000],
    [' ', 864_000],
    ['0', 3600],
    ['3599', 3600],
    ['3601', 3601],
    ['2591999', 2_591_999],
    ['2592001', 2_592_000],
    ['9999999999', 2_592_000],
  ])('of %j seconds lasts %i', (text, seconds) => {
    expect(read({ 'hub.lease_seconds': text }).leaseSeconds).toBe(seconds)
  })

  it.each([
    ['', null],
    ['s', 's'],
    ['s'.repeat(199), 's'.repeat(199)],
    ['ã'.repeat(99), 'ã'.repeat(99)],
  ])('has the secret %j', (text, secret) => {
    expect(read({ 'hub.secret': text }).secret).toBe(secret)
  })

  it.each([
    ['hub.mode', undefined],
    ['hub.mode', 'publish'],
    ['hub.topic', undefined],
    ['hub.topic', `${BASE}/feeds/articles.rss#a`],
    ['hub.topic', `${BASE}/feeds/listings/x.rss`],
    ['hub.topic', `${BASE}/artigos/a`],
    ['hub.topic', 'https://other.example/feeds/articles.rss'],
    ['hub.callback', undefined],
    ['hub.callback', 'http://leitor.org/eco'],
    ['hub.secret', 'ã'.repeat(100)],
    ['hub.lease_seconds', '-1'],
    ['hub.lease_seconds', '12345678901'],
    ['hub.lease_seconds', '1.5'],
  ])('is refused for %s %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        code: 'BAD_USER_INPUT',
        details: expect.objectContaining({ argument: name }) as unknown,
      }),
    )
  })

  it('names the first page of a feed, with its filters and its length', () => {
    expect(readTopic(`${BASE}/feeds/agencies/mec.atom?q=a&limit=7`, BASE)).toMatchObject({
      format: 'atom',
      subject: { kind: 'agencies' },
      selection: { q: 'a' },
      page: { page: 1, limit: 7 },
    })
  })

  it('may name a topic of 2,048 characters and no longer one', () => {
    const start = `${BASE}/feeds/articles.rss?title=`
    const longest = start + 'a'.repeat(2048 - start.length)
    expect(() => readTopic(`${longest}a`, BASE)).toThrow(/endereço de um feed/)
    // The title is too long, but the address is not.
    expect(() => readTopic(longest, BASE)).not.toThrow(/endereço de um feed/)
  })
})
