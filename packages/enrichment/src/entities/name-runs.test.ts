import { describe, expect, it } from 'vitest'
import { listNameRuns, partOf } from './name-runs.ts'

const runsOf = (text: string) => listNameRuns(text).map(({ start, end }) => text.slice(start, end))

describe('a run of capitalised words', () => {
  it.each([
    ['a ministra Ana Lima disse', ['Ana Lima']],
    ['com Ana da Silva e Rui dos Santos', ['Ana da Silva e Rui dos Santos']],
    ['Ana, Rui', ['Ana', 'Rui']],
    ['Ana  Lima', ['Ana', 'Lima']],
    ['Ana\u00A0Lima', ['Ana\u00A0Lima']],
    ['Ana\nLima', ['Ana', 'Lima']],
    ['Ana B. Lima', ['Ana B. Lima']],
    ['Ana de', ['Ana']],
    ["Joana D'Arc-Lima", ["Joana D'Arc-Lima"]],
    ['a@Ana .Rui /Eva _Ivo -Ugo', []],
    ['5Ana bAna', []],
    ['palavra', []],
    [`${'Ana '.repeat(12)}Lima`, ['Ana '.repeat(12).trim(), 'Lima']],
  ])('in %j is %j', (text, runs) => {
    expect(runsOf(text)).toEqual(runs)
  })

  it('has its words without particles, with their places', () => {
    expect(listNameRuns('com Ana da Silva')).toEqual([
      {
        start: 4,
        end: 16,
        words: [
          { start: 4, text: 'Ana' },
          { start: 11, text: 'Silva' },
        ],
      },
    ])
  })
})

describe('a part of a run', () => {
  const text = 'com Ana da Silva Lima'
  const [run] = listNameRuns(text)

  it.each([
    [0, undefined, 'Ana da Silva Lima'],
    [0, 1, 'Ana'],
    [0, 2, 'Ana da Silva'],
    [1, undefined, 'Silva Lima'],
    [1, 2, 'Silva'],
    [3, undefined, ''],
  ])('from %i to %s is %j', (from, to, expected) => {
    const part = run && partOf(run, from, to)
    expect(part && text.slice(part.start, part.end)).toBe(expected)
    expect(part?.words.map((word) => word.text)).toEqual(
      expected.split(' ').filter((word) => /^\p{Lu}/u.test(word)),
    )
  })
})
