import { describe, expect, it } from 'vitest'
import type { MatchedRules } from './article.ts'
import { countFallbacks } from './fallback-rules.ts'

const GOOD: MatchedRules = {
  title: 'h1.documentFirstHeading',
  publishedAt: 'span.documentPublished',
  body: '#parent-fieldname-text',
}

describe('fields that are missing or guessed', () => {
  it('are none where each has a rule of its template', () => {
    expect(countFallbacks(GOOD)).toEqual({ readings: 3, fallbacks: 0 })
    expect(countFallbacks({ ...GOOD, imageUrl: 'figure img' })).toEqual({ readings: 4, fallbacks: 0 })
  })

  it.each<[keyof MatchedRules, string]>([
    ...['h1', 'og:title', 'json-ld', 'title'].map((rule): ['title', string] => ['title', rule]),
    ...['listing', 'time', 'text', 'created'].map((rule): ['publishedAt', string] => ['publishedAt', rule]),
    ...['[property="rnews:articleBody"]', 'article', 'main', 'text', 'general'].map(
      (rule): ['body', string] => ['body', rule],
    ),
  ])('are counted for the rule of %s: %s', (field, rule) => {
    expect(countFallbacks({ ...GOOD, [field]: rule })).toEqual({ readings: 3, fallbacks: 1 })
  })

  it('are counted for a picture that is that of the metadata, and for each absent field', () => {
    expect(countFallbacks({ ...GOOD, imageUrl: 'og:image' })).toEqual({ readings: 4, fallbacks: 1 })
    expect(countFallbacks({})).toEqual({ readings: 3, fallbacks: 3 })
    // Only a field that every article has.
    expect(countFallbacks({ ...GOOD, tags: 'text', category: 'h1' })).toEqual({ readings: 3, fallbacks: 0 })
  })
})
