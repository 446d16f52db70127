import { withRoom } from './growing-array.ts'

const WORD_BITS = 32
const WORD_SHIFT = 5
const BIT_MASK = 31

/** A set of slots: a bitset, which grows as slots are added. Combining two sets reads 32 slots at a time. */
export class SlotSet {
  #words: Uint32Array
  /** Number of slots, or -1 when it must be counted again. */
  #count = 0

  /** `slots`: the room to reserve. */
  constructor(slots = 0) {
    this.#words = new Uint32Array((slots + BIT_MASK) >>> WORD_SHIFT)
  }

  static of(slots: ArrayLike<number>): SlotSet {
    const set = new SlotSet(slots.length === 0 ? 0 : slots[slots.length - 1]! + 1)
    for (let at = 0; at < slots.length; at++) set.add(slots[at]!)
    return set
  }

  has(slot: number): boolean {
    const word = slot >>> WORD_SHIFT
    return word < this.#words.length && ((this.#words[word]! >>> (slot & BIT_MASK)) & 1) === 1
  }

  add(slot: number): void {
    const word = slot >>> WORD_SHIFT
    const bit = 1 << (slot & BIT_MASK)
    if (word >= this.#words.length) this.#words = withRoom(this.#words, word + 1)
    else if ((this.#words[word]! & bit) !== 0) return
    this.#words[word]! |= bit
    if (this.#count >= 0) this.#count++
  }

  delete(slot: number): void {
    const word = slot >>> WORD_SHIFT
    const bit = 1 << (slot & BIT_MASK)
    if (word >= this.#words.length || (this.#words[word]! & bit) === 0) return
    this.#words[word]! &= ~bit
    if (this.#count > 0) this.#count--
  }

  /** Number of slots. */
  get count(): number {
    if (this.#count < 0) this.#count = countBits(this.#words)
    return this.#count
  }

  copy(): SlotSet {
    const copy = new SlotSet()
    copy.#words = this.#words.slice()
    copy.#count = this.#count
    return copy
  }

  /** Removes the slots that the other set lacks. */
  intersect(other: SlotSet): this {
    const words = this.#words
    const others = other.#words
    const shared = Math.min(words.length, others.length)
    for (let at = 0; at < shared; at++) words[at]! &= others[at]!
    words.fill(0, shared)
    this.#count = -1
    return this
  }

  /** Adds the slots of the other set. */
  unite(other: SlotSet): this {
    const others = other.#words
    if (others.length > this.#words.length) this.#words = withRoom(this.#words, others.length)
    const words = this.#words
    for (let at = 0; at < others.length; at++) words[at]! |= others[at]!
    this.#count = -1
    return this
  }

  /** Removes the slots of the other set. */
  subtract(other: SlotSet): this {
    const words = this.#words
    const others = other.#words
    const shared = Math.min(words.length, others.length)
    for (let at = 0; at < shared; at++) words[at]! &= ~others[at]!
    this.#count = -1
    return this
  }

  /** Returns the first slot at or after `from`, or -1. */
  next(from: number): number {
    const words = this.#words
    let at = from >>> WORD_SHIFT
    if (at >= words.length) return -1
    let rest = words[at]! & (-1 << (from & BIT_MASK))
    while (rest === 0) {
      if (++at >= words.length) return -1
      rest = words[at]!
    }
    return at * WORD_BITS + lowestBit(rest)
  }

  /** Returns the slots in ascending order. */
  list(): Int32Array {
    const slots = new Int32Array(this.count)
    const words = this.#words
    let count = 0
    for (let at = 0; at < words.length; at++) {
      for (let rest = words[at]!; rest !== 0; rest &= rest - 1) {
        slots[count++] = at * WORD_BITS + lowestBit(rest)
      }
    }
    return slots
  }
}

const lowestBit = (word: number): number => BIT_MASK - Math.clz32(word & -word)

/** Adds up the bits of each word in parallel: of pairs, then of groups of four, then of bytes. */
function countBits(words: Uint32Array): number {
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
