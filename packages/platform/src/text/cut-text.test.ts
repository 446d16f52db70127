import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtWord } from './cut-text.ts'

describe('cutAtWord', () => {
  it.each([
    ['curto', 10, 'curto'],
    ['uma frase longa demais', 10, 'uma frase…'],
    ['uma frase, longa', 11, 'uma frase…'],
    ['palavraimensa', 8, 'palavra…'],
    ['exatamente dez', 14, 'exatamente dez'],
    // Half of the limit is too short for a cut at a word.
    ['abcd efghijklmno', 8, 'abcd ef…'],
    ['abcde fghijklmno', 8, 'abcde…'],
    ['abcd efghijklmno', 9, 'abcd efg…'],
    ['um dois três', 8, 'um dois…'],
    ['um doisX três', 8, 'um dois…'],
    // The last word is whole only if the blank follows the text that fits.
    ['abcdef gh ijk', 10, 'abcdef gh…'],
    ['abcdef ghi jk', 10, 'abcdef…'],
  ])('cuts %j to %i characters as %j', (text, max, cut) => {
    expect(cutAtWord(text, max)).toBe(cut)
  })

  it('never exceeds the limit nor splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 2, max: 40 }), (text, max) => {
        const cut = cutAtWord(text, max)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut === text || cut.endsWith('…')).toBe(true)
      }),
    )
  })
})

it('cuts long runs of separators', () => {
  const text = `um${','.repeat(5000)}a dois três`
  expect(cutAtWord(text, text.length - 3) === text.replace(' três', '…')).toBe(true)
})
