import { expect, it } from 'vitest'
import { daysBeforePeriod, lastDays, readPeriod, writePeriod } from './period.ts'

const TODAY = '2026-11-26'
const read = (query: string) => readPeriod(new URLSearchParams(query), TODAY)
const usual = lastDays(30, TODAY)

it.each([
  [
    'the days of the address',
    'startDate=2026-10-01&endDate=2026-10-31',
    { from: '2026-10-01', to: '2026-10-31', days: 31 },
  ],
  ['one day', 'startDate=2026-11-26&endDate=2026-11-26', { from: TODAY, to: TODAY, days: 1 }],
  ['366 days', 'startDate=2025-11-26&endDate=2026-11-26', { from: '2025-11-26', to: TODAY, days: 366 }],
  ['the last 30 days instead of 367', 'startDate=2025-11-25&endDate=2026-11-26', usual],
  ['the last 30 days instead of days in the wrong order', 'startDate=2026-11-02&endDate=2026-11-01', usual],
  ['the last 30 days instead of tomorrow', 'startDate=2026-11-01&endDate=2026-11-27', usual],
  [
    'the last 30 days instead of a month that does not exist',
    'startDate=2026-13-01&endDate=2026-11-01',
    usual,
  ],
  ['the last 30 days without an end', 'startDate=2026-11-01', usual],
  ['the last 30 days without days', '', usual],
])('reads %s', (_, query, period) => {
  expect(read(query)).toEqual(period)
})

it('reads the period that it wrote', () => {
  const period = lastDays(7, TODAY)
  expect(period.from).toBe('2026-11-20')
  expect(readPeriod(new URLSearchParams(writePeriod(period).split('?')[1]), TODAY)).toEqual(period)
})

it.each([
  [
    'a day',
    { from: '2026-03-01', to: '2026-03-01', days: 1 },
    { from: '2026-02-28', to: '2026-02-28', days: 1 },
  ],
  ['a month', lastDays(30, TODAY), { from: '2026-09-28', to: '2026-10-27', days: 30 }],
])('returns the days before %s, as many', (_, period, before) => {
  expect(daysBeforePeriod(period)).toEqual(before)
})
