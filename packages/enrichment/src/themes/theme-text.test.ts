import { describe, expect, it } from 'vitest'
import { listThemeWords } from './theme-text.ts'

const read = (text: string | null, others: { title?: string; subtitle?: string | null } = {}) =>
  listThemeWords({ title: 'Lei', text, agencyKey: null, ...others })

describe('the words of an article', () => {
  it('are those of title, subtitle and text, folded, with their places', () => {
    const article = { title: 'Ação já!', subtitle: 'A Lei', text: 'Vale hoje', agencyKey: 'mec' }
    expect(listThemeWords(article)).toEqual({
      words: ['acao', 'ja', 'a', 'lei', 'vale', 'hoje'],
      titleEnd: 2,
      leadEnd: 6,
      agencyKey: 'mec',
    })
    expect(read(null, { subtitle: null })).toEqual({
      words: ['lei'],
      titleEnd: 1,
      leadEnd: 1,
      agencyKey: null,
    })
  })

  it.each([
    ['has no word behind 400 characters', `${'a'.repeat(395)} bbbb`, 2, 2],
    ['ends between two words', `${'a'.repeat(395)} bbbbb`, 1, 2],
    ['ends at a blank behind 400 characters', `${'a'.repeat(400)} b`, 1, 2],
    ['ends behind a single letter', `a ${'b'.repeat(400)}`, 1, 2],
    ['of one long word ends in it', 'a'.repeat(401), 1, 2],
    ['that starts with a blank ends in the word behind it', ` ${'a'.repeat(400)}`, 1, 2],
  ])('the beginning of a text %s', (_, text, inLead, all) => {
    const { words, titleEnd, leadEnd } = read(text)
    expect([leadEnd - titleEnd, words.length - titleEnd]).toEqual([inLead, all])
  })

  it('are those of 4,000 characters, and of 500 of title and subtitle', () => {
    const long = (characters: number) => `${'x'.repeat(characters - 2)} y`
    expect(read(long(4000)).words.at(-1)).toBe('y')
    expect(read(long(4001)).words.at(-1)).not.toBe('y')
    expect(read(null, { title: long(500) }).words).toHaveLength(2)
    expect(read(null, { title: long(501) }).words).toHaveLength(1)
    expect(read(null, { subtitle: long(500) }).words).toHaveLength(3)
    expect(read(null, { subtitle: long(501) }).words).toHaveLength(2)
  })
})
