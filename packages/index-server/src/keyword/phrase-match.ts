import type { InvertedField } from '../memory-index/inverted-field.ts'
import { PagedNumbers } from '../arrays/paged-numbers.ts'
import { eachPosition, intersect } from '../memory-index/posting-list.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import { SlotSet } from '../arrays/slot-set.ts'

/** Returns the documents of `within` with a field that contains the words next to each other in this order. */
export function findPhrase(field: InvertedField, phrase: readonly string[], within: SlotSet): SlotSet {
  const found = new SlotSet()
  const postings = field.findTogether(phrase, within)
  intersect(postings, (slot, indexes) => {
    if (within.has(slot) && standTogether(postings, indexes)) found.add(slot)
  })
  return found
}

/** Returns true when the words are adjacent and in this order, in the document that each posting has at its index. */
export function standTogether(postings: readonly Postings[], indexes: readonly number[]): boolean {
  let starts: Set<number> | undefined
  for (let word = 0; word < postings.length; word++) {
    const next = new Set<number>()
    eachPosition(postings[word]!, indexes[word]!, (position) => {
      if (starts === undefined || starts.has(position - word)) next.add(position - word)
    })
    if (next.size === 0) return false
    starts = next
  }
  return true
}

/**
 * Returns the documents of `within` with a field that contains every phrase, and for each the highest weight of such a
 * field.
 */
export function findPhrases(
  fields: readonly { inverted: InvertedField; weight: number }[],
  phrases: readonly (readonly string[])[],
  within: SlotSet,
): { slots: SlotSet; weights: PagedNumbers } {
  const slots = new SlotSet()
  const weights = new PagedNumbers(0)
  for (const { inverted, weight } of fields) {
    const inField = phrases.reduce((left, phrase) => findPhrase(inverted, phrase, left), within)
    for (const slot of inField.list()) if (weight > weights.get(slot)) weights.set(slot, weight)
    slots.unite(inField)
  }
  return { slots, weights }
}
