import { describe, expect, it } from 'vitest'
import { isMassBroken, isPictureBroken, judgePage } from './judge-check.ts'

const check = (status: string, code: number | null, type: string | null = null) => ({
  unique_id: 'a',
  image_status: status,
  image_http_code: code,
  image_content_type: type,
})

describe('a picture', () => {
  it.each([
    ['is shown', check('ok', 206, 'image/jpeg'), false],
    ['is gone', check('broken', 404, 'text/html'), true],
    ['was removed', check('broken', 410), true],
    ['is a page instead', check('broken', 200, 'text/html; charset=utf-8'), true],
    ['is a page in part instead', check('broken', 206, 'text/html'), true],
    ['is served without a type', check('broken', 200, null), null],
    ['is served as a file', check('broken', 200, 'application/octet-stream'), null],
    ['is refused', check('broken', 403, 'text/html'), null],
    ['fails at the server', check('broken', 500), null],
    ['has a host without an answer', check('broken', null), null],
    ['has a host that refuses connections', check('unknown', null), null],
    ['is late', check('timeout', null), null],
    ['is elsewhere', check('redirect', 302), null],
    ['is gone behind another address', check('redirect', 404), null],
    ['does not exist', check('no_image', null), null],
  ])('that %s', (_, given, expected) => {
    expect(isPictureBroken(given)).toBe(expected)
  })

  it.each([
    [3, 3, false],
    [4, 4, true],
    [4, 20, false],
    [5, 20, true],
    [5, 25, false],
  ])('is one of %i broken ones of %i: the host is at fault: %s', (broken, checked, expected) => {
    expect(isMassBroken({ broken, checked })).toBe(expected)
  })
})

describe('a page', () => {
  it.each([
    ['baseline', 200, 'present'],
    ['unchanged', 304, 'present'],
    ['changed', undefined, 'present'],
    ['removed', 404, 'missing'],
    ['removed', undefined, 'missing'],
    ['error', null, 'silent'],
    ['error', 500, 'silent'],
    ['error', 499, 'unknown'],
    ['error', 429, 'silent'],
    ['error', 200, 'unknown'],
    ['skipped', 500, 'unknown'],
    // A scraper that is kept apart does not tell the code.
    ['error', undefined, 'unknown'],
    [undefined, undefined, 'unknown'],
  ])('with the status %s and the code %s is %s', (status, code, expected) => {
    expect(judgePage({ unique_id: 'a', content_status: status, content_http_code: code })).toBe(expected)
  })
})
