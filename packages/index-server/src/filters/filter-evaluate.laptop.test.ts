import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Collection } from '../storage/collection.ts'
import { evaluateFilter } from './filter-evaluate.ts'
import { parseFilter } from './filter-parser.ts'
import type { Document } from '../requests/json-value.ts'
import { parseSchema } from '../schema/schema.ts'
import { search } from '../search/search.ts'
import { Store } from '../storage/store.ts'

const SCHEMA = parseSchema({
  name: 'c',
  default_sorting_field: 'at',
  fields: [
    { name: 'title', type: 'string' },
    { name: 'agency', type: 'string', facet: true },
    { name: 'tags', type: 'string[]', facet: true, optional: true },
    { name: 'at', type: 'int64' },
    { name: 'score', type: 'float', optional: true },
    { name: 'seen', type: 'bool', optional: true },
    { name: 'sizes', type: 'int32[]', optional: true },
  ],
})

// At most four words begin with the same letter, so that a prefix in a filter matches at most four words.
const WORDS = ['casa', 'campo', 'rio', 'rua', 'mar', 'monte']
const IDS = Array.from({ length: 400 }, (_, at) => `d${at}`)
const AGENCIES = ['mec', 'saude', 'fazenda']

const word = fc.constantFrom(...WORDS)
const text = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const small = fc.integer({ min: -3, max: 12 })
const id = fc.constantFrom(...IDS)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const document = fc.record({
  id,
  title: text,
  agency: fc.constantFrom(...AGENCIES),
  tags: maybe(fc.array(text, { maxLength: 3 })),
  at: small,
  score: maybe(fc.constantFrom(-0.5, 0, 0.25, 1.5)),
  seen: maybe(fc.boolean()),
  sizes: maybe(fc.array(small, { maxLength: 3 })),
})

type Change =
  | { kind: 'put'; document: Document }
  | { kind: 'set'; values: Document }
  | { kind: 'remove'; id: string }

const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 8, arbitrary: document.map((value) => ({ kind: 'put' as const, document: clean(value) })) },
  {
    weight: 2,
    arbitrary: fc
      .record({ id, at: small, score: fc.option(fc.constantFrom(0, 2.5)), seen: fc.boolean() })
      .map((values) => ({ kind: 'set' as const, values })),
  },
  { weight: 1, arbitrary: id.map((removed) => ({ kind: 'remove' as const, id: removed })) },
)

function clean(value: object): Document {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined))
}

/** A filter as text, with its check of one document. */
interface Case {
  text: string
  accepts: (document: Document) => boolean
}

const wordsOf = (value: unknown): string[] => (value as string).split(' ')
const textsOf = (document: Document, field: string): string[] => [document[field] ?? []].flat() as string[]
const numbersOf = (document: Document, field: string): number[] => [document[field] ?? []].flat().map(Number)

const hasAll = (document: Document, field: string, value: string): boolean => {
  const present = new Set(textsOf(document, field).flatMap(wordsOf))
  return wordsOf(value).every((one) => present.has(one))
}

const hasWhole = (document: Document, field: string, value: string): boolean =>
  textsOf(document, field).includes(value)

const numberCase = fc
  .record({
    field: fc.constantFrom('at', 'score', 'sizes'),
    operator: fc.constantFrom('>', '>=', '<', '<=', '', '!=', 'list', 'except'),
    low: small,
    high: small,
  })
  .map(({ field, operator, low, high }): Case => {
    const some = (accepts: (value: number) => boolean) => (one: Document) =>
      numbersOf(one, field).some(accepts)
    if (operator === 'list') {
      const accepts = some((value) => (value >= low && value <= high) || value === 7)
      return { text: `${field}:[${low}..${high}, 7]`, accepts }
    }
    if (operator === 'except') {
      // A document without a value of a single number passes, one with an empty list does not.
      const accepts = some((value) => value !== low)
      return {
        text: `${field}:[!=${low}]`,
        accepts: (one) => accepts(one) || (field !== 'sizes' && one[field] === undefined),
      }
    }
    const compare: Record<string, (value: number) => boolean> = {
      '>': (value) => value > low,
      '>=': (value) => value >= low,
      '<': (value) => value < low,
      '<=': (value) => value <= low,
      '': (value) => value === low,
      '!=': (value) => value === low,
    }
    const matches = some(compare[operator]!)
    return {
      text: `${field}:${operator}${low}`,
      accepts: operator === '!=' ? (one) => !matches(one) : matches,
    }
  })

const textCase = fc
  .record({
    field: fc.constantFrom('title', 'tags'),
    operator: fc.constantFrom(':', ':=', ':!=', ':!'),
    values: fc.array(text, { minLength: 1, maxLength: 2 }),
  })
  .map(({ field, operator, values }): Case => {
    const matches = operator.endsWith('=') ? hasWhole : hasAll
    const some = (one: Document): boolean => values.some((value) => matches(one, field, value))
    return {
      text: `${field}${operator}[${values.map((value) => `\`${value}\``).join(',')}]`,
      accepts: operator.includes('!') ? (one) => !some(one) : some,
    }
  })

const prefixCase = fc
  .record({ first: word, letter: fc.constantFrom('c', 'r', 'm') })
  .map(({ first, letter }): Case => ({
    text: `title:=${first} ${letter}*`,
    accepts: ({ title }) => wordsOf(title)[0] === first && (wordsOf(title)[1]?.startsWith(letter) ?? false),
  }))

const otherCase = fc.oneof(
  fc.constantFrom(...AGENCIES).map((agency): Case => ({
    text: `agency:=${agency}`,
    accepts: (one) => one.agency === agency,
  })),
  fc.boolean().map((seen): Case => ({ text: `seen:${seen}`, accepts: (one) => one.seen === seen })),
  fc.array(id, { minLength: 1, maxLength: 5 }).map((ids): Case => ({
    text: `id:=[${ids.join(',')}]`,
    accepts: (one) => ids.includes(one.id as string),
  })),
  id.map((left): Case => ({ text: `id:!=${left}`, accepts: (one) => one.id !== left })),
)

const { filter } = fc.letrec<{ filter: Case; group: Case }>((tie) => ({
  group: fc
    .record({ left: tie('filter'), right: tie('filter'), isBoth: fc.boolean() })
    .map(({ left, right, isBoth }) => ({
      text: `(${left.text}) ${isBoth ? '&&' : '||'} (${right.text})`,
      accepts: (one: Document) =>
        isBoth ? left.accepts(one) && right.accepts(one) : left.accepts(one) || right.accepts(one),
    })),
  filter: fc.oneof({ maxDepth: 3 }, numberCase, textCase, prefixCase, otherCase, tie('group')),
}))

/** The documents as a plain list, with their order of first insertion. */
class Oracle {
  readonly documents = new Map<string, { document: Document; sequence: number }>()
  #sequence = 0

  apply(change: Change): void {
    if (change.kind === 'remove') {
      this.documents.delete(change.id)
      return
    }
    const written = change.kind === 'put' ? change.document : change.values
    const known = this.documents.get(written.id as string)
    if (change.kind === 'set' && known === undefined) return
    const merged = change.kind === 'put' ? written : { ...known!.document, ...written }
    const document = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null))
    this.documents.set(written.id as string, { document, sequence: known?.sequence ?? this.#sequence++ })
  }

  find({ accepts }: Case): string[] {
    return [...this.documents.values()]
      .filter(({ document }) => accepts(document))
      .map(({ document }) => document.id as string)
      .toSorted()
  }

  /** Newest first; documents of the same time in the reverse order of their insertion. */
  list({ accepts }: Case): Document[] {
    return [...this.documents.values()]
      .filter(({ document }) => accepts(document))
      .toSorted((a, b) => (b.document.at as number) - (a.document.at as number) || b.sequence - a.sequence)
      .map(({ document }) => document)
  }
}

function write(collection: Collection, change: Change): void {
  if (change.kind === 'put') collection.write('upsert', change.document, 'reject')
  const written =
    change.kind === 'remove' ? change.id : change.kind === 'put' ? '' : (change.values.id as string)
  const slot = collection.index.findSlot(written)
  if (slot === undefined) return
  if (change.kind === 'remove') collection.remove(slot)
  if (change.kind === 'set') collection.write('update', change.values, 'reject')
}

function evaluate({ index }: Collection, { text: filterBy }: Case): string[] {
  const parsed = parseFilter(filterBy, (name) => index.findField(name))!
  return Array.from(evaluateFilter(index, parsed).list(), (slot) => index.idAt(slot)).toSorted()
}

function answer(collection: Collection, parameters: Record<string, string>): Record<string, unknown> {
  const steps = search(collection, new Map(Object.entries(parameters)))
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

const run = (steps: Generator<void>): void => {
  while (steps.next().done !== true);
}

function open(): { store: Store; number: number; collection: Collection } {
  const store = new Store(undefined)
  const number = store.createCollection('c', '{}', 0)
  return { store, number, collection: new Collection(store, number, SCHEMA, 0) }
}

const changes = fc.array(change, { minLength: 150, maxLength: 700 })

test('a filter selects the same documents as a check of each one, after changes, a purge and a restart', () => {
  fc.assert(
    fc.property(changes, fc.array(filter, { minLength: 6, maxLength: 6 }), (all, filters) => {
      const { store, number, collection } = open()
      const oracle = new Oracle()
      const check = (checked: Collection): void => {
        for (const one of filters)
          expect([one.text, evaluate(checked, one)]).toEqual([one.text, oracle.find(one)])
      }
      for (let at = 0; at < all.length; at += 120) {
        collection.transact(() => {
          for (const one of all.slice(at, at + 120)) {
            write(collection, one)
            oracle.apply(one)
          }
        })
        // Filters between the changes sort the columns, which later changes must keep in order.
        check(collection)
      }
      const rollback = (): never =>
        collection.transact(() => {
          for (const one of all.slice(0, 30)) write(collection, one)
          throw new Error('disk full')
        })
      expect(rollback).toThrow('disk full')
      check(collection)
      run(collection.purge())
      check(collection)
      const again = new Collection(store, number, SCHEMA, 0)
      run(again.load())
      check(again)
    }),
    { numRuns: 25, endOnFailure: true },
  )
})

test('pages and groups in the order of a column equal those of a full sort', () => {
  fc.assert(
    fc.property(changes, filter, fc.nat(30), (all, one, page) => {
      const { collection } = open()
      const oracle = new Oracle()
      for (let at = 0; at < all.length; at += 200) {
        collection.transact(() => {
          for (const each of all.slice(at, at + 200)) {
            write(collection, each)
            oracle.apply(each)
          }
        })
        const listed = oracle.list(one)
        const paging = { offset: String(page), limit: '7' }
        const shared = { q: '*', filter_by: one.text, sort_by: 'at:desc', ...paging }
        const { found, hits } = answer(collection, shared)
        const idsOf = (shown: unknown): unknown[] =>
          (shown as { document: Document }[]).map((hit) => hit.document.id)
        expect([found, idsOf(hits)]).toEqual([
          listed.length,
          listed.slice(page, page + 7).map((document) => document.id),
        ])
        const grouped = answer(collection, { ...shared, group_by: 'agency', group_limit: '2', offset: '0' })
        const groups = Map.groupBy(listed, (document) => document.agency)
        expect(
          (grouped.grouped_hits as { found: number; hits: unknown }[]).map((group) => [
            group.found,
            idsOf(group.hits),
          ]),
        ).toEqual(
          [...groups.values()].map((group) => [
            group.length,
            group.slice(0, 2).map((document) => document.id),
          ]),
        )
      }
    }),
    { numRuns: 25, endOnFailure: true },
  )
})
