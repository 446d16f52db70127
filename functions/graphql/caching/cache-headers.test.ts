import { describe, expect, it } from 'vitest'
import { NO_STORE } from './cache-policy.ts'
import { namesTag, addCacheHeaders } from './cache-headers.ts'

const PUBLIC = 'public, max-age=30'
const VARY = 'origin, accept, authorization'
const answer = (cacheControl: string, body = '{"data":{}}') => ({
  statusCode: 200,
  headers: { 'cache-control': cacheControl, 'content-type': 'application/json' },
  body,
})
const tagOf = (body: string) => String(addCacheHeaders(answer(PUBLIC, body), undefined).headers?.['etag'])

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
    expect(addCacheHeaders(answer(PUBLIC), undefined)).toMatchObject({
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
    const tagged = addCacheHeaders(answer(PUBLIC), `"other", ${etag}`)
    expect(tagged).toEqual({
      statusCode: 304,
      headers: { 'cache-control': PUBLIC, etag, vary: VARY },
      body: '',
    })
    expect(addCacheHeaders(answer(PUBLIC, 'another'), etag).statusCode).toBe(200)
  })

  it.each([
    ['says so', answer(NO_STORE)],
    ['says less', answer('no-store')],
    ['says nothing', { statusCode: 200, body: '{}' }],
    ['failed', { ...answer(PUBLIC), statusCode: 400 }],
  ])('returns an answer that %s whole, private and without a tag', (_, result) => {
    const tagged = addCacheHeaders(result, '*')
    expect(tagged).toMatchObject({ ...result, headers: { 'cache-control': NO_STORE, vary: VARY } })
    expect(tagged.headers).not.toHaveProperty('etag')
  })
})
