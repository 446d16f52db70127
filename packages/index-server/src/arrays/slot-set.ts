const WORD_SHIFT = 5
const BIT_MASK = 31
/** A page has 8,192 slots in 1 KB. */
const PAGE_SHIFT = 13
const PAGE_SLOTS = 1 << PAGE_SHIFT
const PLACE_MASK = PAGE_SLOTS - 1
const PAGE_WORDS = PAGE_SLOTS >>> WORD_SHIFT

/**
 * A set of slots: a bitset in pages, with memory for the pages that have slots only. Most sets are the documents of a
 * short time, which are neighbours. Combining two sets reads 32 slots at a time.
 */
export class SlotSet {
  readonly #pages: (Uint32Array | undefined)[] = []
  /** Number of slots, or -1 when it must be counted again. */
  #count = 0

  static of(slots: Iterable<number>): SlotSet {
    const set = new SlotSet()
    for (const slot of slots) set.add(slot)
    return set
  }

  has(slot: number): boolean {
    const page = this.#pages[slot >>> PAGE_SHIFT]
    return page !== undefined && ((page[(slot & PLACE_MASK) >>> WORD_SHIFT]! >>> (slot & BIT_MASK)) & 1) === 1
  }

  add(slot: number): void {
    const number = slot >>> PAGE_SHIFT
    while (this.#pages.length <= number) this.#pages.push(undefined)
    const page = (this.#pages[number] ??= new Uint32Array(PAGE_WORDS))
    const word = (slot & PLACE_MASK) >>> WORD_SHIFT
    const bit = 1 << (slot & BIT_MASK)
    if ((page[word]! & bit) !== 0) return
    page[word]! |= bit
    if (this.#count >= 0) this.#count++
  }

  delete(slot: number): void {
    const page = this.#pages[slot >>> PAGE_SHIFT]
    const word = (slot & PLACE_MASK) >>> WORD_SHIFT
    const bit = 1 << (slot & BIT_MASK)
    if (page === undefined || (page[word]! & bit) === 0) return
    page[word]! &= ~bit
    if (this.#count > 0) this.#count--
  }

  /** Number of slots. */
  get count(): number {
    if (this.#count < 0) this.#count = this.#pages.reduce((sum, page) => sum + countBits(page), 0)
    return this.#count
  }

  copy(): SlotSet {
    const copy = new SlotSet()
    for (const page of this.#pages) copy.#pages.push(page?.slice())
    copy.#count = this.#count
    return copy
  }

  /** Removes the slots that the other set lacks. */
  intersect(other: SlotSet): this {
    for (const [number, page] of this.#pages.entries()) {
      const theirs = other.#pages[number]
      if (theirs === undefined) this.#pages[number] = undefined
      else if (page !== undefined) for (let at = 0; at < PAGE_WORDS; at++) page[at]! &= theirs[at]!
    }
    this.#count = -1
    return this
  }

  /** Adds the slots of the other set. */
  unite(other: SlotSet): this {
    while (this.#pages.length < other.#pages.length) this.#pages.push(undefined)
    for (const [number, theirs] of other.#pages.entries()) {
      const page = this.#pages[number]
      if (page === undefined) this.#pages[number] = theirs?.slice()
      else if (theirs !== undefined) for (let at = 0; at < PAGE_WORDS; at++) page[at]! |= theirs[at]!
    }
    this.#count = -1
    return this
  }

  /** Removes the slots of the other set. */
  subtract(other: SlotSet): this {
    for (const [number, page] of this.#pages.entries()) {
      const theirs = other.#pages[number]
      if (page === undefined || theirs === undefined) continue
      for (let at = 0; at < PAGE_WORDS; at++) page[at]! &= ~theirs[at]!
    }
    this.#count = -1
    return this
  }

  /** Returns the first slot at or after `from`, or -1. */
  next(from: number): number {
    let first = (from & PLACE_MASK) >>> WORD_SHIFT
    let mask = -1 << (from & BIT_MASK)
    for (let number = from >>> PAGE_SHIFT; number < this.#pages.length; number++) {
      const page = this.#pages[number]
      if (page !== undefined) {
        for (let at = first; at < PAGE_WORDS; at++) {
          const word = page[at]! & mask
          mask = -1
          if (word !== 0) return number * PAGE_SLOTS + (at << WORD_SHIFT) + lowestBit(word)
        }
      }
      first = 0
      mask = -1
    }
    return -1
  }

  /** Returns the slots in ascending order. */
  list(): Int32Array {
    const slots = new Int32Array(this.count)
    let count = 0
    for (const [number, page] of this.#pages.entries()) {
      if (page === undefined) continue
      for (let at = 0; at < PAGE_WORDS; at++) {
        const start = number * PAGE_SLOTS + (at << WORD_SHIFT)
        for (let rest = page[at]!; rest !== 0; rest &= rest - 1) slots[count++] = start + lowestBit(rest)
      }
    }
    return slots
  }
}

const lowestBit = (word: number): number => BIT_MASK - Math.clz32(word & -word)

/** Adds up the bits of each word in parallel: of pairs, then of groups of four, then of bytes. */
function countBits(words: Uint32Array | undefined): number {
  if (words === undefined) return 0
  let count = 0
  for (let at = 0; at < words.length; at++) {
    let word = words[at]!
    if (word === 0) continue
    word -= (word >>> 1) & 0x55555555
    word = (word & 0x33333333) + ((word >>> 2) & 0x33333333)
    count += Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}
