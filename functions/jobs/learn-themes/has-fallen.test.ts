import { expect, it } from 'vitest'
import { hasFallen } from './has-fallen.ts'

const measured = (accuracyL1: number | null, measuredArticles: number) => ({ accuracyL1, measuredArticles })

it.each([
  ['nothing before', undefined, measured(0.1, 1000), false],
  ['no measure before', measured(null, 0), measured(0.1, 1000), false],
  ['no measure now', measured(0.9, 1000), measured(null, 0), false],
  ['a better measure', measured(0.8, 1000), measured(0.9, 1000), false],
  ['a fall of 2 points', measured(0.9, 100_000), measured(0.88, 100_000), false],
  ['a fall of 4 points', measured(0.9, 100_000), measured(0.86, 100_000), true],
  ['a fall of 10 points of few articles', measured(0.7, 40), measured(0.6, 40), false],
  ['a fall of 30 points of few articles', measured(0.7, 40), measured(0.4, 40), true],
])('after %s', (_, before, now, fell) => {
  expect(hasFallen(before, now)).toBe(fell)
})
