import { AcrossSearch } from './across-fields.ts'
import type { ChosenTerm } from './across-fields.ts'
import type { KeywordOptions } from './keyword-options.ts'
import type { SearchDeadline } from './search-deadline.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import { shareSlot } from '../arrays/sorted-slots.ts'
import { listCandidates } from './term-candidates.ts'
import { TermHolders } from './term-holders.ts'
import type { TextMatches } from './text-matches.ts'

export interface SearchWord {
  text: string
  /** True when the word may be unfinished: only the last word of the query. */
  isPrefix: boolean
}

interface Candidates {
  word: SearchWord
  cost: number
  terms: string[]
}

/** Maximum of combinations of edits, and of candidate terms, that are tried. */
const MAX_COMBINATIONS = 10
const MAX_EXHAUSTIVE_COMBINATIONS = 10_000
const MAX_TYPOS = 2

/**
 * Searches the words of a query with an increasing number of typos until enough documents are found, or the time is
 * over. Its methods yield often, so that other requests can run.
 */
export class CandidateSearch {
  readonly #options: KeywordOptions
  readonly #matches: TextMatches
  readonly #deadline: SearchDeadline
  readonly #holders: TermHolders
  readonly #across: AcrossSearch
  readonly #tried = new Set<string>()
  /** Caches terms, because dropping words searches for the same words again. */
  readonly #termsOfWord = new Map<string, string[]>()
  /** Combinations of terms that at least one document contains. */
  readonly found: ChosenTerm[][] = []

  constructor(allowed: SlotSet, options: KeywordOptions, matches: TextMatches, deadline: SearchDeadline) {
    this.#options = options
    this.#matches = matches
    this.#deadline = deadline
    this.#holders = new TermHolders(options.fields, allowed)
    this.#across = new AcrossSearch(this.#holders, options, matches)
  }

  /** Searches for all of `words`. Documents that also contain words of `dropped` rank higher. */
  *run(words: readonly SearchWord[], dropped: readonly SearchWord[]): Generator<void> {
    const costs = words.map((word) => this.#costsOf(word.text))
    const known = new Map<string, string[]>()
    const limit = this.#options.isExhaustive ? MAX_EXHAUSTIVE_COMBINATIONS : MAX_COMBINATIONS
    for (let n = 0; n < limit && n < product(costs); n++) {
      if (this.#deadline.check()) return
      const chosen = pickCombination(costs, n)
      const candidates = yield* this.#collect(words, chosen, dropped.length === 0, known)
      if (typeof candidates === 'number') {
        // The word has no term at this cost, so the combinations start again without this cost.
        const rest = costs[candidates]!.filter((cost) => cost !== chosen[candidates])
        if (rest.length === 0) return
        costs[candidates] = rest
        n = -1
      } else if (candidates.length === words.length) {
        yield* this.#searchAll(candidates, dropped)
      }
      if (!this.#options.isExhaustive && this.#matches.count >= this.#options.typoTokensThreshold) return
    }
  }

  /** Searches for all of `words` without typos. Documents rank as if they matched `counted` words. */
  *runExactly(words: readonly SearchWord[], counted: number): Generator<void> {
    if (this.#deadline.check()) return
    const costs = words.map(() => 0)
    const candidates = yield* this.#collect(words, costs, true, new Map())
    if (typeof candidates !== 'number') yield* this.#searchAll(candidates, [], counted)
  }

  #costsOf(word: string): number[] {
    const { minLength1Typo, minLength2Typo, typosInNumbers, typosInAlphaNumbers } = this.#options
    let most = word.length < minLength1Typo ? 0 : word.length < minLength2Typo ? 1 : MAX_TYPOS
    if (!typosInNumbers && /^\d+$/.test(word)) most = 0
    if (!typosInAlphaNumbers && /\d/.test(word) && /[^\d]/.test(word)) most = 0
    return Array.from({ length: most + 1 }, (_, cost) => cost)
  }

  /** Returns the candidate terms of every word, or the number of the first word without a term. */
  *#collect(
    words: readonly SearchWord[],
    costs: readonly number[],
    mayContinue: boolean,
    known: Map<string, string[]>,
  ): Generator<void, Candidates[] | number> {
    const collected: Candidates[] = []
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!
      const cost = costs[at]!
      const key = `${cost} ${word.text}`
      const previous =
        mayContinue && at > 0 && at === words.length - 1 ? collected.at(-1)!.terms[0] : undefined
      const terms = known.get(key) ?? (yield* this.#termsOf(word, cost, previous))
      if (terms.length === 0) return at
      known.set(key, terms)
      collected.push({ word, cost, terms })
    }
    return collected
  }

  *#termsOf(word: SearchWord, cost: number, previous: string | undefined): Generator<void, string[]> {
    const key = `${cost} ${word.isPrefix} ${word.text} ${previous ?? ''}`
    const known = this.#termsOfWord.get(key)
    if (known !== undefined) return known
    const terms = this.#listTerms(word, cost, previous)
    this.#termsOfWord.set(key, terms)
    yield
    return terms
  }

  /**
   * Returns the terms that may match a word, over all fields. After a `previous` word, terms that share a field of a
   * document with it come first, then all others (`fuzzy_search_fields` in Typesense's index.cpp, whose second pass has
   * no previous word).
   */
  #listTerms(word: SearchWord, cost: number, previous: string | undefined): string[] {
    const { fields } = this.#options
    const terms = new Set<string>()
    if (previous !== undefined) {
      const popular = fields
        .map(({ inverted }, field) => ({ field, documents: inverted.documentsOf(previous) }))
        .filter(({ documents }) => documents > 0)
        .sort((a, b) => b.documents - a.documents)
      for (const { field } of popular)
        this.#addTerms(terms, word, cost, field, this.#holders.find(field, previous).slots)
    }
    for (let field = 0; field < fields.length; field++) this.#addTerms(terms, word, cost, field)
    return [...terms]
  }

  /** Adds the terms of one field that an allowed document contains, one of `within` if given. */
  #addTerms(terms: Set<string>, word: SearchWord, cost: number, field: number, within?: Int32Array): void {
    const { fields, maxCandidates, termOrder } = this.#options
    const { inverted, typos, isPrefix } = fields[field]!
    if (cost > typos || terms.size >= maxCandidates) return
    const options = {
      cost,
      isPrefix: word.isPrefix && isPrefix,
      limit: maxCandidates,
      order: termOrder,
      accepts: (term: string) => {
        if (terms.has(term)) return false
        const slots = this.#holders.slotsIn(field, term)
        return within === undefined ? slots.length > 0 : shareSlot(slots, within)
      },
    }
    for (const term of listCandidates(inverted, word.text, options)) terms.add(term)
  }

  /**
   * Searches every combination of candidate terms. The first word varies fastest (`next_suggestion2` in Typesense's
   * index.cpp).
   */
  *#searchAll(
    candidates: readonly Candidates[],
    dropped: readonly SearchWord[],
    counted = candidates.length,
  ): Generator<void> {
    const mayBePrefix = this.#options.fields.some((field) => field.isPrefix)
    const choices = candidates.map(({ word, cost, terms }) =>
      terms.map((term): ChosenTerm => {
        const { text, isPrefix } = word
        return { term, cost, isPrefix: isPrefix && mayBePrefix, wordLength: text.length }
      }),
    )
    const left = dropped.map((word) => word.text)
    const limit = this.#options.isExhaustive
      ? MAX_EXHAUSTIVE_COMBINATIONS
      : Math.max(MAX_COMBINATIONS, this.#options.maxCandidates)
    for (let n = 0; n < limit && n < product(choices); n++) {
      const chosen = pickCombination(choices.toReversed(), n).toReversed()
      const key = `${chosen.map(({ term }) => term).join(' ')}|${left.length} ${counted}`
      if (this.#tried.has(key)) continue
      if (this.#deadline.check()) return
      yield
      this.#tried.add(key)
      const holders = yield* this.#across.search(chosen, left, counted)
      if (holders > 0) this.found.push(chosen)
    }
  }
}

function product(lists: readonly (readonly unknown[])[]): number {
  let total = 1
  for (const list of lists) total *= list.length
  return total
}

/** Returns the n-th combination of one entry per list. The last list varies fastest. */
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
