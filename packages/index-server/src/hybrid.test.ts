import { expect, test } from 'vitest'
import { fuseRanks } from './hybrid.ts'

test('adds the weighted ranks of both lists', () => {
  const neighbours = {
    slots: Int32Array.of(2, 0),
    distances: Float64Array.of(0.5, Number.NaN, 0.1, Number.NaN),
  }
  const fused = fuseRanks(4, Int32Array.of(0, 1), neighbours, 0.3)
  expect([...fused]).toEqual([0.7 + 0.3 / 2, 0.7 / 2, 0.3, 0])
})
