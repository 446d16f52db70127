import type { Mask } from './filter-evaluate.ts'
import type { QueryField } from './keyword-options.ts'
import { NO_POSTINGS, decodePostings } from './posting-list.ts'
import type { Postings } from './posting-list.ts'

/** One bit per slot. */
export type SlotBits = Uint32Array

/**
 * Caches the postings of one search's terms, and which allowed documents contain a term. Cached results do not change
 * when the index changes during the search.
 */
export class TermHolders {
  readonly #fields: readonly QueryField[]
  readonly #allowed: Mask
  readonly #postings = new Map<string, Postings>()
  readonly #bits = new Map<number, Map<string, SlotBits>>()

  constructor(fields: readonly QueryField[], allowed: Mask) {
    this.#fields = fields
    this.#allowed = allowed
  }

  /** Returns the postings of a term in a field of the search, by the field's index. */
  find(field: number, term: string): Postings {
    const key = `${field} ${term}`
    let postings = this.#postings.get(key)
    if (postings === undefined) this.#postings.set(key, (postings = this.#read(field, term)))
    return postings
  }

  /** Returns the allowed documents with the term in a field that `accepts`. `kind` is a cache key for `accepts`. */
  bitsOf(term: string, kind: number, accepts: (field: QueryField) => boolean): SlotBits {
    let known = this.#bits.get(kind)
    if (known === undefined) this.#bits.set(kind, (known = new Map()))
    let bits = known.get(term)
    if (bits === undefined) known.set(term, (bits = this.#collect(term, accepts)))
    return bits
  }

  #read(field: number, term: string): Postings {
    const { dictionary, postings } = this.#fields[field]!.inverted
    const number = dictionary.find(term)
    // A copy, because a purge reuses the space of the original.
    if (number === undefined) return NO_POSTINGS
    return decodePostings(postings.bytesOf(number).slice(), postings.documentsOf(number))
  }

  #collect(term: string, accepts: (field: QueryField) => boolean): SlotBits {
    const bits = new Uint32Array((this.#allowed.length + 31) >>> 5)
    this.#fields.forEach((field, at) => {
      if (!accepts(field)) return
      for (const slot of this.find(at, term).slots) {
        if (this.#allowed[slot] === 1) bits[slot >>> 5]! |= 1 << (slot & 31)
      }
    })
    return bits
  }
}

/** Returns the slots that all sets contain, ascending. */
export function intersectBits(sets: readonly SlotBits[]): Int32Array {
  const [first, ...others] = new Set(sets)
  if (first === undefined) return new Int32Array(0)
  const shared = first.slice()
  for (const other of others) {
    let any = 0
    for (let at = 0; at < shared.length; at++) any |= shared[at]! &= other[at]!
    if (any === 0) return new Int32Array(0)
  }
  return listBits(shared)
}

export const hasBit = (bits: SlotBits, slot: number): boolean =>
  ((bits[slot >>> 5]! >>> (slot & 31)) & 1) === 1

function listBits(bits: SlotBits): Int32Array {
  const slots: number[] = []
  for (let at = 0; at < bits.length; at++) {
    for (let rest = bits[at]!; rest !== 0; rest &= rest - 1) {
      slots.push(at * 32 + 31 - Math.clz32(rest & -rest))
    }
  }
  return Int32Array.from(slots)
}
