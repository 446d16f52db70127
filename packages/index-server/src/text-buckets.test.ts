import { expect, test } from 'vitest'
import { bucketScores } from './text-buckets.ts'
import { TextMatches } from './text-matches.ts'

function rank(count: number): { matches: TextMatches; ranked: Int32Array } {
  const matches = new TextMatches(count)
  for (let slot = 0; slot < count; slot++) matches.add(slot, count - slot, 0)
  return { matches, ranked: Int32Array.from({ length: count }, (_, slot) => slot) }
}

test('hits of one bucket are equal, buckets fall', () => {
  const { matches, ranked } = rank(6)
  const scores = bucketScores(ranked, matches, 3)
  expect(scores[0]).toBe(scores[1])
  expect(scores[1]).toBeGreaterThan(scores[2]!)
  expect(scores[2]).toBe(scores[3])
})

test('more buckets than hits leave the text order as it is', () => {
  const { matches, ranked } = rank(3)
  const scores = bucketScores(ranked, matches, 10)
  expect([...scores]).toEqual([...scores].toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(3)
})
