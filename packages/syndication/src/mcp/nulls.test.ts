import { expect, it } from 'vitest'
import { dropNulls } from './nulls.ts'

it.each([
  [null, null],
  [
    { a: null, b: undefined, c: 0, d: '', e: false },
    { c: 0, d: '', e: false },
  ],
  [[{ a: null, b: [{ c: null, d: 1 }] }], [{ b: [{ d: 1 }] }]],
  [
    [null, 1],
    [null, 1],
  ],
])('of %j leaves %j', (value, left) => {
  expect(dropNulls<unknown>(value as never)).toStrictEqual(left)
})
