import { describe, expect, it } from 'vitest'
import { readWords } from './read-words.ts'

/** Words as the marks of what stands before them: `|` a break, `.` a sentence's end. */
const marked = (text: string) =>
  readWords(text)
    .map(
      ({ text: word, afterBreak, startsSentence }) =>
        `${startsSentence ? '.' : ''}${afterBreak ? '|' : ''}${word}`,
    )
    .join(' ')

describe('the words of a request', () => {
  it.each([
    ['', ''],
    ['saúde', '.saúde'],
    ['saúde pública', '.saúde pública'],
    ['saúde, educação; obras: pontes', '.saúde |educação |obras |pontes'],
    ['saúde. Educação! Obras? Pontes… Rios\nMares', '.saúde .|Educação .|Obras .|Pontes .|Rios .|Mares'],
    ['(saúde) [obras] “pontes”', '.|saúde |obras |pontes'],
    ['vice-governador – obras - pontes', '.vice-governador |obras |pontes'],
    ["d'água e d’ouro", ".d'água e d’ouro"],
    ['G20 e covid-19', '.G20 e covid-19'],
    ['MINISTÉRIO DA SAÚDE', '.ministério da saúde'],
    ['SUS', '.SUS'],
    ['SUS e INSS', '.SUS e INSS'],
  ])('of %j are %s', (text, words) => {
    expect(marked(text)).toBe(words)
  })

  it.each([
    ['Sobral (CE) e Salvador (BA, SE)', ['CE', 'BA', 'SE']],
    ['Sobral/CE', ['CE']],
    ['saúde / obras', []],
    ['Sobral) (CE', ['CE']],
    ['(Sobral (CE)) BA', ['Sobral', 'CE']],
  ])('aside in %j are %j', (text, aside) => {
    expect(
      readWords(text)
        .filter(({ isAside }) => isAside)
        .map((word) => word.text),
    ).toEqual(aside)
  })

  it('have their places, and their letters without accents in any form of Unicode', () => {
    const words = readWords('Sau\u0301de, Pará')
    expect(words.map(({ text, folded, position }) => [text, folded, position])).toEqual([
      ['Saúde', 'saude', 0],
      ['Pará', 'para', 1],
    ])
  })
})
