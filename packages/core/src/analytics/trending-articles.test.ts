import { expect, it } from 'vitest'
import { scoreThemes } from './trending-articles.ts'

it('scores a theme by its last day relative to its mean day', () => {
  const scores = scoreThemes([
    { themeCode: '01', lastDay: 4, lastWeek: 7 },
    { themeCode: '02', lastDay: 1, lastWeek: 3 },
    { themeCode: '03', lastDay: 5, lastWeek: 5 },
    { themeCode: '04', lastDay: 0, lastWeek: 9 },
    { themeCode: '05', lastDay: 8, lastWeek: 21 },
  ])
  expect([...scores]).toEqual([
    ['01', 4],
    ['02', 2.333],
    ['03', 7],
    ['05', 2.667],
  ])
})
