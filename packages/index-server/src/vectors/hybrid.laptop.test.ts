import { expect, test } from 'vitest'
import { fuseRanks } from './hybrid.ts'
import { PagedNumbers } from '../arrays/paged-numbers.ts'

test('adds the weighted ranks of both lists', () => {
  const neighbours = {
    slots: Int32Array.of(2, 0),
    distances: new PagedNumbers(Number.NaN),
  }
  const fused = fuseRanks(Int32Array.of(0, 1), neighbours, 0.3)
  expect([0, 1, 2, 3].map((slot) => fused.get(slot))).toEqual([0.7 + 0.3 / 2, 0.7 / 2, 0.3, 0])
})
