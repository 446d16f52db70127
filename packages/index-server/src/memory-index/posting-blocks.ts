import type { SlotSet } from '../arrays/slot-set.ts'

/** Documents of a block of postings. */
export const BLOCK_DOCUMENTS = 128
/** Numbers that are stored for a block, in the order of these offsets. */
const ENTRY = 4
const SLOT = 0
const START = 1
const CHUNK = 2
const WITHIN = 3

/** A place in the postings of a term. */
export interface PostingPlace {
  /** Bytes of the term before it. */
  start: number
  /** Address of the chunk, and the offset in the chunk's payload. An offset at the end means the next chunk. */
  chunk: number
  within: number
}

/** Where the blocks of one term begin. The first block, number 0, begins with the term and is not stored. */
export class PostingBlocks {
  #entries = new Uint32Array(ENTRY)
  #count = 0

  /** Number of the last block. */
  get count(): number {
    return this.#count
  }

  /** Adds a block. `slotBefore` is the last slot of the block before it. */
  add(slotBefore: number, { start, chunk, within }: PostingPlace): void {
    const at = this.#count++ * ENTRY
    if (at === this.#entries.length) {
      const grown = new Uint32Array(at + ENTRY * Math.ceil(this.#count / 2))
      grown.set(this.#entries)
      this.#entries = grown
    }
    this.#entries[at + SLOT] = slotBefore
    this.#entries[at + START] = start
    this.#entries[at + CHUNK] = chunk
    this.#entries[at + WITHIN] = within
  }

  /** The last slot before a block, which is not the first. */
  slotBefore(block: number): number {
    return this.#read(block, SLOT)
  }

  /** Bytes of the term before a block. */
  startOf(block: number): number {
    return block === 0 ? 0 : this.#read(block, START)
  }

  /** The beginning of a block, which is not the first. */
  placeOf(block: number): PostingPlace {
    const [start, chunk, within] = [START, CHUNK, WITHIN].map((offset) => this.#read(block, offset))
    return { start: start!, chunk: chunk!, within: within! }
  }

  /** Returns the blocks that may have slots of a set, ascending. */
  choose(slots: SlotSet): number[] {
    const chosen: number[] = []
    let slot = slots.next(0)
    while (slot >= 0) {
      const block = this.#blockOf(slot)
      chosen.push(block)
      if (block === this.#count) break
      slot = slots.next(this.slotBefore(block + 1) + 1)
    }
    return chosen
  }

  /** Returns the block whose range of slots includes a slot. */
  #blockOf(slot: number): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.slotBefore(middle + 1) < slot) low = middle + 1
      else high = middle
    }
    return low
  }

  #read(block: number, offset: number): number {
    return this.#entries[(block - 1) * ENTRY + offset]!
  }
}
