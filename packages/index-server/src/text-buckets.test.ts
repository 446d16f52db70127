import { expect, test } from 'vitest'
import { bucketScores } from './text-buckets.ts'
import { TextMatches } from './text-matches.ts'

/** Bucketed scores of hits with these text scores, given in their order. */
function bucket(scores: number[], buckets: number): number[] {
  const matches = new TextMatches(scores.length)
  scores.forEach((score, slot) => matches.add(slot, score, 0))
  return [
    ...bucketScores(
      Int32Array.from(scores, (_, slot) => slot),
      matches,
      buckets,
    ),
  ]
}

test('hits of one bucket are equal, buckets fall', () => {
  const [a, b, c, d, e, f] = bucket([9, 8, 7, 6, 5, 4], 3)
  expect([a, c, e]).toEqual([b, d, f])
  expect([a, c, e]).toEqual([a, c, e].toSorted((x, y) => y! - x!))
  expect(new Set([a, c, e]).size).toBe(3)
})

test('buckets that begin with the same score are one', () => {
  const [a, b, c, d] = bucket([9, 9, 9, 1], 2)
  expect([a, b, c]).toEqual([d, d, d])
})

test('fewer hits than buckets keep their order and their ties', () => {
  const [a, b, c] = bucket([9, 5, 5], 10)
  expect(a).toBeGreaterThan(b!)
  expect(b).toBe(c)
})

test('hits that do not fill the buckets evenly make smaller ones, and so more of them', () => {
  expect(new Set(bucket([9, 8, 7, 6, 5], 3)).size).toBe(5)
  expect(new Set(bucket([9, 8, 7, 6, 5, 4, 3], 3)).size).toBe(4)
})
