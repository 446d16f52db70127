import type { CollectionIndex } from './collection-index.ts'
import { emptyMask, intersect } from './filter-evaluate.ts'
import type { Mask } from './filter-evaluate.ts'
import type { InvertedField } from './inverted-field.ts'
import { eachPosition } from './posting-list.ts'
import type { Postings } from './posting-list.ts'

/** Returns the documents with a field that contains the words next to each other in this order. */
export function markPhrase(
  index: CollectionIndex,
  field: InvertedField,
  phrase: readonly string[],
  mask: Mask,
): void {
  const postings = phrase.map((word) => field.find(word))
  intersect(postings, (slot, indexes) => {
    if (index.alive[slot] === 1 && mask[slot] === 0 && standTogether(postings, indexes)) mask[slot] = 1
  })
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

/** Returns the documents with a field that contains every phrase, and for each the highest weight of such a field. */
export function findPhrases(
  index: CollectionIndex,
  fields: readonly { inverted: InvertedField; weight: number }[],
  phrases: readonly (readonly string[])[],
): { mask: Mask; weights: Uint8Array } {
  const mask = emptyMask(index)
  const weights = new Uint8Array(index.slots)
  for (const field of fields) {
    const hits = new Uint8Array(index.slots)
    for (const phrase of phrases) {
      const one = emptyMask(index)
      markPhrase(index, field.inverted, phrase, one)
      for (let slot = 0; slot < one.length; slot++) hits[slot]! += one[slot]!
    }
    for (let slot = 0; slot < mask.length; slot++) {
      if (hits[slot] !== phrases.length) continue
      mask[slot] = 1
      if (field.weight > weights[slot]!) weights[slot] = field.weight
    }
  }
  return { mask, weights }
}
