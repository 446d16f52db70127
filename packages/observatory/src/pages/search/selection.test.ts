import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  countFilters,
  readState,
  streamFilter,
  toArticleFilter,
  writeFollowed,
  writeState,
  type SearchState,
} from './selection.ts'

const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.trim() === value)
const list = fc.uniqueArray(text, { maxLength: 3 })
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const state: fc.Arbitrary<SearchState> = fc
  .record({
    q: fc.oneof(fc.constant(''), text),
    semantic: fc.boolean(),
    agencies: list,
    excludeAgencies: list,
    themes: list,
    states: list,
    entityCanonical: list,
    excludeKeywords: list,
    sentiment: fc.subarray(['positive', 'neutral', 'negative']),
    startDate: fc.oneof(fc.constant(''), day),
    endDate: fc.oneof(fc.constant(''), day),
    sort: fc.constantFrom(undefined, 'RELEVANCE' as const, 'DATE' as const, 'TRENDING' as const),
    page: fc.integer({ min: 1, max: 500 }),
  })
  .map((drawn) => ({ ...drawn, semantic: drawn.semantic && drawn.q !== '' }))

it('reads the state that it wrote', () => {
  fc.assert(
    fc.property(state, (drawn) => {
      expect(readState(new URLSearchParams(writeState(drawn)))).toEqual(drawn)
    }),
  )
})

it('asks the API for what the address excludes, and writes it as feeds take it', () => {
  const query = 'q=vacina&excludeAgencies=saude,mec&excludeKeywords=nota+de+pesar'
  const read = readState(new URLSearchParams(query))
  expect(toArticleFilter(read)).toEqual({
    excludeAgencies: ['saude', 'mec'],
    excludeKeywords: ['nota de pesar'],
  })
  expect(writeFollowed(read)).toBe(query)
})

it.each([
  ['q=vacina&semantic=true&sort=date&page=2', 0],
  ['agencies=saude,mec', 1],
  ['excludeAgencies=saude&excludeKeywords=futebol', 2],
  ['startDate=2026-06-01', 1],
  ['themes=03&startDate=2026-06-01&endDate=2026-06-02', 2],
])('counts the filters of %j', (query, count) => {
  expect(countFilters(readState(new URLSearchParams(query)))).toBe(count)
})

it('ignores a page and an order that do not exist', () => {
  expect(readState(new URLSearchParams('page=-3&sort=size'))).toMatchObject({ page: 1, sort: undefined })
})

it('leaves out what no page shows: blanks, other texts than days, pages that the API does not reach', () => {
  const read = (query: string) => readState(new URLSearchParams(query))
  expect(read('q=++vacina+')).toEqual({ ...read(''), q: 'vacina' })
  expect(read('startDate=2026-13-01')).toEqual(read(''))
  expect(read('startDate=ontem&endDate=2026-06-01')).toEqual({ ...read(''), endDate: '2026-06-01' })
  expect([0, -1, 1.5, 'x', 9999].map((page) => read(`page=${page}`).page)).toEqual([1, 1, 1, 1, 500])
})

it.each([
  ['', { query: 'startDate=2026-06-02', kinds: ['appeared'] }],
  ['q=casos+de+dengue', { query: 'keywords=casos+de+dengue&startDate=2026-06-02', kinds: ['appeared'] }],
  ['agencies=saude,mec', { query: 'agencies=saude%2Cmec&startDate=2026-06-02', kinds: ['appeared'] }],
  [
    'excludeAgencies=saude&excludeKeywords=nota+de+pesar,futebol',
    {
      query: 'excludeAgencies=saude&excludeKeywords=nota+de+pesar%2Cfutebol&startDate=2026-06-02',
      kinds: ['appeared'],
    },
  ],
  ['themes=03', { query: 'themes=03&startDate=2026-06-02', kinds: ['appeared', 'relabelled'] }],
  ['startDate=2026-06-09', { query: 'startDate=2026-06-09', kinds: ['appeared'] }],
  ['endDate=2026-06-02', { query: 'startDate=2026-06-02', kinds: ['appeared'] }],
  ['endDate=2026-06-01', undefined],
  ['q=%22casos+de+dengue%22', undefined],
  ['q=dengue&semantic=true', undefined],
  ['entityCanonical=Q1', undefined],
  ['sentiment=positive', undefined],
  ['states=CE', undefined],
])('follows %j on the stream as %j', (query, filter) => {
  expect(streamFilter(readState(new URLSearchParams(query)), '2026-06-02')).toEqual(filter)
})

it.each([
  [undefined, 'q=dengue'],
  ['DATE' as const, 'q=dengue&sort=date'],
  ['RELEVANCE' as const, 'q=dengue'],
  ['VIEWS' as const, 'q=dengue&sort=views'],
])(
  'gives feeds and widgets of the order %s the newest first, unless the reader chose more than relevance',
  (sort, query) => {
    expect(writeFollowed({ ...readState(new URLSearchParams('q=dengue&page=3')), sort })).toBe(query)
  },
)
