import { expect, it } from 'vitest'
import { spreadLabels } from './spread-labels.ts'

it.each([
  ['values that are far apart', [30, 10, 20], [30, 10, 20]],
  ['a value too near to one below', [10, 12], [10, 15]],
  ['equal values, the first one above', [0, 0, 0], [10, 5, 0]],
  ['a value that a moved label reaches', [10, 11, 16], [10, 15, 20]],
  ['a value exactly one gap above', [10, 15], [10, 15]],
  ['nothing', [], []],
])('places %s', (_, values, places) => {
  expect(spreadLabels(values, 5)).toEqual(places)
})
