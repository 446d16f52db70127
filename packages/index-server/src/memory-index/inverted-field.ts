import { Dictionary } from './dictionary.ts'
import { withRoom } from '../arrays/growing-array.ts'
import { NO_POSTINGS, PostingLists } from './posting-list.ts'
import type { Postings } from './posting-list.ts'
import { SlotSet } from '../arrays/slot-set.ts'
import type { Tokenizer } from '../tokens/tokenize.ts'

/** Positions of the n-th text of a list start at n times this number. */
export const TEXT_STRIDE = 1 << 16

/** The words of one text field, with the documents and positions that contain them. */
export class InvertedField {
  readonly dictionary = new Dictionary()
  readonly postings = new PostingLists()
  #weights = new Float64Array(64)
  /** Term number plus one, by number of the raw word; 0 for unknown. */
  #termOfWord = new Int32Array(64)
  // Scratch space for one document: occurrences per term, and term and position per token.
  #counts = new Int32Array(64)
  #distinct = new Int32Array(1024)
  #terms = new Int32Array(1024)
  #places = new Int32Array(1024)
  #ends = new Uint8Array(1024)
  #sortedPlaces = new Int32Array(1024)
  #sortedEnds = new Uint8Array(1024)
  readonly #tokenizer: Tokenizer

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer
  }

  /** Indexes the texts of a document. `weight` is its default sort value. `slot` must exceed all earlier slots. */
  add(slot: number, texts: readonly string[], weight: number): void {
    try {
      this.#add(slot, texts, weight)
    } catch (error) {
      // The counts must be 0 for the next document.
      this.#counts.fill(0)
      throw error
    }
  }

  #add(slot: number, texts: readonly string[], weight: number): void {
    let count = 0
    let distinct = 0
    for (let element = 0; element < texts.length; element++) {
      const first = count
      this.#tokenizer.scan(texts[element]!, (token, word) => {
        const place = count - first
        if (place >= TEXT_STRIDE) return
        const term = this.#termOf(token, word)
        if (count >= this.#terms.length) this.#reserve(count + 1)
        if (this.#counts[term]!++ === 0) this.#distinct[distinct++] = term
        this.#terms[count] = term
        this.#places[count] = element * TEXT_STRIDE + place
        this.#ends[count++] = 0
      })
      if (count > first) this.#ends[count - 1] = 1
    }
    this.#append(slot, count, distinct, weight)
  }

  /** A counting sort by term groups the positions of each term in ascending order. */
  #append(slot: number, count: number, distinct: number, weight: number): void {
    let offset = 0
    for (let i = 0; i < distinct; i++) {
      const term = this.#distinct[i]!
      const occurrences = this.#counts[term]!
      this.#counts[term] = offset
      offset += occurrences
    }
    for (let i = 0; i < count; i++) {
      const at = this.#counts[this.#terms[i]!]!++
      this.#sortedPlaces[at] = this.#places[i]!
      this.#sortedEnds[at] = this.#ends[i]!
    }
    this.#weights = withRoom(this.#weights, this.dictionary.size, Number.NEGATIVE_INFINITY)
    let from = 0
    for (let i = 0; i < distinct; i++) {
      const term = this.#distinct[i]!
      const to = this.#counts[term]!
      this.postings.append(term, slot, this.#sortedPlaces, this.#sortedEnds, from, to)
      this.#counts[term] = 0
      from = to
      if (weight > this.#weights[term]!) this.#weights[term] = weight
    }
  }

  /** Returns the term number of a token. Raw words seen before are not searched again. */
  #termOf(token: string, word: number): number {
    const known = word < 0 ? 0 : (this.#termOfWord[word] ?? 0)
    if (known !== 0) return known - 1
    const term = this.dictionary.add(token)
    if (term >= this.#counts.length) this.#counts = withRoom(this.#counts, term + 1)
    if (word >= 0) {
      this.#termOfWord = withRoom(this.#termOfWord, word + 1)
      this.#termOfWord[word] = term + 1
    }
    return term
  }

  #reserve(length: number): void {
    this.#terms = withRoom(this.#terms, length)
    this.#distinct = withRoom(this.#distinct, length)
    this.#places = withRoom(this.#places, length)
    this.#ends = withRoom(this.#ends, length)
    this.#sortedPlaces = withRoom(this.#sortedPlaces, length)
    this.#sortedEnds = withRoom(this.#sortedEnds, length)
  }

  /**
   * Returns the postings of a term. Empty when no document contains it. With `within`, returns those of the slots of
   * this set, and maybe of other slots.
   */
  find(term: string, within?: SlotSet): Postings {
    const number = this.dictionary.find(term)
    if (number === undefined) return NO_POSTINGS
    return within === undefined ? this.postings.read(number) : this.postings.readWithin(number, within)
  }

  /**
   * Returns the postings of several terms, at least those of the documents of `within` that contain all terms. Reads the
   * rarest term first, and of the others only what these documents need.
   */
  findTogether(terms: readonly string[], within: SlotSet): Postings[] {
    const found: Postings[] = []
    const rarestFirst = [...terms.keys()].sort(
      (a, b) => this.documentsOf(terms[a]!) - this.documentsOf(terms[b]!),
    )
    let left = within
    for (const [turn, at] of rarestFirst.entries()) {
      const postings = this.find(terms[at]!, left)
      found[at] = postings
      if (turn < terms.length - 1) left = shared(postings.slots, left)
    }
    return found
  }

  has(term: string): boolean {
    return this.documentsOf(term) > 0
  }

  documentsOf(term: string): number {
    const number = this.dictionary.find(term)
    return number === undefined ? 0 : this.postings.documentsOf(number)
  }

  /** Highest default sort value among the documents that contained the term. */
  weightOf(term: string): number {
    const number = this.dictionary.find(term)
    return number === undefined ? Number.NEGATIVE_INFINITY : this.#weights[number]!
  }
}

function shared(slots: Int32Array, set: SlotSet): SlotSet {
  const both = new SlotSet()
  for (const slot of slots) if (set.has(slot)) both.add(slot)
  return both
}
