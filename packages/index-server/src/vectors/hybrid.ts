import { PagedNumbers } from '../arrays/paged-numbers.ts'
import type { Neighbours } from './vector-search.ts'

/**
 * Reciprocal rank fusion: `(1 - alpha) / rank by text + alpha / rank by vector`. Ranks count from 1. A list without
 * the document adds 0.
 */
export function fuseRanks(byText: Int32Array, neighbours: Neighbours, alpha: number): PagedNumbers {
  const fused = new PagedNumbers(0)
  byText.forEach((slot, rank) => fused.set(slot, fused.get(slot) + (1 - alpha) / (rank + 1)))
  neighbours.slots.forEach((slot, rank) => fused.set(slot, fused.get(slot) + alpha / (rank + 1)))
  return fused
}
