import { describe, expect, it } from 'vitest'
import { readRetryAfter } from './retry-after.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('readRetryAfter', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['Friday, 20-Nov-26 12:01:00 GMT', 60_000],
    ['Fri Nov 20 12:01:30 2026', 90_000],
    ['Sun Dec  6 12:00:00 2026', 16 * 86_400_000],
  ])('returns the milliseconds of %s', (value, milliseconds) => {
    expect(readRetryAfter(value, NOW)).toBe(milliseconds)
  })

  it.each([undefined, null, '', 'soon', '12345678901234567890'])('returns undefined for %s', (value) => {
    expect(readRetryAfter(value, NOW)).toBeUndefined()
  })

  it.each([
    '-5',
    '1.5',
    '1 2',
    '12/11/2026',
    '2026-11-20',
    '2026-11-20T12:00:30Z',
    'Fri, 20 Nov 2026 12:00:30 +0300',
    'Fri, 20 Nov 2026 12:00:30',
    'Fri, 31 Nov 2026 12:00:30 GMT',
    'Mon, 20 Nov 2026 12:00:30 GMT',
    'fri, 20 nov 2026 12:00:30 gmt',
  ])('returns undefined for %s, which is no HTTP date', (value) => {
    expect(readRetryAfter(value, NOW)).toBeUndefined()
  })
})
