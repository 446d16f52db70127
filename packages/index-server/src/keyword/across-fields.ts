import { scoreField } from './field-match.ts'
import type { FieldScore, MatchOptions } from './field-match.ts'
import type { KeywordOptions, QueryField } from './keyword-options.ts'
import { NO_POSTINGS } from '../memory-index/posting-list.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import { listShared } from './term-holders.ts'
import type { TermHolders } from './term-holders.ts'
import { ScoreSum } from './text-matches.ts'
import type { TextMatches } from './text-matches.ts'

/** A term that matches a word of the query. */
export interface ChosenTerm {
  term: string
  /** Edits between word and term. */
  cost: number
  /** True when the word may be unfinished. */
  isPrefix: boolean
  /** True when the term equals the word. */
  isWhole: boolean
  /** Length of the word in characters. */
  wordLength: number
}

/** `lists[field][word]`. */
type PostingTable = Postings[][]

/** Slots that are scored between two yields. */
const SCORE_STEP = 256
/** Means "any field". Real costs are small, so no term has this value. */
const ANY_FIELD = 99

/** Searches documents that contain all of some terms, each in any field. */
export class AcrossSearch {
  readonly #holders: TermHolders
  readonly #options: KeywordOptions
  readonly #matches: TextMatches

  constructor(holders: TermHolders, options: KeywordOptions, matches: TextMatches) {
    this.#holders = holders
    this.#options = options
    this.#matches = matches
  }

  /**
   * Scores every allowed document that contains all terms, each in any field. Returns the number of these documents. A
   * document that also contains words of `dropped` scores as having more words. `counted` is the number of words that
   * the terms match.
   */
  *search(
    terms: readonly ChosenTerm[],
    dropped: readonly string[],
    counted: number,
  ): Generator<void, number> {
    const slots = listShared(
      terms.map((chosen) => {
        const kind = chosen.cost * 2 + (chosen.isPrefix ? 1 : 0)
        return this.#holders.slotsOf(chosen.term, kind, (field) => isAllowed(chosen, field))
      }),
    )
    if (slots.length === 0) return 0
    const table: PostingTable = this.#options.fields.map((field, at) =>
      terms.map((chosen) => (isAllowed(chosen, field) ? this.#holders.find(at, chosen.term) : NO_POSTINGS)),
    )
    const extra = dropped.map((word) => this.#holders.slotsOf(word, ANY_FIELD, () => true))
    const scorer = new SlotScorer(table, terms, this.#options)
    for (let at = 0; at < slots.length; at++) {
      if (at % SCORE_STEP === SCORE_STEP - 1) yield
      const slot = slots[at]!
      let words = counted
      for (const holders of extra) if (holders.has(slot)) words++
      scorer.score(slot, words, this.#matches)
    }
    return slots.length
  }
}

/** A term with typos, or for a word that may be unfinished, counts only in fields that allow typos or prefixes. */
function isAllowed(chosen: ChosenTerm, field: QueryField): boolean {
  return chosen.cost <= field.typos && (!chosen.isPrefix || field.isPrefix)
}

/** Scores documents that contain all terms. The documents must come in ascending order of their slots. */
class SlotScorer {
  readonly #table: PostingTable
  readonly #options: KeywordOptions
  readonly #cursors: number[][]
  readonly #score: FieldScore = { high: 0, low: 0 }
  readonly #sum = new ScoreSum()
  readonly #matchOptions: MatchOptions[]

  constructor(table: PostingTable, terms: readonly ChosenTerm[], options: KeywordOptions) {
    // A typo costs two, an unfinished word one.
    const cost = terms.reduce(
      (sum, { cost, isWhole }) => sum + 2 * cost + (cost === 0 && !isWhole ? 1 : 0),
      0,
    )
    this.#table = table
    this.#options = options
    this.#cursors = table.map((lists) => lists.map(() => 0))
    this.#matchOptions = options.fields.map((field) => ({
      cost,
      prioritizeExact: options.prioritizeExact,
      prioritizePosition: options.prioritizePosition,
      isSingleExact: cost === 0 && terms.length === 1,
      isArray: field.isArray,
    }))
  }

  score(slot: number, words: number, matches: TextMatches): void {
    const { fields, matchType, prioritizeFields } = this.#options
    this.#sum.reset()
    for (let field = 0; field < this.#table.length; field++) {
      const lists = this.#table[field]!
      const cursors = this.#cursors[field]!
      const present = advance(lists, cursors, slot)
      if (present === 0) continue
      if (present === lists.length) scoreField(lists, cursors, this.#matchOptions[field]!, this.#score)
      else this.#scoreSome(field, slot)
      this.#sum.add(this.#score, fields[field]!.weight, matchType)
    }
    this.#sum.store(matches, slot, words, matchType, prioritizeFields)
  }

  /** Scores a field that contains some of the words. */
  #scoreSome(field: number, slot: number): void {
    const lists = this.#table[field]!
    const cursors = this.#cursors[field]!
    const present: Postings[] = []
    const at: number[] = []
    for (let word = 0; word < lists.length; word++) {
      if (lists[word]!.slots[cursors[word]!] !== slot) continue
      present.push(lists[word]!)
      at.push(cursors[word]!)
    }
    scoreField(present, at, this.#matchOptions[field]!, this.#score)
  }
}

/** Moves the cursors of posting lists to a slot. Returns the number of lists that have it. */
function advance(lists: readonly Postings[], cursors: number[], slot: number): number {
  let present = 0
  for (let word = 0; word < lists.length; word++) {
    const { slots } = lists[word]!
    let cursor = cursors[word]!
    while (cursor < slots.length && slots[cursor]! < slot) cursor++
    cursors[word] = cursor
    if (slots[cursor] === slot) present++
  }
  return present
}
