import type { Neighbours } from './vector-search.ts'

/**
 * Reciprocal rank fusion: `(1 - alpha) / rank by text + alpha / rank by vector`, ranks counted from 1; a document
 * that one list lacks gets nothing from it.
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
