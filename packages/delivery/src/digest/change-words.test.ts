import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { expect, it } from 'vitest'
import { countChanges, tellChanges, writeChange, writeMoreChanges } from './change-words.ts'

const edit: ShownChange = {
  uniqueId: 'a',
  kind: 'edited',
  position: '7',
  at: new Date('2026-06-01T11:00:00Z'),
  fromVersion: 1,
  toVersion: 2,
  grade: 'names',
  wordsBefore: 'Em\nBelém.',
  wordsAfter: 'Em Manaus.',
  title: 'Casos\nde dengue',
  url: 'https://www.gov.br/a',
  agency: 'saude',
  agencyName: 'Ministério\nda Saúde',
}
const removal: ShownChange = { ...edit, kind: 'removed', grade: null, wordsBefore: null, wordsAfter: null }

it.each<[Partial<ShownChange>, object]>([
  [
    {},
    {
      title: 'Casos de dengue',
      url: 'https://www.gov.br/a',
      agencyName: 'Ministério da Saúde',
      lines: ['Editada em 1º de junho, às 8h: nomes alterados', 'Antes: Em Belém.', 'Depois: Em Manaus.'],
    },
  ],
  ...Object.entries({
    typography: 'só a escrita mudou',
    small: 'pequena mudança',
    figures: 'números alterados',
    text_removed: 'texto retirado',
    meaning: 'o sentido mudou',
  }).map(([grade, words]): [Partial<ShownChange>, object] => [
    { grade: grade as ShownChange['grade'], wordsBefore: null, wordsAfter: null },
    { lines: [`Editada em 1º de junho, às 8h: ${words}`] },
  ]),
  [{ grade: null }, { lines: ['Editada em 1º de junho, às 8h', 'Antes: Em Belém.', 'Depois: Em Manaus.'] }],
  [{ wordsBefore: '', wordsAfter: null }, { lines: ['Editada em 1º de junho, às 8h: nomes alterados'] }],
  [{ url: 'javascript:x' }, { url: undefined }],
  [
    { title: 'x'.repeat(301), wordsBefore: 'y'.repeat(301) },
    {
      title: `${'x'.repeat(299)}…`,
      lines: [expect.any(String), `Antes: ${'y'.repeat(299)}…`, expect.any(String)],
    },
  ],
])('an edit with %j is told as %j', (changes, told) => {
  expect(writeChange({ ...edit, ...changes })).toMatchObject(told)
})

it('a removal has no page', () => {
  expect(writeChange(removal)).toEqual({
    title: 'Casos de dengue',
    url: undefined,
    agencyName: 'Ministério da Saúde',
    lines: ['Retirada do ar pelo site em 1º de junho, às 8h'],
  })
})

it.each<[readonly ShownChange[], number, string, string, string]>([
  [[], 0, '0 mudanças', '', ''],
  [[edit], 0, '1 mudança', 'Uma notícia já publicada foi editada.', ''],
  [[removal], 0, '1 mudança', 'Uma notícia já publicada foi retirada do ar.', ''],
  // The article of the only change is gone, so nothing can be told about it.
  [[], 1, '1 mudança', '1 mudança em notícias já publicadas.', 'E mais 1 mudança nesta edição.'],
  [[edit], 1, '2 mudanças', '2 mudanças em notícias já publicadas.', 'E mais 1 mudança nesta edição.'],
  [[edit, removal], 0, '2 mudanças', '2 mudanças em notícias já publicadas.', ''],
  [[edit], 2, '3 mudanças', '3 mudanças em notícias já publicadas.', 'E mais 2 mudanças nesta edição.'],
])('%j and %i more', (shown, more, count, told, below) => {
  const changes = { shown, more }
  expect([countChanges(changes), tellChanges(changes), writeMoreChanges(changes)]).toEqual([
    count,
    told,
    below,
  ])
})
