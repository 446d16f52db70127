import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkDrafts, draftOf, keywordForms, keywordsOf, withoutCopies } from './drafts.ts'
import { NameIndex } from '../names/name-index.ts'
import { readWords } from '../words/read-words.ts'
import { readSubjects } from './subjects.ts'

const index = new NameIndex({
  themes: [{ code: '03', label: 'Saúde', level: 1, parentCode: null }],
  agencies: [{ key: 'mec', name: 'Ministério da Educação', aliases: ['MEC'] }],
  entities: [{ name: 'Programa Bolsa Família', aliases: ['Bolsa Família'] }],
})
const draftsOf = (prompt: string) =>
  readSubjects(readWords(prompt), index).subjects.map((subject) => draftOf(subject, new Map()))

it('returns only recortes that a clipping accepts, for any text', () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 120 }),
    fc.constantFrom(
      'saúde',
      'MEC',
      'Bolsa Família',
      'sobre',
      'e',
      ',',
      '. ',
      'notícias',
      'Pará',
      'no',
      '(CE)',
      '`]||',
      '\0',
      'İ',
    ),
  )
  const runs = 300
  let checked = 0
  fc.assert(
    fc.property(fc.array(word, { maxLength: 25 }), fc.constantFrom(' ', '', '\n'), (words, gap) => {
      for (const draft of draftsOf(words.join(gap))) {
        expect(checkDrafts([draft])).toEqual([{ title: draft.title, ...draft.filters }])
        checked++
      }
    }),
    { numRuns: runs },
  )
  expect(checked).toBeGreaterThan(runs / 2)
})

it('searches singular, plural and all names of an entity', () => {
  const [subject] = readSubjects(readWords('bolsa família em escolas'), index).subjects
  expect(keywordForms(subject?.terms ?? [])).toEqual([
    'Bolsa Família escolas',
    'Programa Bolsa Família escolas',
    'Bolsa Família escola',
  ])
})

it('removes duplicates', () => {
  expect(withoutCopies(draftsOf('Saúde, saúde e SAÚDE')).map(({ title }) => title)).toEqual(['Saúde'])
})

it('keeps the words as written, and only the forms that have news', () => {
  const terms = [{ text: 'escolas', forms: ['escola', 'escolinha'], isKnown: false }]
  const uses = new Map([
    ['escolas', 0],
    ['escola', 1],
    ['escolinha', 0],
  ])
  expect(keywordsOf(terms, uses)).toEqual(['escolas', 'escola'])
})

it('takes the first five terms, and at most eight forms', () => {
  const terms = ['a', 'b', 'c', 'd', 'e', 'f'].map((text) => ({
    text,
    forms: [`${text}1`, `${text}2`],
    isKnown: false,
  }))
  const forms = keywordForms(terms)
  expect(forms[0]).toBe('a b c d e')
  expect(forms).toHaveLength(8)
  const draft = draftOf({ phrase: 'x', names: [], terms, allTerms: terms, states: [] }, new Map())
  expect(draft.terms).toEqual(terms.slice(0, 5))
})

describe('the title', () => {
  const health = { kind: 'theme' as const, code: '03', label: 'Saúde', alias: 'saude' }
  const mec = { kind: 'agency' as const, code: 'mec', label: 'Ministério da Educação', alias: 'MEC' }
  const term = { text: 'dengue', forms: [], isKnown: false }
  const long = (characters: number) => ({ ...health, label: 'S'.repeat(characters) })

  it.each([
    ['a name alone', [health], [], 'Saúde'],
    ['a name with a word', [health], [term], 'Como escrito'],
    ['two names', [health, mec], [], 'Como escrito'],
    ['a word', [], [term], 'Como escrito'],
    ['a name of 45 characters', [long(45)], [], 'S'.repeat(45)],
    ['a name of 46 characters', [long(46)], [], 'Como escrito'],
  ])('of %s', (_, names, terms, title) => {
    expect(
      draftOf({ phrase: 'como escrito', names, terms, allTerms: terms, states: [] }, new Map()).title,
    ).toBe(title)
  })
})
