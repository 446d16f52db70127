import { expect, it } from 'vitest'
import { lastDays, readDays, writeDays } from './network-days.ts'

const TODAY = '2026-11-27'

it.each([
  ['', '', ''],
  ['startDate=2026-11-01&endDate=2026-11-27', '2026-11-01', '2026-11-27'],
  ['startDate=2026-11-01&endDate=2026-11-01', '2026-11-01', '2026-11-01'],
  ['startDate=2026-11-01&endDate=2026-11-28', '', ''],
  ['startDate=2026-11-02&endDate=2026-11-01', '', ''],
  ['startDate=2026-02-30&endDate=2026-11-01', '', ''],
  ['startDate=2026-11-01', '', ''],
  ['endDate=2026-11-01', '', ''],
])('reads the days of “%s”', (query, from, to) => {
  expect(readDays(new URLSearchParams(query), TODAY)).toEqual({ from, to })
})

it('writes the days into the address, and none for all articles', () => {
  const days = lastDays(30, TODAY)
  expect(days).toEqual({ from: '2026-10-29', to: TODAY })
  expect(writeDays('Q1', days)).toBe('/entidades/Q1?startDate=2026-10-29&endDate=2026-11-27')
  expect(writeDays('Q1', { from: '', to: '' })).toBe('/entidades/Q1')
})
