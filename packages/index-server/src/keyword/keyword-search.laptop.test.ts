import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { Collection } from '../storage/collection.ts'
import * as fuzzy from './fuzzy-terms.ts'
import { parseKeywordOptions } from './keyword-parser.ts'
import { searchWords } from './keyword-search.ts'
import type { Document } from '../requests/json-value.ts'
import { parseSchema } from '../schema/schema.ts'
import type { Schema } from '../schema/schema.ts'
import { SearchDeadline } from './search-deadline.ts'
import { Store } from '../storage/store.ts'
import type { TextMatches } from './text-matches.ts'

const SCHEMA = parseSchema({ name: 'c', fields: [{ name: 'text', type: 'string' }] })

function open(texts: readonly string[]): Collection {
  return openDocuments(
    SCHEMA,
    texts.map((text) => ({ text })),
  )
}

function openDocuments(schema: Schema, documents: readonly Document[]): Collection {
  const store = new Store(undefined)
  const collection = new Collection(store, store.createCollection('c', '{}', 0), schema, 0)
  collection.transact(() => {
    for (const document of documents) collection.write('create', document, 'reject')
  })
  return collection
}

function finish<T>(steps: Generator<void, T>): T {
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
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
  const options = parseKeywordOptions(parameters, index)
  return finish(searchWords(index, [words], index.alive, options, deadline)).matches
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

const WORDS = ['casa', 'rio', 'mar', 'casas', 'casarao', 'sol']
const text = fc.array(fc.constantFrom(...WORDS), { maxLength: 7 }).map((words) => words.join(' '))
const news = fc.record({ title: text, tags: fc.array(text, { maxLength: 3 }), text })
const ranking = fc.record({
  query_by: fc.constantFrom('title,tags,text', 'title,text'),
  text_match_type: fc.constantFrom('max_score', 'max_weight', 'sum_score'),
  prioritize_token_position: fc.constantFrom('true', 'false'),
  drop_tokens_threshold: fc.constantFrom('1', '9'),
  typo_tokens_threshold: fc.constantFrom('1', '9'),
})

test('the best documents have the same scores when the others have none', () => {
  const fields = [
    { name: 'title', type: 'string' },
    { name: 'tags', type: 'string[]' },
    { name: 'text', type: 'string' },
  ]
  const query = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 })
  const documents = fc.array(news, { minLength: 1, maxLength: 12 })
  const wanted = fc.integer({ min: 0, max: 4 })
  fc.assert(
    fc.property(documents, query, wanted, ranking, (all, words, count, more) => {
      const { index } = openDocuments(parseSchema({ name: 'c', fields }), all)
      const options = parseKeywordOptions(new Map(Object.entries(more)), index)
      const searchBest = (best?: number): TextMatches => {
        const deadline = new SearchDeadline(Number.POSITIVE_INFINITY)
        return finish(searchWords(index, [words], index.alive, options, deadline, best)).matches
      }
      const [every, some] = [searchBest(), searchBest(count)]
      expect([...some.slots.list()]).toEqual([...every.slots.list()])
      const scores = [...every.slots.list()].map((slot) => ({ slot, score: every.scoreOf(slot) }))
      const ranks = scores.map(({ score }) => score).toSorted((a, b) => (a < b ? 1 : -1))
      const least = ranks[Math.min(count, ranks.length) - 1]
      for (const { slot, score } of scores) {
        if (least === undefined || score < least) continue
        expect([some.ranked.has(slot), some.scoreOf(slot)]).toEqual([true, score])
      }
    }),
    { numRuns: 150 },
  )
})
