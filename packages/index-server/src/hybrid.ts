import type { Neighbours } from './vector-search.ts'

/**
 * Reciprocal rank fusion: `(1 - alpha) / rank by text + alpha / rank by vector`. Ranks count from 1. A list without
 * the document adds 0.
 */
export function fuseRanks(
  slots: number,
  byText: Int32Array,
  neighbours: Neighbours,
  alpha: number,
): Float64Array {
  const fused = new Float64Array(slots)
  byText.forEach((slot, rank) => (fused[slot]! += (1 - alpha) / (rank + 1)))
  neighbours.slots.forEach((slot, rank) => (fused[slot]! += alpha / (rank + 1)))
  return fused
}
