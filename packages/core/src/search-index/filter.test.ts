import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  articleFilter,
  assertFilterValue,
  isGrouped,
  type ArticleFilter,
  type FilterDeclaration,
} from './article-filter.ts'
import { inRange } from './condition.ts'
import {
  allOf,
  anyOf,
  assertFilterSize,
  atLeast,
  atMost,
  containsAny,
  containsNone,
  countOperations,
  differsFrom,
  equalsAny,
  equalsNone,
  MATCH_NOTHING,
  since,
  within,
  withIds,
  withoutIds,
} from './filter.ts'

describe('filters of the index', () => {
  it('are undefined without restrictions', () => {
    expect(articleFilter(null)).toBeUndefined()
    expect(articleFilter({ agencies: [], themes: null, themeLabel: ' ', startDate: '' })).toBeUndefined()
  })

  it('join different filters with AND and the levels of a theme with OR, in parentheses', () => {
    expect(articleFilter({ agencies: ['mec', 'saude'], themes: ['01.02'] })).toBe(
      '(agency:=[`mec`,`saude`]) && ((theme_l1_code:=[`01.02`]) || (theme_l2_code:=[`01.02`]) || (theme_l3_code:=[`01.02`]))',
    )
  })

  it.each<[ArticleFilter, string | undefined]>([
    [{ agencies: ['mec'] }, 'agency:=[`mec`]'],
    [{ excludeAgencies: ['mec', 'saude'] }, 'agency:!=[`mec`,`saude`]'],
    [{ tags: ['a'] }, 'tags:=[`a`]'],
    [{ entities: ['Brasil'] }, 'entities:=[`Brasil`]'],
    [{ entityCanonical: ['Q155'] }, 'entity_canonical:=[`Q155`]'],
    [{ themeSource: ['site'] }, 'theme_source:=[`site`]'],
    [{ minThemeConfidence: 0 }, 'theme_confidence:>=0'],
    [{ minThemeConfidence: 1 }, 'theme_confidence:>=1'],
    [{ sentiment: ['positive'] }, 'sentiment_label:=[`positive`]'],
    [{ states: ['ce', 'SP'] }, 'states:=[`CE`,`SP`]'],
    [{ themeLabel: ' Saúde ' }, 'theme_l1_label:=[`Saúde`]'],
    [{ dedup: true, oneStoryPer: true }, undefined],
  ])('of %j are %j', (filter, condition) => {
    expect(articleFilter(filter)).toBe(condition)
  })

  it.each<[ArticleFilter, string]>([
    [{ minThemeConfidence: -0.1 }, 'filter.minThemeConfidence: '],
    [{ minThemeConfidence: 1.1 }, 'filter.minThemeConfidence: '],
    [{ excludeAgencies: ['a'.repeat(301)] }, 'filter.excludeAgencies[0]: '],
    [{ tags: ['a'.repeat(301)] }, 'filter.tags[0]: '],
    [{ keywords: ['a'.repeat(101)] }, 'filter.keywords[0]: '],
    [{ excludeKeywords: Array.from({ length: 51 }, () => 'a') }, 'filter.excludeKeywords: '],
    [{ themeLabel: 'a'.repeat(301) }, 'filter.themeLabel: '],
    [{ startDate: '1'.repeat(301) }, 'filter.startDate: '],
    [{ startDate: 'x' }, 'filter.startDate: '],
    [{ endDate: 'x' }, 'filter.endDate: '],
  ])('refuse %j', (filter, message) => {
    expect(() => articleFilter(filter)).toThrow(message)
  })

  it.each([
    [null, false],
    [{ dedup: false }, false],
    [{ dedup: true }, true],
    [{ oneStoryPer: true }, true],
  ])('ask for one article of each story with %j: %s', (filter, grouped) => {
    expect(isGrouped(filter)).toBe(grouped)
  })

  it('include the whole last day and exclude an end instant', () => {
    expect(articleFilter({ startDate: '2026-06-01', endDate: '2026-06-01' })).toBe(
      'published_at:[1780282800..1780369199]',
    )
    expect(within('published_at', { to: new Date('2026-06-01T00:00:00.500Z') })).toBe(
      'published_at:<1780272001',
    )
  })

  it('compare an instant once, whichever ends a window has', () => {
    const from = new Date('2026-06-01T00:00:00.500Z')
    const to = new Date('2026-06-01T00:00:02Z')
    expect(within('available_at', { from, to })).toBe('available_at:[1780272001..1780272001]')
    expect(within('available_at', { from })).toBe('available_at:>=1780272001')
    expect(within('available_at', {})).toBeUndefined()
  })

  it('compare a number, both ends included', () => {
    expect(atLeast('word_count', 0)).toBe('word_count:>=0')
    expect(atMost('sentiment_score', -0.5)).toBe('sentiment_score:<=-0.5')
  })

  const MINUTES: FilterDeclaration = {
    kind: 'number',
    range: { least: 1, most: 60, isWhole: true },
    condition: (most) => inRange('word_count', { most }),
    title: () => 'minutos',
  }
  it.each([1, 60])('accept %s, an end of the range of a number', (value) => {
    expect(() => assertFilterValue(MINUTES, value, 'filter.minutes')).not.toThrow()
  })
  it.each([
    [0, 'filter.minutes: deve ficar entre 1 e 60.'],
    [61, 'filter.minutes: deve ficar entre 1 e 60.'],
    [1.5, 'filter.minutes: deve ser um número inteiro.'],
  ])('refuse the number %s and name the argument', (value, message) => {
    expect(() => assertFilterValue(MINUTES, value, 'filter.minutes')).toThrow(message)
  })

  it('match nothing in an empty window, alone and beside other filters', () => {
    const at = new Date('2026-06-01T00:00:00Z')
    const empty = within('published_at', { from: at, to: at })
    expect(empty).toBe(MATCH_NOTHING)
    expect(within('published_at', { from: at, to: new Date(0) })).toBe(MATCH_NOTHING)
    expect(allOf('agency:=[`mec`]', empty)).toBe(MATCH_NOTHING)
    expect(anyOf('agency:=[`mec`]', empty)).toBe('agency:=[`mec`]')
    expect(anyOf(empty, empty)).toBe(MATCH_NOTHING)
  })

  it('unite the dates of a filter and another window to one range', () => {
    const during = { to: new Date('2026-06-01T12:00:00Z') }
    const filter = { startDate: '2026-06-01', endDate: '2026-06-30' }
    expect(articleFilter(filter, { during })).toBe('published_at:[1780282800..1780315199]')
    expect(articleFilter(null, { during })).toBe('published_at:<1780315200')
    expect(articleFilter(filter, { during: { to: new Date('2026-05-01T12:00:00Z') } })).toBe(MATCH_NOTHING)
  })

  it('match nothing when every value is made of symbols', () => {
    expect(equalsAny('tags', ['```', '***', ''], 'tags')).toBe(MATCH_NOTHING)
    expect(equalsAny('tags', ['', 'saúde'], 'tags')).toBe('tags:=[`saúde`]')
    expect(equalsAny('tags', ['pé\nde\u0000moleque'], 'tags')).toBe('tags:=[`pé de moleque`]')
  })

  it('exclude values, those of symbols alone apart', () => {
    expect(equalsNone('tags', ['a', '*', 'b', 'a'], 'tags')).toBe('tags:!=[`a`,`b`]')
    expect(equalsNone('tags', ['```', '***', ''], 'tags')).toBeUndefined()
    expect(equalsNone('tags', [], 'tags')).toBeUndefined()
  })

  it.each([null, undefined, []])('restrict nothing for the values %j', (values) => {
    expect(equalsAny('tags', values, 'tags')).toBeUndefined()
  })

  it('match words of any value, or of none', () => {
    expect(containsAny('tags', ['a', '*', 'b', 'a'])).toBe('tags:[`a`,`b`]')
    expect(containsAny('tags', ['*'])).toBe(MATCH_NOTHING)
    expect(containsNone('tags', ['a', '*', 'b'])).toBe('tags:![`a`,`b`]')
    expect(containsNone('tags', ['*'])).toBeUndefined()
  })

  it('begin at a whole second', () => {
    expect(since('published_at', new Date('2026-06-01T00:00:02Z'))).toBe('published_at:>=1780272002')
  })

  it('are refused above 100 conditions and operators, and above 100,000 characters', () => {
    const conditions = (count: number) => Array.from({ length: count }, () => 'a:=[`b&&c||d`]').join(' && ')
    expect([countOperations(conditions(1)), countOperations(conditions(50))]).toEqual([1, 99])
    expect(() => assertFilterSize(conditions(50))).not.toThrow()
    expect(() => assertFilterSize(conditions(51))).toThrow(/são condições demais/)
    const long = (characters: number) => `a:=[\`${'b'.repeat(characters - 7)}\`]`.slice(0, characters)
    expect(() => assertFilterSize(long(100_000))).not.toThrow()
    expect(() => assertFilterSize(long(100_001))).toThrow(/longos demais/)
  })

  it('throw above 200 values and name the argument', () => {
    const values = Array.from({ length: 201 }, (_, i) => `a${i}`)
    expect(() => equalsAny('agency', values, 'filter.agencies')).toThrow(/^filter\.agencies: no máximo 200/)
    expect(equalsAny('agency', values.slice(1), 'filter.agencies')).toContain('`a200`')
    expect(() => equalsNone('agency', values, 'filter.agencies')).toThrow(/^filter\.agencies: no máximo 200/)
    expect(equalsNone('agency', values.slice(1), 'filter.agencies')).toContain('`a200`')
  })

  it('keep every value inside its quotes', () => {
    const nasty = fc.string({ unit: fc.constantFrom(...'`*[]()&|:=<>!,\\"\'\n aé1'), maxLength: 30 })
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 5 }), (values) => {
        const filter = equalsAny('tags', values, 'tags')
        if (filter === MATCH_NOTHING) return
        expect(filter).toMatch(/^tags:=\[`[^`]*[^`*]`(,`[^`]*[^`*]`)*\]$/)
      }),
    )
  })

  it('select documents by their ids, and none for an id with a backtick', () => {
    expect(withIds(['a_1', 'b,c'])).toBe('id:=[`a_1`,`b,c`]')
    expect(withIds(['a`b'])).toBe(MATCH_NOTHING)
    expect(withoutIds(['a_1'])).toBe('id:!=[`a_1`]')
    expect(withoutIds([])).toBeUndefined()
  })

  it('exclude a value when one is given', () => {
    expect(differsFrom('content_hash', 'abc')).toBe('content_hash:!=[`abc`]')
    expect(differsFrom('content_hash', undefined)).toBeUndefined()
  })

  it('omit the parentheses of a single part', () => {
    expect(allOf(undefined, 'a:=1')).toBe('a:=1')
    expect(anyOf('a:=1', 'b:=2')).toBe('(a:=1) || (b:=2)')
    expect(allOf(undefined, undefined)).toBeUndefined()
  })
})
