import type { QueryField } from './keyword-options.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import { SlotSet } from '../arrays/slot-set.ts'

/**
 * Caches the postings of one search's terms in the allowed documents, and which of these contain a term. Cached results do not change
 * when the index changes during the search.
 */
export class TermHolders {
  readonly #fields: readonly QueryField[]
  readonly #allowed: SlotSet
  readonly #postings = new Map<string, Postings>()
  readonly #slots = new Map<number, Map<string, SlotSet>>()

  constructor(fields: readonly QueryField[], allowed: SlotSet) {
    this.#fields = fields
    this.#allowed = allowed
  }

  /**
   * Returns the postings of a term in a field of the search, by the field's index: those in the allowed documents, and
   * maybe in others.
   */
  find(field: number, term: string): Postings {
    const key = `${field} ${term}`
    let postings = this.#postings.get(key)
    if (postings === undefined) {
      postings = this.#fields[field]!.inverted.find(term, this.#allowed)
      this.#postings.set(key, postings)
    }
    return postings
  }

  /** Returns the allowed documents with the term in a field that `accepts`. `kind` is a cache key for `accepts`. */
  slotsOf(term: string, kind: number, accepts: (field: QueryField) => boolean): SlotSet {
    let known = this.#slots.get(kind)
    if (known === undefined) this.#slots.set(kind, (known = new Map()))
    let slots = known.get(term)
    if (slots === undefined) known.set(term, (slots = this.#collect(term, accepts)))
    return slots
  }

  #collect(term: string, accepts: (field: QueryField) => boolean): SlotSet {
    const holders = new SlotSet()
    this.#fields.forEach((field, at) => {
      if (!accepts(field)) return
      for (const slot of this.find(at, term).slots) if (this.#allowed.has(slot)) holders.add(slot)
    })
    return holders
  }
}

/** Returns the slots that all sets contain, ascending. */
export function listShared(sets: readonly SlotSet[]): Int32Array {
  const [first, ...others] = [...new Set(sets)].sort((a, b) => a.count - b.count)
  if (first === undefined) return new Int32Array(0)
  const shared = others.reduce((left, other) => left.intersect(other), first.copy())
  return shared.list()
}
