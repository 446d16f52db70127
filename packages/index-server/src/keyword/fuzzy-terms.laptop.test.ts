import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listFuzzyTerms } from './fuzzy-terms.ts'

/** Computes the whole matrix without shared rows, as the expected result. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : i)),
  )
  for (let i = 1; i <= a.length; i++) {
    rows[i]![0] = i
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      let best = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, rows[i - 2]![j - 2]! + 1)
      rows[i]![j] = best
    }
  }
  return rows[a.length]![b.length]!
}

function matchesPrefix(term: string, word: string, cost: number): boolean {
  if (term.length < word.length) return distance(term, word) === cost
  for (let end = word.length; end <= term.length; end++)
    if (distance(term.slice(0, end), word) === cost) return true
  return false
}

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 7 })
const dictionary = fc.uniqueArray(letters, { maxLength: 60 }).map((terms) => terms.sort())

test('finds exactly the terms at the given distance', () => {
  fc.assert(
    fc.property(dictionary, letters, fc.constantFrom(0, 1, 2), (terms, word, cost) => {
      expect(listFuzzyTerms(terms, word, cost, false)).toEqual(
        terms.filter((term) => distance(term, word) === cost),
      )
    }),
  )
})

test('finds terms with a prefix at the given distance', () => {
  fc.assert(
    fc.property(dictionary, letters, fc.constantFrom(1, 2), (terms, word, cost) => {
      expect(listFuzzyTerms(terms, word, cost, true)).toEqual(
        terms.filter((term) => matchesPrefix(term, word, cost)),
      )
    }),
  )
})

test('counts a swap of neighbours as one edit', () => {
  expect(listFuzzyTerms(['governo', 'inverno'], 'govreno', 1, false)).toEqual(['governo'])
})
