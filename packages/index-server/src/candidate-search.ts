import type { CollectionIndex } from './collection-index.ts'
import { createAcrossSearch } from './across-fields.ts'
import type { AcrossSearch, ChosenTerm } from './across-fields.ts'
import type { Mask } from './filter-evaluate.ts'
import type { InvertedField } from './inverted-field.ts'
import type { KeywordOptions } from './keyword-search.ts'
import { listCandidates } from './term-candidates.ts'
import type { TextMatches } from './text-matches.ts'

export interface SearchWord {
  text: string
  /** The word may be unfinished: it is the last one of the query. */
  isPrefix: boolean
}

interface Candidates {
  word: SearchWord
  cost: number
  terms: string[]
}

/** Combinations of edits, and of candidate terms, that are tried. */
const MAX_COMBINATIONS = 10
const MAX_EXHAUSTIVE_COMBINATIONS = 10_000
const MAX_TYPOS = 2

/** Tries the words of a query with more and more typos until enough documents are found. */
export class CandidateSearch {
  readonly #index: CollectionIndex
  readonly #allowed: Mask
  readonly #options: KeywordOptions
  readonly #matches: TextMatches
  readonly #across: AcrossSearch
  readonly #tried = new Set<string>()
  /** Combinations of terms that some document holds. */
  readonly found: ChosenTerm[][] = []

  constructor(index: CollectionIndex, allowed: Mask, options: KeywordOptions, matches: TextMatches) {
    this.#index = index
    this.#allowed = allowed
    this.#options = options
    this.#matches = matches
    this.#across = createAcrossSearch(index, allowed, options, matches)
  }

  /** Searches for all of `words`; documents that also hold words of `dropped` rank higher. */
  run(words: readonly SearchWord[], dropped: readonly SearchWord[]): void {
    const costs = words.map((word) => this.#costsOf(word.text))
    const known = new Map<string, string[]>()
    const limit = this.#options.isExhaustive ? MAX_EXHAUSTIVE_COMBINATIONS : MAX_COMBINATIONS
    for (let n = 0; n < limit && n < product(costs); n++) {
      const chosen = pickCombination(costs, n)
      const candidates = this.#collect(words, chosen, dropped.length === 0, known)
      if (typeof candidates === 'number') {
        // No term at this cost for that word: the combinations start again without it.
        const rest = costs[candidates]!.filter((cost) => cost !== chosen[candidates])
        if (rest.length === 0) return
        costs[candidates] = rest
        n = -1
      } else if (candidates.length === words.length) {
        this.#searchAll(candidates, dropped)
      }
      if (!this.#options.isExhaustive && this.#matches.count >= this.#options.typoTokensThreshold) return
    }
  }

  #costsOf(word: string): number[] {
    const { minLength1Typo, minLength2Typo, typosInNumbers, typosInAlphaNumbers } = this.#options
    let most = word.length < minLength1Typo ? 0 : word.length < minLength2Typo ? 1 : MAX_TYPOS
    if (!typosInNumbers && /^\d+$/.test(word)) most = 0
    if (!typosInAlphaNumbers && /\d/.test(word) && /[^\d]/.test(word)) most = 0
    return Array.from({ length: most + 1 }, (_, cost) => cost)
  }

  /** Candidate terms of every word, or the number of the first word that has none. */
  #collect(
    words: readonly SearchWord[],
    costs: readonly number[],
    mayContinue: boolean,
    known: Map<string, string[]>,
  ): Candidates[] | number {
    const collected: Candidates[] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      const cost = costs[at]!
      const key = `${cost} ${word.text}`
      const previous =
        mayContinue && at > 0 && at === words.length - 1 ? collected.at(-1)!.terms[0] : undefined
      const terms = known.get(key) ?? this.#termsOf(word, cost, previous)
      if (terms.length === 0) return at
      known.set(key, terms)
      collected.push({ word, cost, terms })
    }
    return collected
  }

  /**
   * Terms that a word may stand for, over all fields. After a `previous` word the terms that stand in one field of
   * a document with it come first, then those in the same document.
   */
  #termsOf(word: SearchWord, cost: number, previous: string | undefined): string[] {
    const { fields, maxCandidates, termOrder } = this.#options
    const terms = new Set<string>()
    const take = (field: (typeof fields)[number], mask: Mask): void => {
      if (cost > field.typos || terms.size >= maxCandidates) return
      const options = {
        cost,
        isPrefix: word.isPrefix && field.isPrefix,
        limit: maxCandidates,
        order: termOrder,
        accepts: (term: string) => !terms.has(term) && holdsAny(field.inverted, term, mask),
      }
      for (const term of listCandidates(field.inverted, word.text, options)) terms.add(term)
    }
    if (previous === undefined) {
      for (const field of fields) take(field, this.#allowed)
      return [...terms]
    }
    const popular = fields
      .filter((field) => field.inverted.has(previous))
      .sort((a, b) => b.inverted.documentsOf(previous) - a.inverted.documentsOf(previous))
    const anywhere = new Uint8Array(this.#index.slots)
    for (const field of popular) {
      const inField = new Uint8Array(this.#index.slots)
      for (const slot of field.inverted.find(previous).slots)
        inField[slot] = anywhere[slot] = this.#allowed[slot]!
      take(field, inField)
    }
    for (const field of fields) take(field, anywhere)
    return [...terms]
  }

  /** Searches every combination of candidate terms, the last word varying fastest. */
  #searchAll(candidates: readonly Candidates[], dropped: readonly SearchWord[]): void {
    const choices = candidates.map((candidate) => candidate.terms)
    const limit = this.#options.isExhaustive
      ? MAX_EXHAUSTIVE_COMBINATIONS
      : Math.max(MAX_COMBINATIONS, this.#options.maxCandidates)
    for (let n = 0; n < limit && n < product(choices); n++) {
      const terms = pickCombination(choices, n)
      const key = `${terms.join(' ')}|${dropped.length}`
      if (this.#tried.has(key)) continue
      this.#tried.add(key)
      const chosen: ChosenTerm[] = terms.map((term, at) => ({
        term,
        cost: candidates[at]!.cost,
        isPrefix: candidates[at]!.word.isPrefix && this.#options.fields.some((field) => field.isPrefix),
        isWhole: term === candidates[at]!.word.text,
        wordLength: candidates[at]!.word.text.length,
      }))
      const holders = this.#across.search(
        chosen,
        dropped.map((word) => word.text),
      )
      if (holders > 0) this.found.push(chosen)
    }
  }
}

function product(lists: readonly (readonly unknown[])[]): number {
  let total = 1
  for (const list of lists) total *= list.length
  return total
}

/** The n-th combination of one entry of each list; the last list varies fastest. */
function pickCombination<T>(lists: readonly (readonly T[])[], n: number): T[] {
  const picked: T[] = []
  let rest = n
  for (let at = lists.length - 1; at >= 0; at--) {
    const list = lists[at]!
    picked[at] = list[rest % list.length]!
    rest = Math.floor(rest / list.length)
  }
  return picked
}

function holdsAny(field: InvertedField, term: string, mask: Mask): boolean {
  return field.find(term).slots.some((slot) => mask[slot] === 1)
}
