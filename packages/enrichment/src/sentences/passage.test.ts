import { describe, expect, it } from 'vitest'
import { listSentenceWords, readArticle, readPassage } from './passage.ts'

describe('the words of sentences', () => {
  it.each([
    [
      'A lei vale. Não há prazo!',
      [
        ['A', 'lei', 'vale'],
        ['Não', 'há', 'prazo'],
      ],
    ],
    ['Um.\n\nDois.\n\nTrês.', [['Um'], ['Dois'], ['Três']]],
    // A sentence of a sign of money has no word.
    ['Vale já.\n\nUS$', [['Vale', 'já'], []]],
    ['', []],
  ])('of %j are %j', (text, sentences) => {
    const words = listSentenceWords(readPassage(text))
    expect(words.map((each) => each.map(({ start, end }) => text.slice(start, end)))).toEqual(sentences)
  })

  it('are those inside of a sentence alone', () => {
    const passage = readPassage('Um dois três quatro')
    const [first, second] = [
      { start: 3, end: 7 },
      { start: 8, end: 12 },
    ]
    const textsOf = (sentences: { start: number; end: number }[]) =>
      listSentenceWords({ ...passage, sentences }).map((words) =>
        words.map(({ start, end }) => passage.text.slice(start, end)),
      )
    expect(textsOf([first, second])).toEqual([['dois'], ['três']])
    expect(textsOf([second])).toEqual([['três']])
  })
})

it('reads an article without its markup, and without a text', () => {
  const { title, body } = readArticle({ title: 'Lei', content: 'A **lei** vale.' })
  expect([title.text, title.words.length, body?.words.length, body?.sentences.length]).toEqual([
    'Lei',
    1,
    3,
    1,
  ])
  expect(body?.text).not.toContain('*')
  expect(readArticle({ title: 'Lei', content: null }).body).toBeNull()
})
