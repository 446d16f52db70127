import { expect, it } from 'vitest'
import { countAxis, fitTickLabels, fitTicks, shortenApart, spanOf } from './axis-labels.ts'

it('names as many ticks as a width has place for, the first one always', () => {
  const months = ['jan', 'fev', 'mar', 'abr', 'mai', 'jun']
  const named = (width: number) => months.map(fitTickLabels(width, (month: string) => month)).filter(Boolean)
  expect([200, 320, 1200].map(fitTicks)).toEqual([2, 4, 15])
  expect(named(200)).toEqual(['jan', 'abr'])
  expect(named(320)).toEqual(['jan', 'mar', 'mai'])
  expect(named(1200)).toEqual(months)
})

it('shortens names, and those that would look the same by what they have in common', () => {
  const names = [
    'Ministério da Saúde',
    'Ministério do Desenvolvimento Agrário',
    'Ministério do Desenvolvimento e Assistência Social',
    'Casa Civil',
  ]
  expect([...shortenApart(names, 24).values()]).toEqual([
    'Min. da Saúde',
    '…Agrário',
    '…e Assistência Social',
    'Casa Civil',
  ])
  expect([...shortenApart(names, 12).values()]).toEqual([
    'Min. da Saú…',
    '…Agrário',
    '…e Assistên…',
    'Casa Civil',
  ])
  expect([...shortenApart(names, 60).values()]).toEqual(
    names.map((name) => name.replace('Ministério', 'Min.')),
  )
})

it('spans whole days, and ends before the midnight of a day that is not drawn', () => {
  const [start, end] = spanOf({ from: '2026-11-22', to: '2026-11-28' })
  expect(start.toISOString()).toBe('2026-11-22T00:00:00.000Z')
  expect(end.toISOString()).toBe('2026-11-28T23:59:59.999Z')
})

it('has no ticks between whole numbers, which are written in Portuguese', () => {
  expect([0, 1, 2, 5, 6, 2000].map((most) => countAxis(most).ticks)).toEqual([
    1,
    1,
    2,
    5,
    undefined,
    undefined,
  ])
  expect([0, 2, 1.5, 1000].map(countAxis(2).tickFormat)).toEqual(['0', '2', '', '1.000'])
})
