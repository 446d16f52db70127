import { describe, expect, it } from 'vitest'
import { chooseGranularity, countDays, isIncomplete, listPeriods, startOf, isDay } from './periods.ts'

describe('startOf', () => {
  it.each([
    ['a day', '2026-06-03', 'DAY', '2026-06-03'],
    ['the Monday of a Sunday', '2026-06-07', 'WEEK', '2026-06-01'],
    ['a Monday itself', '2026-06-08', 'WEEK', '2026-06-08'],
    ['a Monday of the year before', '2026-01-01', 'WEEK', '2025-12-29'],
    ['the first of a month', '2026-02-28', 'MONTH', '2026-02-01'],
  ] as const)('returns %s', (_, day, granularity, start) => {
    expect(startOf(day, granularity)).toBe(start)
  })
})

describe('listPeriods', () => {
  it.each([
    ['DAY', '2026-02-27', '2026-03-01', ['2026-02-27', '2026-02-28', '2026-03-01']],
    ['WEEK', '2026-06-07', '2026-06-08', ['2026-06-01', '2026-06-08']],
    ['MONTH', '2025-12-31', '2026-03-01', ['2025-12-01', '2026-01-01', '2026-02-01', '2026-03-01']],
    ['DAY', '2026-03-02', '2026-03-01', []],
  ] as const)('lists each %s of a range', (granularity, from, to, periods) => {
    expect(listPeriods(from, to, granularity)).toEqual(periods)
  })
})

describe('isIncomplete', () => {
  const whole = { from: '', to: '', today: '2026-06-15' }
  it.each([
    ['a week that ended yesterday', '2026-06-08', whole, false],
    ['a week whose last day is today', '2026-06-08', { ...whole, today: '2026-06-14' }, true],
    ['a week that begins with the range', '2026-06-08', { ...whole, from: '2026-06-08' }, false],
    ['a week that begins before the range', '2026-06-08', { ...whole, from: '2026-06-09' }, true],
    ['a week that ends with the range', '2026-06-08', { ...whole, to: '2026-06-14' }, false],
    ['a week that ends after the range', '2026-06-08', { ...whole, to: '2026-06-13' }, true],
  ])('judges %s', (_, start, bounds, expected) => {
    expect(isIncomplete(start, 'WEEK', bounds)).toBe(expected)
  })
})

it('draws days up to two months, weeks up to a year, else months', () => {
  expect([1, 62, 63, 371, 372].map(chooseGranularity)).toEqual(['DAY', 'DAY', 'WEEK', 'WEEK', 'MONTH'])
  expect(countDays('2026-02-27', '2026-03-01')).toBe(3)
})

it.each([
  ['2026-06-01', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-13-01', false],
  ['ontem', false],
  ['2026-6-1', false],
  [null, false],
])('%j is a day: %s', (text, expected) => {
  expect(isDay(text)).toBe(expected)
})
