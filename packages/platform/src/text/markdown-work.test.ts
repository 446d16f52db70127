import { describe, expect, it } from 'vitest'
import { estimateMarkdownWork } from './markdown-work.ts'

const UNITS_PER_MS = 10_000

/** Returns the estimated milliseconds of a piece of Markdown that is repeated after a beginning. */
const estimate = (piece: string, times: number, start = '') =>
  estimateMarkdownWork(start + piece.repeat(times)) / UNITS_PER_MS

/** Name, beginning, piece, repetitions, and the milliseconds that micromark 4.0.3 took. */
const QUADRATIC: [string, string, string, number, number][] = [
  ['lists of two levels on each line', '', '- - a\n', 5000, 5160],
  ['the same with blank lines', '', '- - a\n\n', 4285, 4320],
  ['lists of ten levels on each line', '', `${'- '.repeat(10)}a\n`, 1363, 2180],
  ['lists with one sublist each', '', '- a\n  - b\n', 3000, 2750],
  ['numbered lists with one sublist each', '', '1. a\n   1. b\n', 2307, 1640],
  ['sublists with text', '', '- a\n  - b\n    texto do item\n', 2142, 1710],
  ['nested lists in a quotation', '', '> - - a\n', 3750, 3900],
  ['lines that continue a list item', '- a\n', 'linha do item\n', 8571, 2190],
  ['short lines that continue a list item', '- a\n', 'l\n', 15_000, 8950],
  ['lines that continue a quotation', '> a\n', 'linha\n', 10_000, 3410],
  ['open links', '', '[a](', 30_000, 14_400],
]

const LINEAR: [string, string, string, number, number][] = [
  ['paragraphs', '', 'Uma frase do texto que segue em linha.\n\n', 3000, 318],
  ['short lines', '', 'linha\n', 20_000, 560],
  ['items of one list', '', '- um item da lista\n', 6315, 519],
  ['short items of one list', '', '- a\n', 30_000, 1950],
  ['a flat list after a nested one', '- a\n  - b\n', '- b\n', 15_000, 914],
  ['lines of a quotation', '', '> linha citada\n', 8000, 227],
  ['paragraphs of one list item', '- a\n\n', '  parágrafo do item\n\n', 5714, 286],
  ['rows of a table', '| n | a |\n|---|---|\n', '| 1 | a |\n', 12_000, 919],
  ['rows of 50 cells', `${'|a'.repeat(50)}|\n${'|-'.repeat(50)}|\n`, `${'|a'.repeat(50)}|\n`, 1176, 1300],
  ['paragraphs with links', '', 'Leia [mais](https://www.gov.br/x) **aqui**.\n\n', 2000, 500],
]

describe('estimateMarkdownWork', () => {
  it.each([...QUADRATIC, ...LINEAR])(
    'is within a factor of 3.5 of the time for %s',
    (_, start, piece, times, ms) => {
      const estimated = estimate(piece, times, start)
      expect(estimated).toBeGreaterThan(ms / 3.5)
      expect(estimated).toBeLessThan(ms * 3.5)
    },
  )

  it.each(QUADRATIC)('grows with the square of %s', (_, start, piece) => {
    expect(estimate(piece, 80_000, start) / estimate(piece, 40_000, start)).toBeGreaterThan(3.5)
  })

  it.each(LINEAR)('grows with the number of %s', (_, start, piece) => {
    expect(estimate(piece, 80_000, start) / estimate(piece, 40_000, start)).toBeLessThan(2.1)
  })

  it.each(['> ', '- ', '['])('grows with the square of %j on one line', (piece) => {
    expect(estimate(piece, 80_000) / estimate(piece, 40_000)).toBeGreaterThan(3.5)
  })

  it('counts a line of blanks as a line', () => {
    expect(estimate(' ', 100_000)).toBeLessThan(110)
    expect(estimate('\n', 1000, '- a\n')).toBeLessThan(50)
  })
})
