import { expect, test } from 'vitest'
import { parseQuery } from './query-words.ts'
import { createTokenizer } from '../tokens/tokenize.ts'

const parse = (query: string): unknown => parseQuery(query, createTokenizer([], []))

test.each([
  ['governo federal', { words: ['governo', 'federal'], phrases: [], excluded: [] }],
  ['"diário oficial" união', { words: ['uniao'], phrases: [['diario', 'oficial']], excluded: [] }],
  ['governo -federal', { words: ['governo'], phrases: [], excluded: [['federal']] }],
  [
    'governo -"governo federal" já',
    { words: ['governo', 'ja'], phrases: [], excluded: [['governo', 'federal']] },
  ],
  ['covid-19 - x', { words: ['covid19', 'x'], phrases: [], excluded: [] }],
  ['"nunca fechada aqui', { words: [], phrases: [['nunca', 'fechada', 'aqui']], excluded: [] }],
  ['"uma"', { words: [], phrases: [['uma']], excluded: [] }],
  ['?! ""', { words: [], phrases: [], excluded: [] }],
])('%s', (query, expected) => {
  expect(parse(query)).toEqual(expected)
})
