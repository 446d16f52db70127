import { Dictionary } from './dictionary.ts'
import { withRoom } from './growing-array.ts'
import { NO_POSTINGS, PostingLists, decodePostings } from './posting-list.ts'
import type { Postings } from './posting-list.ts'
import type { Tokenizer } from './tokenize.ts'

/** Positions of the n-th text of a list start at n times this. */
export const TEXT_STRIDE = 1 << 16

/** The words of one text field: which documents hold them, and where. */
export class InvertedField {
  readonly dictionary = new Dictionary()
  readonly postings = new PostingLists()
  #weights = new Float64Array(64)
  #positions = new Int32Array(1024)
  #marks = new Uint8Array(1024)
  #termsOfText = new Int32Array(1024)
  readonly #tokenizer: Tokenizer

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
  }

  /** Indexes the texts of a document; `weight` is its default sort value. `slot` is above all earlier ones. */
  add(slot: number, texts: readonly string[], weight: number): void {
    const counts = new Map<number, number>()
    let count = 0
    for (let element = 0; element < texts.length; element++) {
      const tokens = this.#tokenizer.tokenize(texts[element]!)
      const last = Math.min(tokens.length, TEXT_STRIDE) - 1
      this.#reserve(count + last + 1)
      for (let at = 0; at <= last; at++) {
        const term = this.dictionary.add(tokens[at]!)
        counts.set(term, (counts.get(term) ?? 0) + 1)
        this.#termsOfText[count] = term
        this.#positions[count] = element * TEXT_STRIDE + at
        this.#marks[count++] = at === last ? 1 : 0
      }
    }
    this.#appendAll(slot, counts, count, weight)
  }

  #appendAll(slot: number, counts: Map<number, number>, count: number, weight: number): void {
    // Counting sort by term keeps the positions of each term together and ascending.
    const cursors = new Map<number, number>()
    let offset = 0
    for (const [term, occurrences] of counts) {
      cursors.set(term, offset)
      offset += occurrences
    }
    const positions = new Int32Array(count)
    const marks = new Uint8Array(count)
    for (let i = 0; i < count; i++) {
      const term = this.#termsOfText[i]!
      const at = cursors.get(term)!
      cursors.set(term, at + 1)
      positions[at] = this.#positions[i]!
      marks[at] = this.#marks[i]!
    }
    this.#weights = withRoom(this.#weights, this.dictionary.size, Number.NEGATIVE_INFINITY)
    let from = 0
    for (const [term, occurrences] of counts) {
      this.postings.append(term, slot, positions, marks, from, from + occurrences)
      from += occurrences
      if (weight > this.#weights[term]!) this.#weights[term] = weight
    }
  }

  #reserve(length: number): void {
    this.#positions = withRoom(this.#positions, length)
    this.#marks = withRoom(this.#marks, length)
    this.#termsOfText = withRoom(this.#termsOfText, length)
  }

  /** Postings of a term; empty when no document holds it. */
  find(term: string): Postings {
    const number = this.dictionary.find(term)
    return number === undefined ? NO_POSTINGS : decodePostings(this.postings.bytesOf(number))
  }

  has(term: string): boolean {
    return this.documentsOf(term) > 0
  }

  documentsOf(term: string): number {
    const number = this.dictionary.find(term)
    return number === undefined ? 0 : this.postings.documentsOf(number)
  }

  /** Highest default sort value among the documents that held the term. */
  weightOf(term: string): number {
    const number = this.dictionary.find(term)
    return number === undefined ? Number.NEGATIVE_INFINITY : this.#weights[number]!
  }
}
