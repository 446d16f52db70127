import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'
import { checkNames } from './check-names.ts'

const article = {
  title: 'Ministra visita Belém',
  content:
    'A ministra da Saúde, **Nísia Trindade**, visitou\nBelém do Pará nesta segunda. O Instituto Evandro  Chagas recebeu a ' +
    'comitiva. Escreva a fulano@Orgao.gov.br. Anápolis não foi visitada.',
}
const given = (names: unknown) =>
  readAnswer(JSON.stringify({ themeCode: null, summary: 'Uma visita.', names }), new Map()).names
const check = (names: unknown) => checkNames(given(names), article)

describe('names that a model gave', () => {
  it('stay when the text has them as whole words, with an office that it has', () => {
    expect(
      check([
        { type: 'PER', name: 'Nísia Trindade', office: 'Ministra da Saúde' },
        { type: 'LOC', name: 'Belém do Pará' },
        { type: 'ORG', name: 'Instituto Evandro Chagas', office: 'ministra' },
      ]),
    ).toEqual([
      { type: 'PER', text: 'Nísia Trindade', office: 'Ministra da Saúde' },
      { type: 'LOC', text: 'Belém do Pará', office: null },
      { type: 'ORG', text: 'Instituto Evandro Chagas', office: null },
    ])
  })

  it.each([
    ['a name that the text does not have', { type: 'PER', name: 'Camilo Santana' }],
    ['a part of a word', { type: 'LOC', name: 'Aná' }],
    ['a name in other case', { type: 'PER', name: 'nísia trindade' }],
    ['a name without its accents', { type: 'PER', name: 'Nisia Trindade' }],
    ['a word without capitals', { type: 'ORG', name: 'comitiva' }],
    ['a part of an address', { type: 'ORG', name: 'Orgao' }],
    ['another type', { type: 'EVENT', name: 'Belém' }],
    ['no type', { name: 'Belém' }],
    ['a number for a name', { type: 'LOC', name: 7 }],
    ['one letter', { type: 'LOC', name: 'B' }],
    ['a name of 161 characters', { type: 'LOC', name: 'B'.repeat(161) }],
    ['a pattern', { type: 'LOC', name: 'B.*' }],
    ['null', null],
  ])('are left out: %s', (_, name) => {
    expect(check([name, { type: 'LOC', name: 'Belém' }])).toEqual([
      { type: 'LOC', text: 'Belém', office: null },
    ])
  })

  it('lose an office that the text does not have, and an office of another shape', () => {
    for (const office of ['ministra da Fazenda', 'minis', 3, ''])
      expect(check([{ type: 'PER', name: 'Nísia Trindade', office }])).toEqual([
        { type: 'PER', text: 'Nísia Trindade', office: null },
      ])
  })

  it('count once, and are none when they are no list', () => {
    expect(
      check([
        { type: 'LOC', name: 'Belém' },
        { type: 'ORG', name: ' Belém ' },
      ]),
    ).toHaveLength(1)
    for (const names of [undefined, null, 'Belém', { type: 'LOC', name: 'Belém' }])
      expect(check(names)).toEqual([])
  })

  it('are at most 40', () => {
    const names = Array.from({ length: 40 }, () => ({ type: 'LOC', name: 'Lugar' }))
    expect(check([...names.slice(1), { type: 'LOC', name: 'Belém' }])).toHaveLength(1)
    expect(check([...names, { type: 'LOC', name: 'Belém' }])).toEqual([])
  })
})
