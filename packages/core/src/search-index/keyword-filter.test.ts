import { describe, expect, it } from 'vitest'
import { articleFilter } from './article-filter.ts'
import { countOperations, FILTER_MAX_OPERATIONS, MATCH_NOTHING } from './filter.ts'
import { withKeywords, withoutKeywords } from './keyword-filter.ts'

describe('withKeywords', () => {
  it('joins keywords of one word and allows the words of others in both fields', () => {
    expect(withKeywords(['vacina', 'creche'], 'keywords')).toBe(
      '(title:[`vacina`,`creche`]) || (summary:[`vacina`,`creche`])',
    )
    expect(withKeywords(['ensino "médio'], 'keywords')).toBe(
      '((title:[`ensino`]) || (summary:[`ensino`])) && ((title:[`"médio`]) || (summary:[`"médio`]))',
    )
  })

  it('compares more than fifteen words of several-word keywords with both texts in one condition', () => {
    const pairs = Array.from({ length: 8 }, (_, n) => `a${n}  b${n}`)
    expect(withKeywords([...pairs, 'creche', '***'], 'keywords')).toBe(
      `title_and_summary:[${pairs.map((pair) => `\`${pair.replace('  ', ' ')}\``).join(',')},\`creche\`]`,
    )
    expect(withKeywords(pairs.slice(0, 7), 'keywords')).not.toContain('title_and_summary')
  })

  it.each([1, 2, 3, 15])('stays within the conditions of the engine with keywords of %i words', (length) => {
    const full = {
      agencies: ['a'],
      excludeAgencies: ['b'],
      themes: ['01'],
      tags: ['a'],
      entities: ['a'],
      entityCanonical: ['a'],
      themeSource: ['site'],
      minThemeConfidence: 0.5,
      sentiment: ['positive'],
      states: ['AC'],
      themeLabel: 'Saúde',
      startDate: '2026-01-01',
      endDate: '2026-01-02',
      excludeKeywords: ['a'],
    }
    for (let count = 0; count * length <= 30; count++) {
      const long = Array.from({ length: count }, (_, n) =>
        Array.from({ length }, (_, word) => `p${n}q${word}`).join(' '),
      )
      const filter = articleFilter({ ...full, keywords: [...long, 'creche'] }) ?? ''
      expect(countOperations(filter)).toBeLessThanOrEqual(FILTER_MAX_OPERATIONS)
    }
  })

  it('matches nothing for keywords without letters', () => {
    expect(withKeywords(['***'], 'keywords')).toContain(MATCH_NOTHING)
    expect(withKeywords([], 'keywords')).toBeUndefined()
  })

  it('allows 30 words in keywords of several words, and 50 keywords', () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, n) => `palavra ${n}`)
    expect(withKeywords(pairs(15), 'keywords')).toContain('palavra')
    expect(() => withKeywords(pairs(16), 'filter.keywords')).toThrow(
      /^filter\.keywords: no máximo 30 palavras/,
    )
    const many = Array.from({ length: 51 }, (_, n) => `p${n}`)
    expect(() => articleFilter({ keywords: many })).toThrow(/^filter\.keywords: no máximo 50 valores/)
    expect(() => articleFilter({ excludeKeywords: many })).toThrow(/^filter\.excludeKeywords: no máximo 50/)
  })
})

describe('withoutKeywords', () => {
  it('excludes articles whose title or summary contains all words', () => {
    expect(withoutKeywords(['nota de pesar', 'agenda'])).toBe(
      '(title:![`nota de pesar`,`agenda`]) && (summary:![`nota de pesar`,`agenda`])',
    )
    expect(withoutKeywords(['***'])).toBeUndefined()
    expect([withoutKeywords([]), withoutKeywords(undefined)]).toEqual([undefined, undefined])
  })
})
