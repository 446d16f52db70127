import { expect, test } from 'vitest'
import { parseVectorQuery } from './vector-query-parser.ts'

test('parses the vector and its options', () => {
  expect(
    parseVectorQuery(
      'vetor:([0.5, -1e-2], k: 7, ef:300, alpha:0.8, distance_threshold:0.4, flat_search_cutoff:9)',
    ),
  ).toEqual({
    field: 'vetor',
    vector: [0.5, -0.01],
    id: undefined,
    k: 7,
    alpha: 0.8,
    distanceThreshold: 0.4,
    flatSearchCutoff: 9,
  })
  expect(parseVectorQuery('vetor:([], id: abc-1)')).toMatchObject({
    vector: [],
    id: 'abc-1',
    k: 0,
    alpha: 0.3,
  })
})

test.each([
  'vetor:[1,2], k:5',
  'vetor',
  'vetor:([1,x])',
  'vetor:([1], k:-1)',
  'vetor:([1], alpha:2)',
  'vetor:([1], nada)',
])('refuses %s', (text) => {
  expect(() => parseVectorQuery(text)).toThrow('Malformed vector query string')
})
