import { describe, expect, it } from 'vitest'
import {
  identifyRecortes,
  isEmpty,
  parseFilledRecortes,
  parseFilters,
  parseRecortes,
  type RecorteInput,
} from './recorte.ts'

const recorte = (title: string) => ({ title, themes: ['01'], agencies: [], keywords: [] })

describe('identifyRecortes', () => {
  it('gives each recorte a new id when there was none before', () => {
    const made = identifyRecortes([recorte('A'), recorte('A')])
    expect(made.map(({ title }) => title)).toEqual(['A', 'A'])
    expect(new Set(made.map(({ id }) => id)).size).toBe(2)
  })

  it('reuses the first unused id of the same title, in any order', () => {
    const before = [
      { id: '1', title: 'A' },
      { id: '2', title: 'B' },
      { id: '3', title: 'A' },
    ]
    const ids = identifyRecortes(['B', 'A', 'A', 'A'].map(recorte), before).map(({ id }) => id)
    expect(ids.slice(0, 3)).toEqual(['2', '1', '3'])
    expect(ids[3]).toMatch(/^[0-9A-Z]{26}$/)
  })
})

describe('parseFilters', () => {
  it('trims values and removes duplicates, in the order given', () => {
    const filters = { themes: ['02', ' 01 ', '02'], agencies: ['mec'], keywords: ['ensino médio', ' vacina'] }
    expect(parseFilters(filters)).toEqual({
      themes: ['02', '01'],
      agencies: ['mec'],
      keywords: ['ensino médio', 'vacina'],
    })
  })

  const codes = (count: number, letter = 'c') => Array.from({ length: count }, (_, n) => `${letter}-${n}`)

  it.each([
    ['themes', codes(200), codes(201)],
    ['agencies', codes(200), codes(201)],
    ['excludeAgencies', codes(200), codes(201)],
    ['keywords', codes(50), codes(51)],
    ['excludeKeywords', codes(50), codes(51)],
    ['entityCanonical', codes(200), codes(201)],
    ['states', codes(200, 'E'), codes(201, 'E')],
    ['excludeKeywords', ['a'.repeat(100)], ['a'.repeat(101)]],
    ['entityCanonical', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['states', ['A'.repeat(128)], ['A'.repeat(129)]],
    ['themes', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['agencies', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['excludeAgencies', ['a'.repeat(128)], ['a'.repeat(129)]],
    ['keywords', ['a'.repeat(100)], ['a'.repeat(101)]],
  ])('accepts %s up to their limit and refuses one more', (kind, most, tooMuch) => {
    const none = { themes: [], agencies: [], keywords: [] }
    expect(parseFilters({ ...none, [kind]: most })).toEqual({ ...none, [kind]: most })
    expect(() => parseFilters({ ...none, [kind]: tooMuch }, 'input.')).toThrow(`input.${kind}`)
  })
})

const NONE = { themes: [], agencies: [], keywords: [] }

describe('parseRecortes', () => {
  const parse = (...changes: Partial<RecorteInput>[]) =>
    parseRecortes(changes.map((change) => ({ title: 'T', ...NONE, ...change })))

  it.each<[Partial<RecorteInput>, object]>([
    [{}, {}],
    [{ states: ['ce', 'CE'], excludeKeywords: [], entityCanonical: null }, { states: ['CE'] }],
    [{ excludeAgencies: [' mec', 'mec'] }, { excludeAgencies: ['mec'] }],
    [{ excludeAgencies: null }, {}],
    [{ events: null }, {}],
    [{ events: ['PUBLISHED'] }, {}],
    [{ events: ['EDITED', 'EDITED'] }, { events: ['EDITED'] }],
    [{ events: ['PUBLISHED', 'REMOVED'] }, { events: ['PUBLISHED', 'REMOVED'] }],
    [{ title: ' a ' }, { title: 'a' }],
    [{ title: 'a'.repeat(100) }, { title: 'a'.repeat(100) }],
  ])('returns of %j what differs from the default: %j', (change, kept) => {
    expect(parse(change)).toEqual([{ title: 'T', ...NONE, ...kept }])
  })

  it.each<[Partial<RecorteInput>, string]>([
    [{ title: 'a'.repeat(101) }, 'title'],
    [{ title: ' ' }, 'title'],
    [{ events: [] }, 'events'],
    [{ keywords: ['a', '—'] }, 'keywords'],
    [{ excludeKeywords: ['!'] }, 'excludeKeywords'],
  ])('refuses %j and names the place', (change, field) => {
    expect(() => parse({}, change)).toThrow(`input.recortes[1].${field}`)
  })

  it('accepts 20 recortes', () => {
    const many = (count: number) => Array.from({ length: count }, () => ({}))
    expect(parse(...many(20))).toHaveLength(20)
    expect(() => parse(...many(21))).toThrow('input.recortes: no máximo 20')
  })
})

describe('a recorte that a program proposes', () => {
  it.each<[Partial<RecorteInput>, boolean]>([
    [{}, true],
    [{ excludeKeywords: ['a'] }, true],
    [{ excludeAgencies: ['mec'] }, true],
    [{ themes: ['01'] }, false],
    [{ agencies: ['mec'] }, false],
    [{ keywords: ['a'] }, false],
    [{ entityCanonical: ['Q155'] }, false],
    [{ states: ['CE'] }, false],
  ])('with %j is empty: %j', (change, empty) => {
    expect(isEmpty({ ...NONE, ...change })).toBe(empty)
  })

  it('is refused without a filter, and named by its place', () => {
    const filled = { title: 'T', ...NONE, themes: ['01'] }
    expect(parseFilledRecortes([filled, filled])).toHaveLength(2)
    const empty = { ...filled, themes: [] }
    for (const [place, recortes] of [
      [empty, filled],
      [filled, empty],
    ].entries())
      expect(() => parseFilledRecortes(recortes)).toThrow(`input.recortes[${place}]: informe ao menos um`)
  })
})
