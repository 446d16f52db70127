import { describe, expect, it } from 'vitest'
import { addCacheHeaders, namesTag, NO_STORE } from './cache-headers.ts'

const PUBLIC = 'public, max-age=30'
const VARY = 'origin, accept, authorization'
const answer = (cacheControl: string, body = '{"data":{}}') => ({
  statusCode: 200,
  headers: { 'cache-control': cacheControl, 'content-type': 'application/json' },
  body,
})
const tagOf = (body: string) => String(addCacheHeaders(answer(PUBLIC, body), {}).headers?.['etag'])

describe('namesTag', () => {
  it.each([
    ['W/"a"', true],
    ['"a"', true],
    ['*', true],
    [' * ', true],
    ['"b", W/"a"', true],
    ['"b","a"', true],
    ['"x,y" , "a"', true],
    ['"b"', false],
    ['a', false],
    ['', false],
    ['"a', false],
    ['"*"', false],
    ['"b, W/a"', false],
    [undefined, false],
  ])('%s', (header, names) => expect(namesTag(header, 'W/"a"')).toBe(names))
})

describe('addCacheHeaders', () => {
  it('adds a tag that differs by body to an answer that may be stored', () => {
    expect(addCacheHeaders(answer(PUBLIC), {})).toMatchObject({
      statusCode: 200,
      headers: { 'cache-control': PUBLIC, vary: VARY, 'content-type': 'application/json' },
      body: '{"data":{}}',
    })
    expect(tagOf('a')).toMatch(/^W\/"[\w-]{22}"$/)
    expect(tagOf('a')).toBe(tagOf('a'))
    expect(tagOf('a')).not.toBe(tagOf('b'))
  })

  it('returns 304 with the cache headers if the caller has the answer', () => {
    const etag = tagOf('{"data":{}}')
    const tagged = addCacheHeaders(answer(PUBLIC), { ifNoneMatch: `"other", ${etag}` })
    expect(tagged).toEqual({
      statusCode: 304,
      headers: { 'cache-control': PUBLIC, etag, vary: VARY },
      body: '',
    })
    expect(addCacheHeaders(answer(PUBLIC, 'another'), { ifNoneMatch: etag }).statusCode).toBe(200)
  })

  it.each([
    ['says so', answer(NO_STORE)],
    ['says less', answer('no-store')],
    ['says nothing', { statusCode: 200, body: '{}' }],
    ['failed', { ...answer(PUBLIC), statusCode: 400 }],
  ])('returns an answer that %s whole, private and without a tag', (_, result) => {
    const tagged = addCacheHeaders(result, { ifNoneMatch: '*' })
    expect(tagged).toMatchObject({ ...result, headers: { 'cache-control': NO_STORE, vary: VARY } })
    expect(tagged.headers).not.toHaveProperty('etag')
  })

  describe('of an answer with a date', () => {
    const date = 'Mon, 01 Jun 2026 12:00:00 GMT'
    const dated = { ...answer(PUBLIC), headers: { ...answer(PUBLIC).headers, 'last-modified': date } }
    const statusOf = (precondition: Parameters<typeof addCacheHeaders>[1]) =>
      addCacheHeaders(dated, precondition).statusCode

    it('returns 304 with the date for the same date', () => {
      const { headers, statusCode } = addCacheHeaders(dated, { ifModifiedSince: date })
      expect(statusCode).toBe(304)
      expect(headers).toMatchObject({ 'last-modified': date })
    })

    it('returns the answer for another or unreadable date, and for a date beside another tag', () => {
      expect(statusOf({ ifModifiedSince: 'Mon, 01 Jun 2026 11:59:59 GMT' })).toBe(200)
      // The date of the answer goes back when the newest article is taken down.
      expect(statusOf({ ifModifiedSince: 'Mon, 01 Jun 2026 12:00:01 GMT' })).toBe(200)
      expect(statusOf({ ifModifiedSince: 'yesterday' })).toBe(200)
      expect(statusOf({ ifModifiedSince: date, ifNoneMatch: '"other"' })).toBe(200)
    })
  })
})
