import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shortestSingle } from './single-precision.ts'

test('returns few digits that parse to the same number', () => {
  expect(shortestSingle(Math.fround(0.9))).toBe(0.9)
  fc.assert(
    fc.property(fc.float({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(Math.fround(shortestSingle(value)) === value).toBe(true)
    }),
  )
})
