import { boundField, hasBounds, isWholeText, scoreField } from './field-match.ts'
import type { FieldScore, MatchOptions } from './field-match.ts'
import type { KeywordOptions, QueryField } from './keyword-options.ts'
import { NO_POSTINGS } from '../memory-index/posting-list.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import { narrow, seek } from '../arrays/sorted-slots.ts'
import type { TermHolders } from './term-holders.ts'
import { ScoreSum } from './text-matches.ts'
import type { TextMatches, TextScore } from './text-matches.ts'

/** A term that matches a word of the query. */
export interface ChosenTerm {
  term: string
  /** Edits between word and term. */
  cost: number
  /** True when the word may be unfinished. */
  isPrefix: boolean
  /** Length of the word in characters. */
  wordLength: number
}

/** `lists[field][word]`. */
type PostingTable = Postings[][]

/** Slots that are scored between two yields. */
const SCORE_STEP = 256
/** Kinds of documents by their fields must fit into an integer. */
const MAX_ALIKE_FIELDS = 16

/** A term of a combination, with the fields in which it counts. */
interface Holders {
  key: string
  term: string
  fields: number[]
  /** Most documents of a field with the term. */
  documents: number
}

/** The documents that contain the terms of a combination up to one of them. */
interface Beginning {
  key: string
  slots: Int32Array
}

/** Searches documents that contain all of some terms, each in any field. */
export class AcrossSearch {
  readonly #holders: TermHolders
  readonly #options: KeywordOptions
  readonly #matches: TextMatches
  /** One for each term of the previous combination, rarest first: the next one often begins alike. */
  #beginnings: Beginning[] = []

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
    const slots = this.#listHolders(terms)
    if (slots.length === 0) return 0
    const table: PostingTable = this.#options.fields.map((field, at) =>
      terms.map((chosen) => (isAllowed(chosen, field) ? this.#holders.find(at, chosen.term) : NO_POSTINGS)),
    )
    const extra = dropped.map((word) => this.#holders.cursorOf([...this.#options.fields.keys()], word))
    const scorer = new SlotScorer(table, terms, this.#options)
    for (let at = 0; at < slots.length; at++) {
      if (at % SCORE_STEP === SCORE_STEP - 1) yield
      const slot = slots[at]!
      let words = counted
      for (const holders of extra) if (holders.meets(slot)) words++
      scorer.score(slot, words, this.#matches)
    }
    return slots.length
  }

  /** Returns the allowed documents that contain all terms. */
  #listHolders(terms: readonly ChosenTerm[]): Int32Array {
    const rarestFirst = terms.map((chosen) => this.#describe(chosen))
    rarestFirst.sort((a, b) => a.documents - b.documents)
    const known = this.#beginnings
    this.#beginnings = []
    let isKnown = true
    let slots: Int32Array | undefined
    for (const [at, { key, term, fields }] of rarestFirst.entries()) {
      isKnown &&= known[at]?.key === key
      if (isKnown) slots = known[at]!.slots
      else if (slots === undefined) slots = this.#holders.slotsOf(fields, term)
      else if (slots.length > 0) slots = narrow(slots, this.#holders.cursorOf(fields, term))
      this.#beginnings.push({ key, slots })
    }
    return slots ?? new Int32Array(0)
  }

  #describe(chosen: ChosenTerm): Holders {
    const { fields } = this.#options
    const accepting = [...fields.keys()].filter((at) => isAllowed(chosen, fields[at]!))
    const counts = accepting.map((at) => fields[at]!.inverted.documentsOf(chosen.term))
    const key = `${chosen.term} ${accepting.join()}`
    return { key, term: chosen.term, fields: accepting, documents: Math.max(0, ...counts) }
  }
}

/** A term with typos, or for a word that may be unfinished, counts only in fields that allow typos or prefixes. */
function isAllowed(chosen: ChosenTerm, field: QueryField): boolean {
  return chosen.cost <= field.typos && (!chosen.isPrefix || field.isPrefix)
}

/**
 * A typo costs two. A word that may be unfinished costs one more where the term is longer than the word with its typos
 * (`next_suggestion2` in Typesense's index.cpp).
 */
function costOf({ term, cost, isPrefix, wordLength }: ChosenTerm): number {
  return 2 * cost + (isPrefix && term.length > wordLength + cost ? 1 : 0)
}

/** Scores documents that contain all terms. The documents must come in ascending order of their slots. */
class SlotScorer {
  readonly #table: PostingTable
  readonly #options: KeywordOptions
  readonly #cursors: number[][]
  readonly #score: FieldScore = { high: 0, low: 0 }
  readonly #sum = new ScoreSum()
  readonly #matchOptions: MatchOptions[]
  readonly #hasBounds: boolean
  /** True when many documents have the same score, which is then computed once. */
  readonly #isAlike: boolean
  readonly #alike = new Map<number, TextScore>()
  /** The number of terms that each field of the document contains. */
  readonly #present: number[] = []

  constructor(table: PostingTable, terms: readonly ChosenTerm[], options: KeywordOptions) {
    const cost = terms.reduce((sum, chosen) => sum + costOf(chosen), 0)
    this.#table = table
    this.#options = options
    this.#cursors = table.map((lists) => lists.map(() => 0))
    this.#isAlike =
      terms.length === 1 &&
      !options.prioritizePosition &&
      options.fields.length <= MAX_ALIKE_FIELDS &&
      options.fields.every((field) => !field.isArray)
    this.#hasBounds = hasBounds(terms.map(({ term }) => term))
    this.#matchOptions = options.fields.map((field) => ({
      cost,
      prioritizeExact: options.prioritizeExact,
      prioritizePosition: options.prioritizePosition,
      isSingleExact: cost === 0 && terms.length === 1,
      isArray: field.isArray,
    }))
  }

  score(slot: number, words: number, matches: TextMatches): void {
    for (let field = 0; field < this.#table.length; field++)
      this.#present[field] = advance(this.#table[field]!, this.#cursors[field]!, slot)
    if (this.#isAlike) {
      const { high, low } = this.#findAlike(slot, words)
      matches.add(slot, high, low)
      return
    }
    if (this.#hasBounds && matches.isFull) {
      const bound = this.#addFields(slot, words, true)
      if (!matches.mayRank(bound.high, bound.low)) {
        matches.addUnranked(slot)
        return
      }
    }
    const { high, low } = this.#addFields(slot, words, false)
    matches.add(slot, high, low)
  }

  /** The score of one word depends on which fields have it, and which of these are this word alone. */
  #findAlike(slot: number, words: number): TextScore {
    let kind = words
    for (let field = 0; field < this.#table.length; field++) {
      kind *= 3
      if (this.#present[field] === 0) continue
      kind += isWholeText(this.#table[field]![0]!, this.#cursors[field]![0]!) ? 2 : 1
    }
    let score = this.#alike.get(kind)
    if (score === undefined) {
      score = { ...this.#addFields(slot, words, false) }
      this.#alike.set(kind, score)
    }
    return score
  }

  /** Returns the score of a document, or a bound that the score does not exceed, which is faster. */
  #addFields(slot: number, words: number, isBound: boolean): TextScore {
    const { fields, matchType, prioritizeFields } = this.#options
    this.#sum.reset()
    for (let field = 0; field < this.#table.length; field++) {
      const lists = this.#table[field]!
      const cursors = this.#cursors[field]!
      const options = this.#matchOptions[field]!
      const present = this.#present[field]!
      if (present === 0) continue
      if (isBound) boundField(lists, cursors, slot, options, this.#score)
      else if (present === lists.length) scoreField(lists, cursors, options, this.#score)
      else this.#scoreSome(field, slot)
      this.#sum.add(this.#score, fields[field]!.weight, matchType)
    }
    return this.#sum.total(words, matchType, prioritizeFields)
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
    if (slots[cursor]! < slot) cursors[word] = cursor = seek(slots, slot, cursor + 1)
    if (slots[cursor] === slot) present++
  }
  return present
}
