import { describe, expect, it } from 'vitest'
import { listPeriods, readDays } from './periods.ts'

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

  it.each(['1899-12-31', '2026-6-1', '2026-06-31', 'ontem'])('are no days like %s', (start) => {
    expect(() => readDays({ start, end: undefined }, options)).toThrow(/^since: /)
  })

  it('quote the first forty characters of what is no day', () => {
    const start = `1${'x'.repeat(40)}`
    const message = `since: dia inválido: "${start.slice(0, -1)}". Use`
    expect(() => readDays({ start, end: undefined }, options)).toThrow(message)
  })

  it.each([
    ['DAY', '2026-06-04'],
    ['WEEK', '2026-03-30'],
    ['MONTH', '2025-07-01'],
  ] as const)('without a start have twelve periods of a %s', (granularity, first) => {
    const days = readDays({ start: undefined, end: undefined }, { ...options, granularity })
    expect(days).toEqual({ first, last: '2026-06-15' })
    expect(listPeriods(days, { granularity, most: 12 })).toHaveLength(12)
    expect(listPeriods(days, { granularity, most: 11 })).toBeUndefined()
  })
})

describe('the periods of a range', () => {
  const period = (period: string, first: string, last: string) => ({ period, first, last })

  it.each([
    ['DAY', '2026-06-01', '2026-06-01', [period('2026-06-01', '2026-06-01', '2026-06-01')]],
    [
      'WEEK',
      '2026-06-03',
      '2026-06-08',
      [period('2026-06-01', '2026-06-03', '2026-06-07'), period('2026-06-08', '2026-06-08', '2026-06-08')],
    ],
    ['WEEK', '2026-06-01', '2026-06-07', [period('2026-06-01', '2026-06-01', '2026-06-07')]],
    [
      'MONTH',
      '2025-12-31',
      '2026-01-31',
      [period('2025-12-01', '2025-12-31', '2025-12-31'), period('2026-01-01', '2026-01-01', '2026-01-31')],
    ],
  ] as const)('of a %s from %s to %s are %j', (granularity, first, last, periods) => {
    expect(listPeriods({ first, last }, { granularity, most: 60 })).toEqual(periods)
  })
})
