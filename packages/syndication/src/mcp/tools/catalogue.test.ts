import { expect, it } from 'vitest'
import { matchNames } from './catalogue.ts'

const AGENCIES = [
  { code: 'ans', label: 'Agência Nacional de Saúde Suplementar' },
  { code: 'mec', label: 'Ministério da Educação' },
  { code: 'saude', label: 'Ministério da Saúde' },
]

it.each([
  ['Ministério da Saúde', ['saude']],
  ['ministerio da saude', ['saude']],
  ['saúde', ['saude', 'ans']],
  ['ANS', ['ans']],
  ['suplement', ['ans']],
  ['Ministérios', []],
  ['da', ['ans', 'mec', 'saude']],
  // More words go before a shorter name, and a whole word counts as two parts of words.
  ['agência nacional saúde ministério', ['ans', 'saude']],
  ['educa minist saúde', ['saude', 'mec', 'ans']],
  ['', ['ans', 'mec', 'saude']],
  ['\u0000 "', ['ans', 'mec', 'saude']],
])('finds the agencies of the name %j', (query, codes) => {
  expect(matchNames(AGENCIES, query).map(({ code }) => code)).toEqual(codes)
})

it.each(['a', 'as', 'o', 'os', 'da', 'das', 'de', 'do', 'dos', 'e', 'em', 'para'])(
  'the small word %j asks for nothing',
  (word) => {
    expect(matchNames(AGENCIES, word)).toEqual(AGENCIES)
  },
)
