import fc from 'fast-check'
import { PublicError } from '@pauta/platform/errors'
import { describe, expect, it } from 'vitest'
import { EVERYTHING, ORDERS, parseSelection, type Selection } from './selection.ts'
import { fromRecorte, toGraphql } from './convert-selection.ts'
import { QUERY_MAX_CHARACTERS, readQuery, writeQuery } from './url-grammar.ts'

const text = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.min(maxLength, 20) })
    .filter((value) => value.trim() !== '' && !/\p{Cc}/u.test(value))
const word = text(20).filter((value) => /[\p{L}\p{N}]/u.test(value))
const list = <T>(value: fc.Arbitrary<T>) => fc.array(value, { maxLength: 3 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const day = fc.date({ min: new Date('2021-01-01'), max: new Date('2022-12-31'), noInvalidDate: true })

/** Selections in their one form, with values that contain separators, escapes and any letters. */
const selections: fc.Arbitrary<Selection> = fc
  .record({
    agencies: list(fc.oneof(text(20), fc.constantFrom('a,b', '\\', 'a\\,', ',', '&=%', '+'))),
    excludeAgencies: list(text(20)),
    themes: list(text(10)),
    tags: list(text(20)),
    entities: list(text(20)),
    entityCanonical: list(text(20)),
    states: list(fc.constantFrom('AC', 'SP', 'TO')),
    themeSource: list(fc.constantFrom('operator', 'site', 'model', 'learned', 'rules')),
    minThemeConfidence: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    sentiment: list(fc.constantFrom('positive', 'neutral', 'negative')),
    keywords: list(word),
    excludeKeywords: list(word),
    themeLabel: maybe(text(20)),
    startDate: maybe(day.map((date) => date.toISOString().slice(0, 10))),
    endDate: maybe(day.map((date) => `2028${date.toISOString().slice(4)}`)),
    dedup: fc.boolean(),
    q: maybe(text(30)),
    semantic: fc.boolean(),
    alpha: maybe(fc.double({ min: 0, max: 1, noNaN: true })),
    sort: fc.constantFrom(...ORDERS),
    title: maybe(text(20)),
  })
  .map(parseSelection)

const read = (query: string) => readQuery(new URLSearchParams(query)).selection

const messageOf = (query: string): string => {
  try {
    read(query)
  } catch (error) {
    if (error instanceof PublicError) return error.message
    throw error
  }
  return 'accepted'
}

describe('the URL form of a selection', () => {
  it('returns the same selection after writing and reading', () => {
    fc.assert(
      fc.property(selections, (selection) => {
        expect(read(writeQuery(selection))).toEqual(selection)
      }),
    )
  })

  it('returns the arguments of a GraphQL search or list', () => {
    const words = parseSelection({
      q: 'vacina',
      agencies: ['saude'],
      semantic: true,
      alpha: 0.5,
      sort: 'DATE',
    })
    expect(toGraphql(words)).toEqual({
      query: 'vacina',
      filter: { agencies: ['saude'] },
      sort: 'DATE',
      semantic: true,
      alpha: 0.5,
    })
    expect(toGraphql(parseSelection({ keywords: ['gripe'], dedup: true }))).toEqual({
      filter: { keywords: ['gripe'], dedup: true },
      sort: 'DATE',
    })
  })

  it('writes and reads the selection of a recorte, with its title', () => {
    const recorte = {
      title: 'Ensino',
      themes: ['03'],
      agencies: ['mec'],
      keywords: ['ensino médio', 'a, b'],
      excludeKeywords: ['nota de pesar'],
    }
    expect(read(writeQuery(fromRecorte(recorte)))).toEqual({ ...EVERYTHING, ...recorte })
  })

  it('reads lists with commas, repeated parameters, forms with empty fields and both spellings of switches', () => {
    expect(
      read('v=1&agencies=saude,mec&agencies=inss&themes=&q=+vacina++gripe&semantic=1&sort=Views'),
    ).toEqual({
      ...EVERYTHING,
      agencies: ['saude', 'mec', 'inss'],
      q: 'vacina gripe',
      semantic: true,
      sort: 'VIEWS',
    })
    expect(read('keywords=a%5C,b,c&dedup=0')).toEqual({ ...EVERYTHING, keywords: ['a,b', 'c'] })
    expect(read('')).toEqual(EVERYTHING)
  })

  it('writes short addresses in one order', () => {
    expect(writeQuery(EVERYTHING)).toBe('')
    const selection = parseSelection({ themes: ['03'], agencies: ['saude', 'mec'], q: 'ensino médio' })
    expect(writeQuery(selection, { limit: 5, cursor: undefined })).toBe(
      'q=ensino+m%C3%A9dio&agencies=saude,mec&themes=03&limit=5',
    )
  })

  it('returns the parameters of the route apart', () => {
    const query = new URLSearchParams('agencies=saude&limit=5&cursor=')
    expect(readQuery(query, ['limit', 'cursor']).others).toEqual({ limit: '5' })
  })

  it.each([
    ['agencias=saude', /^agencias: parâmetro desconhecido\. Os parâmetros são: .*agencies/],
    ['limit=5', /^limit: parâmetro desconhecido/],
    ['v=2', /^v: só existe a versão 1/],
    ['q=a&q=b', /^q: informe este parâmetro uma só vez/],
    ['dedup=sim', /^dedup: use true ou false/],
    ['semantic=true', /^semantic: informe também q/],
    ['q=a&alpha=0.5', /^alpha: informe também semantic/],
    ['q=a&semantic=true&alpha=x', /^alpha: "x" não é um número/],
    [`q=a&semantic=true&alpha=${'x'.repeat(41)}`, /^alpha: "x{40}" não é um número/],
    [`${'x'.repeat(41)}=1`, /^x{40}: parâmetro desconhecido/],
    ['q=a&semantic=true&alpha=2', /^alpha: deve ficar entre 0 e 1/],
    ['sort=newest', /^sort: use um destes valores: date, relevance, trending, views/],
    ['sentiment=happy', /^sentiment: use um destes valores: positive, neutral, negative/],
    ['startDate=ontem', /^startDate: data inválida/],
    ['startDate=2026-02-01&endDate=2026-01-01', /^endDate: deve ser igual ou posterior a startDate/],
    ['agencies=saude,,mec', /^agencies\[1\]: não pode ficar em branco/],
    ['keywords=***', /^keywords: "\*\*\*" não tem letra nem número/],
    [`agencies=${Array.from({ length: 201 }, (_, n) => n).join(',')}`, /^agencies: no máximo 200 valores/],
    [`q=${'a'.repeat(1001)}`, /^q: deve ter no máximo 1000 caracteres/],
    [`tags=${'a'.repeat(8001)}`, /^tags: os parâmetros têm no máximo 8000 caracteres/],
  ])('refuses %s and names the parameter', (query, message) => {
    expect(messageOf(query)).toMatch(message)
  })
})

describe('the address of a selection', () => {
  it.each([
    ['agencies=a\\,b,c', { agencies: ['a,b', 'c'] }],
    ['agencies=a\\\\,b', { agencies: ['a\\', 'b'] }],
    ['agencies=a\\', { agencies: ['a\\'] }],
    ['dedup=1', { dedup: true }],
    ['dedup=0', { dedup: false }],
    ['dedup=false', { dedup: false }],
  ])('%s is read as %j', (query, selection) => {
    expect(read(query)).toMatchObject(selection)
  })

  it('has at most as many characters as the limit, names included', () => {
    const query = (characters: number) => [['tags', ','.repeat(characters - 'tags'.length)]] as const
    expect(() => readQuery(query(QUERY_MAX_CHARACTERS + 1))).toThrow(/^tags: os parâmetros têm no máximo/)
    expect(() => readQuery(query(QUERY_MAX_CHARACTERS))).toThrow(/^tags: no máximo 200 valores/)
  })
})
