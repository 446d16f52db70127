import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillSeries } from './fill-series.ts'

const point = fc.record({
  period: fc.constantFrom('2026-06-01', '2026-06-08', '2026-06-15', '2026-06-22'),
  name: fc.constantFrom('Saúde', 'Educação', 'Meio ambiente'),
  count: fc.integer({ min: 1, max: 90 }),
})
const points = fc.uniqueArray(point, { selector: ({ period, name }) => `${period} ${name}` })

it('gives every series every period, keeps the counts and orders by total', () => {
  fc.assert(
    fc.property(points, (given) => {
      const { points: filled, names } = fillSeries(given)
      const periods = new Set(given.map(({ period }) => period))
      expect(filled).toHaveLength(periods.size * new Set(given.map(({ name }) => name)).size)
      expect(filled.filter(({ count }) => count > 0)).toHaveLength(given.length)
      for (const each of given) expect(filled).toContainEqual(each)
      const totals = names.map((name) =>
        given.filter((each) => each.name === name).reduce((sum, { count }) => sum + count, 0),
      )
      expect(totals).toEqual(totals.toSorted((a, b) => b - a))
    }),
  )
})

it('fills periods in which no series has a count', () => {
  const { points: filled } = fillSeries([{ period: '2026-06-01', name: 'Saúde', count: 2 }], ['2026-06-08'])
  expect(filled.map(({ period, count }) => [period, count])).toEqual([
    ['2026-06-01', 2],
    ['2026-06-08', 0],
  ])
})
