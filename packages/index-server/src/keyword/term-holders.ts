import type { QueryField } from './keyword-options.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import { SlotCursor, uniteSlots } from '../arrays/sorted-slots.ts'

const NO_SLOTS = new Int32Array(0)

/**
 * Caches the postings of one search's terms in the allowed documents, and which of these contain a term: a list of
 * slots, because most terms are rare and a set of slots reserves pages. Cached results do not change when the index
 * changes during the search.
 */
export class TermHolders {
  readonly #fields: readonly QueryField[]
  readonly #allowed: SlotSet
  readonly #postings = new Map<string, Postings>()
  readonly #inField = new Map<Postings, Int32Array>()

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

  /** Returns the allowed documents with a term in a field of the search, ascending. */
  slotsIn(field: number, term: string): Int32Array {
    const postings = this.find(field, term)
    let slots = this.#inField.get(postings)
    if (slots === undefined) this.#inField.set(postings, (slots = keep(postings.slots, this.#allowed)))
    return slots
  }

  /** Returns the allowed documents with a term in one of some fields, ascending. */
  slotsOf(fields: readonly number[], term: string): Int32Array {
    return fields.map((field) => this.slotsIn(field, term)).reduce(uniteSlots, NO_SLOTS)
  }

  /** Answers which allowed documents have a term in one of some fields. */
  cursorOf(fields: readonly number[], term: string): SlotCursor {
    return new SlotCursor(fields.map((field) => this.find(field, term).slots))
  }
}

/** Returns the slots of a list that the set contains. */
function keep(slots: Int32Array, set: SlotSet): Int32Array {
  let count = 0
  while (count < slots.length && set.has(slots[count]!)) count++
  if (count === slots.length) return slots
  const kept = slots.slice()
  for (let at = count; at < slots.length; at++) if (set.has(slots[at]!)) kept[count++] = slots[at]!
  return kept.subarray(0, count)
}
