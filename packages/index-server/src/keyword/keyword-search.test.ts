import { expect, test, vi } from 'vitest'
import { Collection } from '../storage/collection.ts'
import * as fuzzy from './fuzzy-terms.ts'
import { parseKeywordOptions } from './keyword-parser.ts'
import { searchWords } from './keyword-search.ts'
import { parseSchema } from '../schema/schema.ts'
import { SearchDeadline } from './search-deadline.ts'
import { Store } from '../storage/store.ts'
import type { TextMatches } from './text-matches.ts'

const SCHEMA = parseSchema({ name: 'c', fields: [{ name: 'text', type: 'string' }] })

function open(texts: readonly string[]): Collection {
  const store = new Store(undefined)
  const collection = new Collection(store, store.createCollection('c', '{}', 0), SCHEMA, 0)
  collection.transact(() => {
    for (const text of texts) collection.write('create', { text }, 'reject')
  })
  return collection
}

/** Searches the words in all documents without typos, as the search with dropped words does. */
function find(
  collection: Collection,
  words: string[],
  deadline: SearchDeadline,
  more: object = {},
): TextMatches {
  const { index } = collection
  const parameters = new Map(Object.entries({ query_by: 'text', prefix: 'false', ...more }))
  const steps = searchWords(index, [words], index.alive, parseKeywordOptions(parameters, index), deadline)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value.matches
}

/** Returns a deadline that passes after this many checks. */
class CountedDeadline extends SearchDeadline {
  #left: number

  constructor(left: number) {
    super(Number.POSITIVE_INFINITY)
    this.#left = left
  }

  override check(): boolean {
    return this.#left-- <= 0
  }
}

test('returns the hits found so far when the time is over', () => {
  const collection = open(['casa rio mar', 'casa rio', 'casa'])
  const words = ['casa', 'rio', 'mar']
  const found = (checks: number): number =>
    find(collection, words, new CountedDeadline(checks), { drop_tokens_threshold: '9', num_typos: '0' }).count
  expect(found(1_000)).toBe(3)
  expect(found(0)).toBe(0)
  const counts = Array.from({ length: 12 }, (_, checks) => found(checks))
  expect(counts).toEqual(counts.toSorted((a, b) => a - b))
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3]))
})

test('looks up every word once while dropping words, for any query length', () => {
  const collection = open(['saude governo programa', 'brasil federal estado', 'projeto sistema anos'])
  const vocabulary = 'saude governo programa brasil federal estado projeto sistema anos'.split(' ')
  const lookUps = vi.spyOn(fuzzy, 'listFuzzyTerms')
  const count = (words: number): number => {
    lookUps.mockClear()
    const query = Array.from({ length: words }, (_, at) => vocabulary[at % vocabulary.length]!)
    find(collection, query, new SearchDeadline(Number.POSITIVE_INFINITY))
    return lookUps.mock.calls.length
  }
  expect(count(90)).toBeLessThanOrEqual(vocabulary.length * 3)
})
