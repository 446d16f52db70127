import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BestScores } from './best-scores.ts'

const score = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
const compare = (a: number[], b: number[]): number => b[0]! - a[0]! || b[1]! - a[1]!

test('excludes the scores below the best ones, and none before there are enough', () => {
  fc.assert(
    fc.property(fc.array(score, { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), (scores, wanted) => {
      const best = new BestScores(wanted)
      const known: number[][] = []
      for (const [high, low] of scores) {
        const worst = known.toSorted(compare)[wanted - 1]
        expect(best.isFull).toBe(worst !== undefined)
        expect(best.excludes(high, low)).toBe(worst !== undefined && compare(worst, [high, low]) < 0)
        best.add(high, low)
        known.push([high, low])
      }
    }),
    { numRuns: 200 },
  )
})

test('excludes every score when none is wanted, and none when all are', () => {
  expect(new BestScores(0).excludes(9, 9)).toBe(true)
  const all = new BestScores(Number.POSITIVE_INFINITY)
  all.add(9, 9)
  expect(all.excludes(0, 0)).toBe(false)
})
