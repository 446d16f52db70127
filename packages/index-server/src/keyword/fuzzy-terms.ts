import { listTermsWithPrefix, lowerBound } from '../memory-index/dictionary.ts'

/**
 * Returns the terms at exactly `cost` edits of `word` (insertions, deletions, substitutions and swaps of neighbours).
 * With `prefix`, returns terms with a prefix at that distance that is at least as long as the word.
 *
 * `terms` is sorted, so that neighbours share prefixes. The rows of the distance matrix for the shared prefix are
 * reused. A prefix that can no longer match is skipped with all its terms.
 */
export function listFuzzyTerms(
  terms: readonly string[],
  word: string,
  cost: number,
  prefix: boolean,
): string[] {
  if (cost === 0) {
    if (prefix) return listTermsWithPrefix(terms, word)
    return terms[lowerBound(terms, word)] === word ? [word] : []
  }
  const found: string[] = []
  const deepest = word.length + cost
  const rows = createRows(word.length, deepest)
  let previous = ''
  let index = 0
  while (index < terms.length) {
    const term = terms[index]!
    const verdict = matchTerm(term, previous, word, cost, prefix, rows, deepest)
    if (verdict.matches) found.push(term)
    previous = term.slice(0, verdict.depth)
    index = verdict.isDead ? lowerBound(terms, nextAfterPrefix(previous), index + 1) : index + 1
  }
  return found
}

interface Verdict {
  matches: boolean
  /** Number of characters of the term with filled rows. */
  depth: number
  /** No term that starts with these characters can match. */
  isDead: boolean
}

function matchTerm(
  term: string,
  previous: string,
  word: string,
  cost: number,
  prefix: boolean,
  rows: Uint8Array[],
  deepest: number,
): Verdict {
  const shared = commonLength(term, previous)
  const depth = Math.min(term.length, deepest)
  for (let at = 0; at < depth; at++) {
    if (at >= shared) fillRow(rows, at, term, word)
    const row = rows[at + 1]!
    if (prefix && at + 1 >= word.length && row[word.length] === cost)
      return { matches: true, depth: at + 1, isDead: false }
    if (smallest(row) > cost) return { matches: false, depth: at + 1, isDead: true }
  }
  if (term.length > deepest) return { matches: false, depth: deepest, isDead: false }
  return { matches: rows[depth]![word.length] === cost, depth, isDead: false }
}

function createRows(columns: number, depth: number): Uint8Array[] {
  const rows: Uint8Array[] = []
  for (let row = 0; row <= depth; row++) rows.push(new Uint8Array(columns + 1))
  for (let column = 0; column <= columns; column++) rows[0]![column] = column
  return rows
}

/**
 * Computes the optimal string alignment distance between the first `at + 1` characters of the term and each prefix of
 * the word.
 */
function fillRow(rows: Uint8Array[], at: number, term: string, word: string): void {
  const above = rows[at]!
  const row = rows[at + 1]!
  const character = term.charCodeAt(at)
  row[0] = at + 1
  for (let column = 1; column <= word.length; column++) {
    const same = word.charCodeAt(column - 1) === character
    let best = Math.min(above[column - 1]! + (same ? 0 : 1), above[column]! + 1, row[column - 1]! + 1)
    const swapped =
      at > 0 &&
      column > 1 &&
      word.charCodeAt(column - 2) === character &&
      word.charCodeAt(column - 1) === term.charCodeAt(at - 1)
    if (swapped) best = Math.min(best, rows[at - 1]![column - 2]! + 1)
    row[column] = best
  }
}

function smallest(row: Uint8Array): number {
  let least = row[0]!
  for (let column = 1; column < row.length; column++) if (row[column]! < least) least = row[column]!
  return least
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}

/** Returns the smallest string above every string that starts with `prefix`. */
function nextAfterPrefix(prefix: string): string {
  return prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1)
}
