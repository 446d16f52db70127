import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ])('returns the milliseconds of %s', (value, milliseconds) => {
    expect(readRetryAfter(value, NOW)).toBe(milliseconds)
  })

  it.each([undefined, null, '', 'soon', '12345678901234567890'])('returns undefined for %s', (value) => {
    expect(readRetryAfter(value, NOW)).toBeUndefined()
  })
})
