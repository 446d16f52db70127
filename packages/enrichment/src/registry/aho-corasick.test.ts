import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildAutomaton } from './aho-corasick.ts'

function scan(patterns: readonly string[], text: string): string[] {
  const found: string[] = []
  buildAutomaton(patterns).scan(text, (pattern, end) => found.push(`${patterns[pattern]}@${end}`))
  return found.sort()
}

function scanNaively(patterns: readonly string[], text: string): string[] {
  return patterns
    .flatMap((pattern) =>
      Array.from({ length: text.length }, (_, at) => at)
        .filter((at) => text.startsWith(pattern, at))
        .map((at) => `${pattern}@${at + pattern.length}`),
    )
    .sort()
}

describe('buildAutomaton', () => {
  it('finds patterns inside other patterns', () => {
    expect(
      scan(['banco', 'banco central', 'central do brasil', 'brasil'], 'banco central do brasil'),
    ).toEqual(['banco central@13', 'banco@5', 'brasil@23', 'central do brasil@23'])
  })

  it('finds the same matches as a naive search', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 })
    fc.assert(
      fc.property(fc.uniqueArray(short, { maxLength: 8 }), text, (patterns, source) => {
        expect(scan(patterns, source)).toEqual(scanNaively(patterns, source))
      }),
    )
  })
})
