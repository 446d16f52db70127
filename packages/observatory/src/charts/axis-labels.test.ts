import { expect, it } from 'vitest'
import { fitTickLabels, fitTicks } from './axis-labels.ts'

it('names as many ticks as a width has place for, the first one always', () => {
  const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun']
  const named = (width: number) => months.map(fitTickLabels(width, (month: string) => month)).filter(Boolean)
  expect([200, 320, 1200].map(fitTicks)).toEqual([2, 4, 15])
  expect(named(200)).toEqual(['jan', 'abr'])
  expect(named(320)).toEqual(['jan', 'mar', 'mai'])
  expect(named(1200)).toEqual(months)
})
