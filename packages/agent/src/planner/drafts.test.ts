import fc from 'fast-check'
import { expect, it } from 'vitest'
import { checkDrafts, draftOf, keywordForms, withoutCopies } from './drafts.ts'
import { NameIndex } from './name-index.ts'
import { readWords } from './read-words.ts'
import { findSubjects } from './subjects.ts'

const index = new NameIndex({
  themes: [{ code: '03', label: 'Saúde', level: 1, parentCode: null }],
  agencies: [{ key: 'mec', name: 'Ministério da Educação', aliases: ['MEC'] }],
  entities: [{ name: 'Programa Bolsa Família', aliases: ['Bolsa Família'] }],
})
const draftsOf = (prompt: string) =>
  findSubjects(readWords(prompt), index).map((subject) => draftOf(subject, new Map()))

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
  const [subject] = findSubjects(readWords('bolsa família em escolas'), index)
  expect(keywordForms(subject?.terms ?? [])).toEqual([
    'Bolsa Família escolas',
    'Programa Bolsa Família escolas',
    'Bolsa Família escola',
  ])
})

it('removes duplicates', () => {
  expect(withoutCopies(draftsOf('Saúde, saúde e SAÚDE')).map(({ title }) => title)).toEqual(['Saúde'])
})
