import type { FilterDeclaration } from '@pauta/core/search-index/article-filter'
import { inRange } from '@pauta/core/search-index/condition'
import { describe, expect, it } from 'vitest'
import { fromRecorte, toArticleFilter, toGraphql } from './convert-selection.ts'
import { describeSelection } from './describe.ts'
import { EVERYTHING, findOtherField, parseSelection, readFilter } from './selection.ts'

const MINUTES: FilterDeclaration = {
  kind: 'number',
  range: { least: 0, most: 60, isWhole: true },
  condition: (most) => inRange('word_count', { most }),
  title: () => 'minutos',
}

describe('a selection', () => {
  it.each([
    [{ q: ' vacina \n hoje ' }, { q: 'vacina hoje' }],
    [{ q: '*', sort: 'RELEVANCE', semantic: true, alpha: 0.5 }, EVERYTHING],
    [
      { q: 'a', sort: 'RELEVANCE' },
      { q: 'a', sort: 'RELEVANCE', semantic: false, alpha: null },
    ],
    [
      { q: 'a', semantic: true, alpha: 0 },
      { semantic: true, alpha: 0 },
    ],
    [{ q: 'a', semantic: true, alpha: 1 }, { alpha: 1 }],
    [{ q: 'a', alpha: 0.5 }, { alpha: null }],
    [
      { semantic: true, sort: 'VIEWS' },
      { q: null, semantic: false, sort: 'VIEWS' },
    ],
    [
      { title: ` ${'a'.repeat(100)} `, themeLabel: ' ' },
      { title: 'a'.repeat(100), themeLabel: null },
    ],
    [{ q: 'a'.repeat(1000) }, { q: 'a'.repeat(1000) }],
    [{ sentiment: ['Positive', 'positive'] }, { sentiment: ['positive'] }],
    [{ states: ['ce', 'CE', 'df'] }, { states: ['CE', 'DF'] }],
    [
      { dedup: true, agencies: [' mec ', 'mec'] },
      { dedup: true, agencies: ['mec'] },
    ],
  ] as const)('of %j has %j', (input, selection) => {
    expect(parseSelection(input)).toMatchObject(selection)
  })

  it.each([
    [{ q: 'a'.repeat(1001) }, /^q: deve ter no máximo 1000/],
    [{ title: 'a'.repeat(101) }, /^title: deve ter no máximo 100/],
    [{ themeLabel: 'a\u0007b' }, /^themeLabel: não pode ter caracteres de controle/],
    [{ q: 'a', semantic: true, alpha: -0.1 }, /^alpha: deve ficar entre 0 e 1/],
    [{ alpha: 1.1 }, /^alpha: deve ficar entre 0 e 1/],
    [{ keywords: ['vacina', '***'] }, /^keywords: "\*\*\*" não tem letra/],
    [{ states: ['CE', 'XX'] }, /^states: use um destes valores: AC/],
    [{ sentiment: ['positive', 'happy'] }, /^sentiment: use um destes valores: positive/],
    [{ startDate: '2026-06-02', endDate: '2026-06-01' }, /^endDate/],
  ])('of %j is refused', (input, message) => {
    expect(() => parseSelection(input)).toThrow(message)
  })

  it.each([
    [5, 5],
    [0, 0],
    [null, null],
    [undefined, null],
  ])('has for the number %s of a filter %s', (value, read) => {
    expect(readFilter(value, 'minutes', MINUTES)).toBe(read)
  })

  it.each([
    [-1, /^minutes: deve ficar entre 0 e 60/],
    [61, /^minutes: deve ficar entre 0 e 60/],
    [1.5, /^minutes: deve ser um número inteiro/],
  ])('refuses the number %s of a filter', (value, message) => {
    expect(() => readFilter(value, 'minutes', MINUTES)).toThrow(message)
  })

  it('differs from another in a field that is not ignored', () => {
    const other = parseSelection({ q: 'a', title: 'T' })
    expect(findOtherField(EVERYTHING, EVERYTHING)).toBeUndefined()
    expect(findOtherField(other, EVERYTHING, new Set(['q']))).toBe('title')
    expect(findOtherField(other, EVERYTHING, new Set(['q', 'title']))).toBeUndefined()
  })

  it('becomes arguments of GraphQL, without what restricts nothing', () => {
    expect(toArticleFilter(EVERYTHING)).toEqual({})
    const filtered = parseSelection({ tags: ['a'], dedup: true, startDate: '2026-06-01' })
    expect(toArticleFilter(filtered)).toEqual({ tags: ['a'], dedup: true, startDate: '2026-06-01' })
    expect(toGraphql(filtered)).toEqual({ filter: toArticleFilter(filtered), sort: 'DATE' })
    expect(toGraphql(parseSelection({ q: 'a' }))).toEqual({
      query: 'a',
      filter: {},
      sort: 'DATE',
      semantic: false,
    })
    expect(toGraphql(parseSelection({ q: 'a', semantic: true, alpha: 0 }))).toMatchObject({
      semantic: true,
      alpha: 0,
    })
  })

  it('of a recorte has its filters and its title', () => {
    const recorte = {
      title: 'T',
      themes: ['01'],
      agencies: ['mec'],
      excludeAgencies: ['funai'],
      keywords: ['a'],
      excludeKeywords: ['b'],
      entityCanonical: ['Q1'],
      states: ['CE'],
    }
    expect(fromRecorte(recorte)).toEqual({ ...EVERYTHING, ...recorte })
  })

  it.each([
    [{}, ''],
    [{ q: 'vacina', agencies: ['saude', 'mec'], sort: 'VIEWS' }, 'vacina · órgãos saude, mec · mais vistas'],
    [{ excludeAgencies: ['mec', 'saude'] }, 'exceto órgãos mec, saude'],
    [
      {
        keywords: ['k'],
        excludeKeywords: ['x'],
        themes: ['01'],
        tags: ['t'],
        entities: ['e'],
        entityCanonical: ['Q1'],
        states: ['CE', 'PI'],
      },
      'com k · sem x · temas 01 · etiquetas t · que citam e · entidades Q1 · estados CE, PI',
    ],
    [{ sentiment: ['positive', 'neutral', 'negative'] }, 'sentimento positivo, neutro, negativo'],
    [
      { themeSource: ['operator', 'site', 'model', 'learned', 'rules'] },
      'temas da operação, do site, de modelo de linguagem, aprendidos, por regras',
    ],
    [{ minThemeConfidence: 0.755 }, 'temas com probabilidade de 75,5% ou mais'],
    [{ minThemeConfidence: 0 }, 'temas com probabilidade de 0% ou mais'],
    [{ q: 'a', sort: 'RELEVANCE' }, 'a'],
    [
      { themeLabel: 'Saúde', startDate: '2026-06-01', endDate: '2026-06-02T01:00:00Z' },
      'tema Saúde · desde 2026-06-01 · até 2026-06-01',
    ],
    [{ tags: ['a', 'b', 'c', 'd', 'e'], sort: 'TRENDING' }, 'etiquetas a, b, c, d, e · em alta'],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'etiquetas a, b, c, d, e e mais 1'],
  ] as const)('%j is described as "%s"', (input, words) => {
    expect(describeSelection(parseSelection(input))).toBe(words)
  })
})
