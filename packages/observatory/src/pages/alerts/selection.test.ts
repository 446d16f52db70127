import { describe, expect, it } from 'vitest'
import { describeExclusions, recorteOf, selectsSomething, type AlertSelection } from './selection.ts'

const NO_NAMES = { agencies: [], excludeAgencies: [], themes: [], entities: [], states: [] }
const NOTHING = {
  keywords: [],
  excludeKeywords: [],
  agencies: [],
  excludeAgencies: [],
  themes: [],
  entityCanonical: [],
  states: [],
}

describe('recorteOf', () => {
  it.each([
    ['words', { words: '  dengue   hoje ' }, NO_NAMES, { title: 'dengue hoje', keywords: ['dengue hoje'] }],
    [
      'excluded words',
      { words: 'vacina', excludeWords: ['futebol'] },
      NO_NAMES,
      { title: 'vacina', keywords: ['vacina'], excludeKeywords: ['futebol'] },
    ],
    [
      'excluded agencies',
      { words: 'vacina', excludeAgencies: ['saude'] },
      NO_NAMES,
      { title: 'vacina', keywords: ['vacina'], excludeAgencies: ['saude'] },
    ],
    [
      'codes, whose names are the title',
      { agencies: ['saude'], themes: ['03'] },
      { ...NO_NAMES, agencies: ['Ministério da Saúde'], themes: ['Saúde'] },
      { title: 'Ministério da Saúde · Saúde', agencies: ['saude'], themes: ['03'] },
    ],
    [
      'entities, whose names are the title',
      { entities: ['Q1', 'Q2'] },
      { ...NO_NAMES, entities: ['SUS', 'Fiocruz'] },
      { title: 'SUS · Fiocruz', entityCanonical: ['Q1', 'Q2'] },
    ],
    [
      'states, whose names are the title',
      { states: ['CE'] },
      { ...NO_NAMES, states: ['Ceará'] },
      { title: 'Ceará', states: ['CE'] },
    ],
    [
      'words and entities',
      { words: 'dengue', entities: ['Q1', 'Q2'] },
      { ...NO_NAMES, entities: ['SUS', 'Fiocruz'] },
      { title: 'dengue · SUS · Fiocruz', keywords: ['dengue'], entityCanonical: ['Q1', 'Q2'] },
    ],
  ])('has %s', (_, selection: AlertSelection, names, recorte) => {
    expect(recorteOf(selection, names)).toEqual({ ...NOTHING, ...recorte })
  })

  it('describes what the alert leaves out', () => {
    const names = { ...NO_NAMES, excludeAgencies: ['Ministério da Saúde', 'Fiocruz'] }
    expect(describeExclusions({ words: 'vacina', excludeWords: ['futebol'] }, names)).toEqual([
      'exceto Ministério da Saúde',
      'exceto Fiocruz',
      'sem “futebol”',
    ])
    expect(describeExclusions({ words: 'vacina' }, NO_NAMES)).toEqual([])
  })

  it('has a title of at most 100 characters', () => {
    const titleOf = (length: number) => recorteOf({ words: 'a'.repeat(length) }, NO_NAMES).title
    expect(titleOf(100)).toBe('a'.repeat(100))
    expect(titleOf(101)).toBe(`${'a'.repeat(99)}…`)
  })
})

it.each([
  [{}, false],
  [{ words: ' ', agencies: [], themes: [], entities: [] }, false],
  [{ excludeWords: ['a'], leavesOut: true }, false],
  [{ excludeAgencies: ['a'] }, false],
  [{ words: 'a' }, true],
  [{ agencies: ['a'] }, true],
  [{ themes: ['a'] }, true],
  [{ entities: ['a'] }, true],
])('%j selects something: %s', (selection: AlertSelection, selects) => {
  expect(selectsSomething(selection)).toBe(selects)
})
