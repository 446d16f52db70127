import { describe, expect, it } from 'vitest'
import { countEntities, measureLength, measureText } from './seed-features.ts'

describe('text measures', () => {
  it('counts words and returns a higher score for easier texts', () => {
    const easy = 'O rio subiu. A água veio cedo. O povo viu o sol e foi ao mar. Era bom.'
    const hard =
      'Regulamentações administrativas extraordinariamente complexas inviabilizam considerações interinstitucionais relativas a responsabilidades orçamentárias plurianuais.'
    expect(measureText(easy).words).toBe(18)
    expect(measureText(easy).readability).toBeGreaterThan(90)
    expect(measureText(hard).readability).toBe(0)
  })

  it('counts a run of blanks as one character, and counts paragraphs', () => {
    expect(measureLength('Um.\n\nDois  três.\n')).toEqual({ characters: 14, paragraphs: 2 })
    expect(measureLength('')).toEqual({ characters: 0, paragraphs: 0 })
  })

  it('returns no score for fewer than ten words', () => {
    expect(measureText('Poucas palavras aqui.')).toEqual({ words: 3, readability: null })
  })
})

describe('entities of a text', () => {
  it('counts each name and prefers frequent and early ones', () => {
    const mention = (text: string, start: number) => ({
      start,
      end: start + text.length,
      text,
      type: 'ORG' as const,
      canonicalId: null,
    })
    const entities = countEntities([mention('Inep', 0), mention('MEC', 40), mention('Inep', 80)], 100)
    expect(entities).toEqual([
      { text: 'Inep', type: 'ORG', count: 2, canonical_id: null, salience: 1 },
      { text: 'MEC', type: 'ORG', count: 1, canonical_id: null, salience: 0.55 },
    ])
  })
})
