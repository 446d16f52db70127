import { describe, expect, it } from 'vitest'
import { articleFilter } from './article-filter.ts'
import { MATCH_NOTHING } from './filter.ts'
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
    expect(withoutKeywords(['nota de pesar', 'agenda'], 'x')).toBe(
      '(title:![`nota de pesar`,`agenda`]) && (summary:![`nota de pesar`,`agenda`])',
    )
    expect(withoutKeywords(['***'], 'x')).toBeUndefined()
  })
})
