import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BARRIER, foldName, foldText } from './fold-text.ts'

describe('foldText', () => {
  it('removes case, accents and punctuation', () => {
    expect(foldName('Minha Casa, Minha Vida')).toBe('minha casa minha vida')
    expect(foldName('  30ª Conferência (COP-30) ')).toBe('30a conferencia cop 30')
  })

  it('puts a barrier between sentences, between paragraphs and at wide gaps', () => {
    for (const text of ['Rio. Branco', 'Rio\n\nBranco', 'Rio\n \nBranco', 'Rio     Branco', 'Rio? Branco'])
      expect(foldText(text).text).toBe(`rio${BARRIER}branco`)
    for (const text of [
      'Rio Branco',
      'Rio    Branco',
      'Rio\nBranco',
      'Rio-Branco',
      'Rio—Branco',
      'Rio.Branco',
    ])
      expect(foldText(text).text).toBe('rio branco')
  })

  it('returns the offsets of the source, combining marks included', () => {
    const source = `a ${'São'.normalize('NFD')} Pau\u00ADlo ﬁm`
    const { text, starts, ends } = foldText(source)
    const sourceOf = (name: string) => {
      const at = text.indexOf(name)
      return source.slice(starts[at], ends[at + name.length - 1])
    }
    expect(sourceOf('sao')).toBe('São'.normalize('NFD'))
    expect(sourceOf('paulo')).toBe('Pau\u00ADlo')
    expect(sourceOf('fim')).toBe('ﬁm')
  })

  it('returns as many offsets as characters for a text that folding lengthens', () => {
    for (const length of [1, 2, 3, 4, 5, 100]) {
      const { text, starts, ends } = foldText('\uFDFA'.repeat(length))
      expect([text.length, starts.length, ends.length]).toEqual([4 * length, 4 * length, 4 * length])
      expect([starts.at(-1), ends.at(-1)]).toEqual([length - 1, length])
    }
  })

  it('extends a letter by its mark, also at the end of a word, and nothing at the beginning of a text', () => {
    const { text, ends } = foldText('\u0301a\u0301 b\u0301')
    expect([text, ...ends]).toEqual(['a b', 3, 4, 6])
  })

  it.each([
    // The last character of one unit is no letter; the first of two units is one.
    ['a\uFFFFb', 'a b', [1, 2, 3]],
    ['a\u{10000}b', 'a\u{10000}b', [1, 3, 3, 4]],
  ])('reads %j by its characters', (source, folded, expected) => {
    const { text, ends } = foldText(source)
    expect([text, [...ends]]).toEqual([folded, expected])
  })

  it('leaves a mark behind a gap to the gap', () => {
    const { text, ends } = foldText('a -\u0301b')
    expect([text, ...ends]).toEqual(['a b', 1, 4, 5])
  })

  it('returns ordered offsets within the source for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (source) => {
        const { text, starts, ends } = foldText(source)
        expect(starts).toHaveLength(text.length)
        expect(ends).toHaveLength(text.length)
        for (let at = 0; at < text.length; at++) {
          expect(starts[at]).toBeLessThan(ends[at] ?? 0)
          expect(starts[at]).toBeGreaterThanOrEqual(starts[at - 1] ?? 0)
          expect(ends[at]).toBeLessThanOrEqual(source.length)
        }
        expect(foldText(text.replaceAll(BARRIER, ' ')).text.trim()).toBe(text.replaceAll(BARRIER, ' ').trim())
      }),
    )
  })
})
