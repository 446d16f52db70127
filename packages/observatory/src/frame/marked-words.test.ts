import { expect, it } from 'vitest'
import { cutAtWords } from './marked-words.ts'

const marked = (text: string, query: string) =>
  cutAtWords(text, query)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')

it.each([
  ['a word without its accent', 'Vacinação em dia', 'vacinacao', '[Vacinação] em dia'],
  [
    'an accent that is a character of its own',
    'Vacinac\u0327a\u0303o',
    'vacinação',
    '[Vacinac\u0327a\u0303o]',
  ],
  ['a longer form', 'Casos de dengue e dengues', 'DENGUE', 'Casos de [dengue] e [dengues]'],
  ['not a word that only contains it', 'Antidengue', 'dengue', 'Antidengue'],
  ['each of several words', 'Bolsa Família', 'familia bolsa', '[Bolsa] [Família]'],
  ['words in quotes', 'Bolsa Família', '"bolsa família"', '[Bolsa] [Família]'],
  ['no excluded word', 'Dengue e futebol', 'dengue -futebol', '[Dengue] e futebol'],
  ['no word of two letters', 'Rio de Janeiro', 'de', 'Rio de Janeiro'],
  ['a word of three letters', 'SUS amplia', 'sus', '[SUS] amplia'],
  ['nothing without words', 'Dengue', '', 'Dengue'],
])('marks %s', (_, text, query, expected) => {
  expect(marked(text, query)).toBe(expected)
})
