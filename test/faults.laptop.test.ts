import { describe, expect, it } from 'vitest'
import { drawFaults } from './faults/draw-faults.ts'
import { findFaults, putFault } from './faults/find-faults.ts'
import { listRelatedTests } from './faults/related-tests.ts'

/** Every text that one fault makes of a line of code. */
const broken = (text: string) => findFaults('some/file.ts', text).map((fault) => putFault(text, fault))

describe('faults', () => {
  it.each([
    ['const a = b < 10', ['const a = b <= 10', 'const a = b < 11']],
    ["const isDay = day === 'seção'", ["const isDay = day !== 'seção'"]],
    ['const a = b && c', ['const a = b || c', 'const a = b', 'const a = c']],
    ['const a = b ?? c', ['const a = b', 'const a = c']],
    ['if (a) b()', ['if (!(a)) b()', 'if (a) ;']],
    ['const a = !b', ['const a = b']],
    ['const a = b - c', ['const a = b + c']],
    ['const a = list.some(isOpen)', ['const a = list.every(isOpen)']],
    ['const all: Wide<true> = false as const', ['const all: Wide<true> = true as const']],
    [
      'const rows = db`select from a where at >= ${now} for update skip locked`',
      [
        'const rows = db`select from a where at > ${now} for update skip locked`',
        'const rows = db`select from a where at >= ${now} skip locked`',
        'const rows = db`select from a where at >= ${now} for update`',
      ],
    ],
    ["import a from 'b'", []],
    ['type A = { at: 1 | true }', []],
  ])('of %s', (text, changed) => {
    expect(broken(text).sort()).toEqual(changed.sort())
  })

  it('are drawn once per line, from all of the code, and equal for equal seeds', () => {
    const text = Array.from({ length: 100 }, (_, n) => `const a${n} = b && c < ${n}\n`).join('')
    const faults = findFaults('some/file.ts', text)
    const lines = (seed: number) => drawFaults(faults, { count: 10, seed }).map(({ line }) => line)
    expect(lines(1)).toEqual(lines(1))
    expect(lines(1)).not.toEqual(lines(2))
    expect(lines(1).map((line) => Math.floor((line - 1) / 10))).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(drawFaults(faults, { count: 1000, seed: 1 })).toHaveLength(100)
  })

  it('run the test beside the file first, then those that import the file', () => {
    const related = listRelatedTests('packages/enrichment/src/sentences.ts')
    expect(related[0]).toBe('packages/enrichment/src/sentences.test.ts')
    expect(related).toContain('packages/enrichment/src/sentiment.test.ts')
    expect(related.filter((path) => !path.startsWith('packages/enrichment/'))).toEqual([])
  })
})
