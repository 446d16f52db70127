import { expect, it } from 'vitest'
import { fitCosts } from './bench/day/meters.ts'

it('finds what each cause costs from the costs of periods', () => {
  const periods = [
    [10, 0, 0],
    [12, 3, 0],
    [9, 1, 100],
    [11, 5, 20],
    [10, 2, 60],
  ].map(([runs = 0, articles = 0, deliveries = 0]) => ({
    causes: [runs, articles, deliveries],
    cost: 0.5 * runs + 2 * articles + 0.1 * deliveries,
  }))
  const costs = fitCosts(periods).map((cost) => Number(cost.toFixed(6)))
  expect(costs).toEqual([0.5, 2, 0.1])
})
