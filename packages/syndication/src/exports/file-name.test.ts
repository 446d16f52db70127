import { expect, it } from 'vitest'
import { parseSelection } from '../selection/selection.ts'
import { fileNameOf } from './file-name.ts'

const LATE = new Date('2026-06-02T02:59:59Z')

it.each([
  [{}, 'noticias-2026-06-01.csv'],
  [{ q: 'Vacinação "já"', agencies: ['saude'] }, 'noticias-vacinacao-ja-orgaos-saude-2026-06-01.csv'],
  [{ q: 'a', title: '../Meu "recorte"' }, 'noticias-meu-recorte-2026-06-01.csv'],
  [{ q: '日本' }, 'noticias-2026-06-01.csv'],
  [{ q: `${'a'.repeat(89)} bcd` }, `noticias-${'a'.repeat(89)}-2026-06-01.csv`],
])('%j is in the name of the file', (filter, name) => {
  expect(fileNameOf('notícias', parseSelection(filter), { ending: 'csv', now: LATE })).toBe(name)
})
