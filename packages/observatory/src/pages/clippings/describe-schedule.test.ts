import { expect, it } from 'vitest'
import { describeSchedule } from './describe-schedule.ts'

it.each([
  ['0 7 * * *', 'todos os dias, às 07:00'],
  ['30 8 * * 1-5', 'de segunda a sexta, às 08:30'],
  ['0 8,18 * * 1,4', 'segunda, quinta, às 08:00 e 18:00'],
  ['0 8,12,18 * * *', 'todos os dias, às 08:00, 12:00 e 18:00'],
  ['0,30 8 * * *', 'todos os dias, às 08:00 e 08:30'],
  ['*/15 * * * *', '*/15 * * * *'],
  ['0 7 1 * *', '0 7 1 * *'],
])('describes %s', (schedule, words) => {
  expect(describeSchedule(schedule)).toBe(words)
})
