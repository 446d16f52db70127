import { expect, it } from 'vitest'
import { describeClipping, explainCounts, suggestName } from './summary.ts'

it.each([
  [['Saúde'], 'Saúde'],
  [['Saúde', 'Enem'], 'Saúde e Enem'],
  [['Saúde', 'Enem', 'Dengue'], 'Saúde, Enem e mais 1'],
])('suggests a name for a clipping of %j', (titles, name) => {
  expect(suggestName(titles)).toBe(name)
})

it('limits names and descriptions to the lengths that a clipping accepts', () => {
  const titles = Array.from({ length: 10 }, (_, i) =>
    `Assunto muito comprido de número ${i} `.repeat(3).trim(),
  )
  expect([...suggestName(titles)].length).toBeLessThanOrEqual(100)
  expect([...describeClipping(titles)].length).toBeLessThanOrEqual(500)
})

it('describes the counts', () => {
  expect(
    explainCounts([
      { title: 'Saúde', count: 1, monthCount: 7 },
      { title: 'Enem', count: 0, monthCount: 0 },
    ]),
  ).toBe(
    '“Saúde”: 1 notícia nas últimas 24 horas e 7 nos últimos 30 dias.\n' +
      '“Enem”: nenhuma notícia nos últimos 30 dias; avisará quando houver.',
  )
})
