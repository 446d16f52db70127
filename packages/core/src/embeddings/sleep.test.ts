import { expect, it } from 'vitest'
import { isAsleep } from './sleep.ts'

// Brasília is three hours behind UTC.
const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour + 3, 30))

it.each([
  [22, false],
  [23, true],
  [0, true],
  [5, true],
  [6, false],
])('sleeps across midnight: at %i h %s', (hour, expected) => {
  expect(isAsleep({ from: 23, to: 6 }, at(hour))).toBe(expected)
})

it.each([
  [1, false],
  [2, true],
  [4, true],
  [5, false],
])('sleeps within a day: at %i h %s', (hour, expected) => {
  expect(isAsleep({ from: 2, to: 5 }, at(hour))).toBe(expected)
})

it('never sleeps without hours', () => {
  expect(isAsleep(undefined, at(3))).toBe(false)
})
