import { expect, test } from 'vitest'
import { bucketScores } from './text-buckets.ts'
import { TextMatches } from './text-matches.ts'

/** Returns the bucketed scores of hits with these text scores, in their order. */
function bucket(scores: number[], buckets: number): number[] {
  const matches = new TextMatches()
  scores.forEach((score, slot) => matches.add(slot, score, 0))
  const ranked = Int32Array.from(scores, (_, slot) => slot)
  const bucketed = bucketScores(ranked, matches, buckets)
  return scores.map((_, slot) => bucketed.get(slot))
}

test('gives the hits of one bucket equal scores, and later buckets lower ones', () => {
  const [a, b, c, d, e, f] = bucket([9, 8, 7, 6, 5, 4], 3)
  expect([a, c, e]).toEqual([b, d, f])
  expect([a, c, e]).toEqual([a, c, e].toSorted((x, y) => y! - x!))
  expect(new Set([a, c, e]).size).toBe(3)
})

test('merges buckets that begin with the same score', () => {
  const [a, b, c, d] = bucket([9, 9, 9, 1], 2)
  expect([a, b, c]).toEqual([d, d, d])
})

test('keeps order and ties of fewer hits than buckets', () => {
  const [a, b, c] = bucket([9, 5, 5], 10)
  expect(a).toBeGreaterThan(b!)
  expect(b).toBe(c)
})

test('makes more and smaller buckets when the hits do not fill them evenly', () => {
  expect(new Set(bucket([9, 8, 7, 6, 5], 3)).size).toBe(5)
  expect(new Set(bucket([9, 8, 7, 6, 5, 4, 3], 3)).size).toBe(4)
})
