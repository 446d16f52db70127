import { expect, it } from 'vitest'
import { plainWords } from './search.ts'

it.each([
  ['vacina contra a gripe', 'vacina contra a gripe'],
  ['gripe -H1N1 --já', 'gripe H1N1 já'],
  ['pré-sal', 'pré-sal'],
  ['a - b -', 'a - b -'],
  ['"contra a gripe" já', '"contra a gripe" já'],
  ['vacina "contra a gripe', 'vacina  contra a gripe'],
  ['"a" "b', ' a   b'],
])('%j is searched for as %j', (query, words) => {
  expect(plainWords(query)).toBe(words)
})
