import { expect, it } from 'vitest'
import { layOut } from './compare-state.ts'
import { listAgencies, listPoints, partOf, type Compared } from './compared.ts'
import { tellApart } from './name-question.ts'

const item = (key: string, count: number, all: number) => ({ key, label: key, count, share: count / all })

function compared(name: string, from: string, to: string, answer: Partial<Compared['answer']>): Compared {
  const nothing = { found: 0, total: 0, items: [] }
  return {
    name,
    days: { from, to },
    before: { from, to },
    answer: { periods: nothing, agencies: { items: [] }, before: nothing, ...answer },
  }
}

it('stands the first days of different periods over each other, each with its own name', () => {
  const june = compared('junho', '2026-06-01', '2026-06-03', {
    periods: { found: 3, total: 6, items: [item('2026-06-02', 3, 6)] },
  })
  const may = compared('maio', '2026-05-30', '2026-05-31', {
    periods: { found: 1, total: 4, items: [item('2026-05-30', 1, 4)] },
  })
  const layout = layOut([june.days, may.days])
  const points = listPoints([june, may], layout, { measure: 'share', today: '2026-06-03' })
  expect(points.map(({ name, period, count, isPartial }) => [name, period, count, isPartial])).toEqual([
    ['junho', '2026-06-01', 0, false],
    ['junho', '2026-06-02', 0.5, false],
    ['junho', '2026-06-03', 0, true],
    ['maio', '2026-06-01', 0.25, false],
    ['maio', '2026-06-02', 0, false],
  ])
  expect(points[3]?.label).toContain('30 de mai.')
})

it('lists the agencies with most articles over all questions, with zeros where one has none', () => {
  const first = compared('a', '2026-06-01', '2026-06-30', {
    agencies: { items: [item('saude', 4, 8), item('mec', 1, 2)] },
    before: { found: 9, total: 9, items: [item('saude', 2, 4), item('gone', 7, 7)] },
  })
  const second = compared('b', '2026-06-01', '2026-06-30', { agencies: { items: [item('mec', 5, 5)] } })
  const rows = listAgencies([first, second], 2)
  expect(rows.map(({ key }) => key)).toEqual(['mec', 'saude'])
  expect(rows[1]?.numbers).toEqual([
    { count: 4, share: 0.5, beforeCount: 2, beforeShare: 0.5 },
    { count: 0, share: 0, beforeCount: 0, beforeShare: 0 },
  ])
  expect(listAgencies([first, second], 1)).toHaveLength(1)
})

it('has no part of nothing', () => {
  expect([partOf({ found: 0, total: 0 }), partOf({ found: 1, total: 4 })]).toEqual([0, 0.25])
})

it('tells questions of one name apart by their days, and by a number when the days are the same', () => {
  const days = { from: '2026-06-01', to: '2026-06-30' }
  const may = { from: '2026-05-01', to: '2026-05-31' }
  const names = tellApart([
    { name: 'a', days },
    { name: 'a', days: may },
    { name: 'a', days },
    { name: 'b', days },
    { name: 'b', days: { from: '2025-12-31', to: '2026-01-01' } },
  ])
  expect(names).toEqual([
    '01/06–30/06/2026 a',
    '01/05–31/05/2026 a',
    '01/06–30/06/2026 a (2)',
    '01/06–30/06/2026 b',
    '31/12/2025–01/01/2026 b',
  ])
})
