import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PublicError } from '@pauta/platform/errors'
import { parseFeatures } from './feature-input.ts'

function codeOf(value: unknown): string | undefined {
  try {
    parseFeatures(value, 'features')
    return undefined
  } catch (error) {
    return error instanceof PublicError ? error.code : String(error)
  }
}

const nested = (levels: number): unknown => (levels === 0 ? 1 : { a: nested(levels - 1) })

describe('parseFeatures', () => {
  it('returns valid features and those of a JSON text unchanged, unknown keys included', () => {
    const features = {
      sentiment: { label: 'positive', score: 0.5, model: 'x' },
      entities: [{ text: 'MEC', type: 'ORG', count: 2, canonical_id: 'Q1', salience: 0.5, extra: true }],
      content_annotations: [{ start: 0, end: 3, type: 'ORG', text: 'MEC' }],
      states: ['CE'],
      word_count: 10,
      has_image: null,
      own: [1, { two: 'três' }],
    }
    expect(parseFeatures(features, 'features')).toEqual(features)
    expect(parseFeatures(JSON.stringify(features), 'features')).toEqual(features)
    expect(parseFeatures({}, 'features')).toEqual({})
  })

  it.each([[null], [[]], ['{'], [1], [true], [undefined]])('refuses %j, which is not an object', (value) => {
    expect(codeOf(value)).toBe('BAD_USER_INPUT')
    expect(() => parseFeatures(value, 'features')).toThrow('deve ser um objeto JSON')
  })

  it.each([
    ['sentiment', 'positive'],
    ['sentiment', { score: '0.5' }],
    ['entities', {}],
    ['entities', [{ type: 'ORG' }]],
    ['entities', [null]],
    ['entities', [{ text: 'MEC', type: 'ORG', count: 1.5 }]],
    ['content_annotations', [{ start: 0, end: 1, type: 'ORG' }]],
    ['states', ['XX']],
    ['states', 'CE'],
    ['entities', [{ text: 'Ana', type: 'PER', office: 1 }]],
    ['word_count', 2_147_483_648],
    ['view_count', '10'],
    ['unique_sessions', 0.5],
    ['trending_score', 1e39],
    ['readability_flesch', '51'],
    ['has_image', 1],
    ['image_broken', 'não'],
  ])('refuses a wrong type: %s cannot be %j', (key, value) => {
    expect(() => parseFeatures({ [key]: value }, 'features')).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining(key) as string }),
    )
  })

  it.each([
    ['sentiment', { label: 'happy' }],
    ['sentiment', { label: '' }],
    ['sentiment', { score: 1.01 }],
    ['sentiment', { score: -7 }],
    ['entities', [{ text: 'MEC', type: 'ORG', count: -1 }]],
    ['entities', [{ text: 'MEC', type: 'ORG', salience: 1.5 }]],
    ['entities', [{ text: 'MEC', type: 'ORG', salience: -0.1 }]],
    ['word_count', -5],
    ['char_count', -1],
    ['paragraph_count', -1],
    ['view_count', -1],
    ['unique_sessions', -1],
    ['readability_flesch', 9999],
    ['readability_flesch', -125],
  ])('refuses a value out of its range: %s cannot be %j', (key, value) => {
    expect(() => parseFeatures({ [key]: value }, 'features')).toThrow(
      expect.objectContaining({ code: 'BAD_USER_INPUT', message: expect.stringContaining(key) as string }),
    )
  })

  it('accepts the ends of every range', () => {
    for (const [sign, readability, salience] of [
      [-1, 0, 0],
      [1, 100, 1],
    ]) {
      const features = {
        sentiment: { label: 'neutral', score: sign },
        entities: [{ text: 'MEC', type: 'ORG', count: 0, salience }],
        readability_flesch: readability,
        word_count: 0,
      }
      expect(parseFeatures(features, 'features')).toEqual(features)
    }
  })

  it('refuses characters that PostgreSQL cannot store', () => {
    for (const value of ['a\0b', '\ud800', '\udc00x']) {
      expect(codeOf({ own: value })).toBe('BAD_USER_INPUT')
      expect(codeOf({ own: [{ [value]: 1 }] })).toBe('BAD_USER_INPUT')
    }
    expect(codeOf({ own: '😀 \\u0000' })).toBeUndefined()
  })

  it('accepts at most 32 levels and 1 MB', () => {
    expect(codeOf(nested(32))).toBeUndefined()
    expect(codeOf(nested(33))).toBe('BAD_USER_INPUT')
    expect(codeOf({ own: 'x'.repeat(1_000_000 - '{"own":""}'.length) })).toBeUndefined()
    expect(codeOf({ own: 'x'.repeat(1_000_000 - '{"own":""}'.length + 1) })).toBe('LIMIT_EXCEEDED')
  })

  it('reads a text of six characters for each byte, and no longer one', () => {
    expect(codeOf('{}'.padEnd(6_000_000))).toBeUndefined()
    expect(codeOf('{}'.padEnd(6_000_001))).toBe('LIMIT_EXCEEDED')
  })

  it('names the first five invalid keys', () => {
    const keys = ['word_count', 'char_count', 'paragraph_count', 'view_count', 'unique_sessions', 'has_image']
    const named = (of: string[]) => {
      try {
        parseFeatures(Object.fromEntries(of.map((key) => [key, 'x'])), 'features')
        return []
      } catch (error) {
        return keys.filter((key) => String(error).includes(key))
      }
    }
    expect(named(keys.slice(0, 5))).toHaveLength(5)
    expect(named(keys)).toHaveLength(5)
  })

  it('accepts or refuses any value without another error', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect([undefined, 'BAD_USER_INPUT', 'LIMIT_EXCEEDED']).toContain(codeOf(value))
      }),
    )
  })
})
