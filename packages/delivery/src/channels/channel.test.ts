import { expect, it } from 'vitest'
import { readDelay } from './channel.ts'

const NOW = new Date('2026-06-01T12:00:00Z')

it.each([
  ['120', 120],
  [' 0 ', 0],
  ['Mon, 01 Jun 2026 12:01:30 GMT', 90],
  // Past dates give 0 seconds; dates beyond a day give a day.
  ['Mon, 01 Jun 2026 11:00:00 GMT', 0],
  ['Tue, 01 Jun 2027 12:00:00 GMT', 86_400],
  ['9999999', 86_400],
  ['', undefined],
  ['soon', undefined],
  [undefined, undefined],
])('reads Retry-After %j as %s seconds', (value, seconds) => {
  expect(readDelay(value, NOW)).toBe(seconds)
})
