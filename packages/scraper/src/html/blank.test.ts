import { expect, it } from 'vitest'
import { distinct } from './blank.ts'

it.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  [['a', ' A '], ['a']],
  [[' um  dois ', '', ' ', '\u200b'], ['um dois']],
  [[], []],
])('of %j are distinct: %j', (values, kept) => {
  expect(distinct(values)).toEqual(kept)
})
