import { expect, it } from 'vitest'
import { makeRecentlySeen } from './recently-seen.ts'

const NOW = new Date('2026-06-01T12:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)

it.each([
  [0, 'u'],
  [59_999, 'u'],
  [60_000, undefined],
])('a person counts as before after %i ms as %s', (ms, userId) => {
  const seen = makeRecentlySeen()
  seen.note({ sub: 'a' }, 'u', NOW)
  expect(seen.find({ sub: 'a' }, after(ms))).toBe(userId)
  expect(seen.find({ sub: 'a', name: 'A' }, NOW)).toBeUndefined()
})

it('the latest 2,000 people are remembered', () => {
  const seen = makeRecentlySeen()
  for (let sub = 0; sub < 2000; sub++) seen.note({ sub }, String(sub), NOW)
  expect(seen.find({ sub: 0 }, NOW)).toBe('0')
  seen.note({ sub: 2000 }, '2000', NOW)
  expect([0, 1, 2000].map((sub) => seen.find({ sub }, NOW))).toEqual([undefined, '1', '2000'])
})
