import { describe, expect, it } from 'vitest'
import { readDays } from './periods.ts'

const options = {
  granularity: 'DAY',
  now: new Date('2026-06-15T15:00:00Z'),
  names: { start: 'since', end: 'until' },
} as const

describe('the days of a range', () => {
  it.each([
    [
      { start: '2026-06-01', end: '2026-06-01' },
      { first: '2026-06-01', last: '2026-06-01' },
    ],
    [
      { start: '2026-06-01', end: undefined },
      { first: '2026-06-01', last: '2026-06-15' },
    ],
    [
      { start: undefined, end: '2026-06-12' },
      { first: '2026-06-01', last: '2026-06-12' },
    ],
  ])('of %j are %j', (range, days) => {
    expect(readDays(range, options)).toEqual(days)
  })

  it('end at or after their start', () => {
    expect(() => readDays({ start: '2026-06-02', end: '2026-06-01' }, options)).toThrow(/^until: .*since/)
  })
})
