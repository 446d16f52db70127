import { expect, it } from 'vitest'
import { listPresets } from './period-presets.ts'

const daysOf = (today: string) =>
  Object.fromEntries(listPresets(today).map(({ label, startDate, endDate }) => [label, [startDate, endDate]]))

it.each([
  [
    'a Monday, the first of a year’s second month',
    '2027-02-01',
    {
      Hoje: ['2027-02-01', '2027-02-01'],
      '7 dias': ['2027-01-26', '2027-02-01'],
      '30 dias': ['2027-01-03', '2027-02-01'],
      'Última semana': ['2027-01-25', '2027-01-31'],
      'Mês passado': ['2027-01-01', '2027-01-31'],
    },
  ],
  [
    'a Sunday, the last of a March',
    '2024-03-31',
    {
      Hoje: ['2024-03-31', '2024-03-31'],
      '7 dias': ['2024-03-25', '2024-03-31'],
      '30 dias': ['2024-03-02', '2024-03-31'],
      'Última semana': ['2024-03-18', '2024-03-24'],
      'Mês passado': ['2024-02-01', '2024-02-29'],
    },
  ],
])('returns the days of each preset on %s', (_, today, days) => {
  expect(daysOf(today)).toEqual(days)
})
