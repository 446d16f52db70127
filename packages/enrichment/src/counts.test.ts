import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { describe, expect, it } from 'vitest'
import { countText } from './counts.ts'
import { readPassage } from './sentences/passage.ts'

describe('countText', () => {
  it('counts words, characters and paragraphs', () => {
    expect(countText(readPassage('A lei vale.\n\nNão há prazo.'))).toEqual({
      word_count: 6,
      char_count: 25,
      paragraph_count: 2,
    })
  })

  it.each([
    ['bem-estar e guarda-chuva', 3],
    ["copo d'água", 2],
    ['R$ 1.500,50 para 30% dos 2 mil', 6],
    ['US$ 3 bilhões', 2],
    ['COP30, Covid-19 e 5G', 4],
    ['vacina\u00ADção feita', 2],
    ['Lei nº 13.709/2018', 4],
    ['— • …', 0],
  ])('counts %s as %i words', (text, words) => {
    expect(countText(readPassage(text)).word_count).toBe(words)
  })

  it('counts an accented letter once in any normal form, and repeated blanks once', () => {
    expect(countText(readPassage('ação  \t boa'.normalize('NFD'))).char_count).toBe(8)
  })

  it('counts an image as no text, and returns null without text', () => {
    expect(countText(readPassage(toReadableText('![Foto: Ana](https://x.gov.br/a.jpg)')))).toEqual({
      word_count: 0,
      char_count: 0,
      paragraph_count: 0,
    })
    expect(countText(null)).toEqual({ word_count: null, char_count: null, paragraph_count: null })
  })
})
