import { expect, it } from 'vitest'
import { numberInRange, type NumberRange } from './number-input.ts'

const SHARE: NumberRange = { least: -1, most: 1 }
const MINUTES: NumberRange = { least: 0, most: 60, isWhole: true }

it.each([
  [-1, SHARE],
  [1, SHARE],
  [0.25, SHARE],
  [0, MINUTES],
  [60, MINUTES],
])('returns %s of %j', (value, range) => {
  expect(numberInRange(value, 'filter.n', range)).toBe(value)
})

it('returns 0 for -0, so that equal numbers have one form', () => {
  expect(numberInRange(-0, 'filter.n', SHARE)).toBe(0)
})

it.each([
  [-1.001, SHARE, 'filter.n: deve ficar entre -1 e 1.'],
  [1.001, SHARE, 'filter.n: deve ficar entre -1 e 1.'],
  [Number.NaN, SHARE, 'filter.n: deve ficar entre -1 e 1.'],
  [-1, MINUTES, 'filter.n: deve ficar entre 0 e 60.'],
  [61, MINUTES, 'filter.n: deve ficar entre 0 e 60.'],
  [0.5, MINUTES, 'filter.n: deve ser um número inteiro.'],
])('refuses %s of %j and names the argument', (value, range, message) => {
  expect(() => numberInRange(value, 'filter.n', range)).toThrow(message)
})
