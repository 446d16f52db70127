import { describe, expect, it } from 'vitest'
import { startsSentence, wordAfter, wordBefore } from './surroundings.ts'

describe('the word before an offset', () => {
  it.each([
    ['a ministra Ana', 11, { word: 'ministra', gap: ' ', start: 2 }],
    ['a ministra', 10, { word: 'ministra', gap: '', start: 2 }],
    ['Ação – “', 8, { word: 'Ação', gap: ' – “', start: 0 }],
    ['a\u0301gua, ', 7, { word: 'a\u0301gua', gap: ', ', start: 0 }],
    ['COP30 ', 6, { word: 'COP30', gap: ' ', start: 0 }],
  ])('of %j at %i is %j', (text, offset, neighbour) => {
    expect(wordBefore(text, offset)).toEqual(neighbour)
  })

  it.each(['', '“ – ', `${'a'.repeat(4)}${' '.repeat(40)}`])('is none in %j', (text) => {
    expect(wordBefore(text, text.length)).toBeUndefined()
  })

  it('is read from forty characters', () => {
    const text = `abc${' '.repeat(38)}`
    expect(wordBefore(text, text.length)).toEqual({ word: 'bc', gap: ' '.repeat(38), start: 1 })
  })
})

describe('the word after an offset', () => {
  it.each([
    ['a ministra Ana', 1, { word: 'ministra', gap: ' ', start: 2 }],
    ['a ministra Ana', 2, { word: 'ministra', gap: '', start: 2 }],
    ['Ana – “ação”', 3, { word: 'ação', gap: ' – “', start: 7 }],
    ['a (COP30)', 1, { word: 'COP30', gap: ' (', start: 3 }],
  ])('of %j at %i is %j', (text, offset, neighbour) => {
    expect(wordAfter(text, offset)).toEqual(neighbour)
  })

  it.each(['', ' – ”', `${' '.repeat(40)}a`])('is none in %j', (text) => {
    expect(wordAfter(text, 0)).toBeUndefined()
  })

  it('is read from forty characters', () => {
    expect(wordAfter(`${' '.repeat(38)}abc`, 0)).toEqual({ word: 'ab', gap: ' '.repeat(38), start: 38 })
  })
})

describe('a sentence', () => {
  it.each([
    ['Ana', 0, true],
    ['Fim. Ana', 5, true],
    ['Fim! – (“Ana', 9, true],
    ['Fim?Ana', 4, true],
    ['Fim… Ana', 5, true],
    ['linha\nAna', 6, true],
    ['a Ana', 2, false],
    ['a, “Ana', 4, false],
    [`Fim.${' '.repeat(39)}Ana`, 43, true],
    [`Fim.${' '.repeat(40)}Ana`, 44, false],
  ])('in %j starts at %i: %j', (text, offset, starts) => {
    expect(startsSentence(text, offset)).toBe(starts)
  })
})
