import type { CollectionIndex } from './collection-index.ts'
import type { Filter, FilterText } from './filter-parser.ts'
import { badRequest } from './http-error.ts'
import type { InvertedField } from './inverted-field.ts'
import { TEXT_STRIDE } from './inverted-field.ts'
import { matchesNumber } from './number-condition.ts'
import type { NumberCondition } from './number-condition.ts'
import { eachPosition } from './posting-list.ts'
import type { Postings } from './posting-list.ts'
import type { Field } from './field.ts'
import { listCandidates } from './term-candidates.ts'

/** One byte per slot: 1 for the documents of the set. */
export type Mask = Uint8Array

/** Maximum of words that a prefix in a filter may match. */
const MAX_PREFIX_TERMS = 4

/** Returns the documents that pass a filter. */
export function evaluateFilter(index: CollectionIndex, filter: Filter): Mask {
  if (filter.kind === 'and' || filter.kind === 'or') {
    const left = evaluateFilter(index, filter.left)
    const right = evaluateFilter(index, filter.right)
    if (filter.kind === 'and') intersectMasks(left, right)
    else uniteMasks(left, right)
    return left
  }
  const mask = emptyMask(index)
  if (filter.kind === 'ids') markIds(mask, index, filter.ids)
  else if (filter.kind === 'numbers') markNumbers(mask, index, filter.field, filter.conditions)
  else markTexts(mask, index, filter.field, filter.texts, filter.isExact)
  // A negated filter passes every other document, including those without the field.
  if (filter.negated) {
    for (let slot = 0; slot < mask.length; slot++) mask[slot] = index.alive[slot]! & (mask[slot]! ^ 1)
  }
  return mask
}

const WORD_BYTES = 4

/** The whole words of a mask, four slots each. A mask starts at the beginning of its buffer. */
const wordsOf = (mask: Mask) =>
  new Uint32Array(mask.buffer, mask.byteOffset, Math.floor(mask.length / WORD_BYTES))

/** Keeps the slots of `left` that `right` has too. */
function intersectMasks(left: Mask, right: Mask): void {
  const words = wordsOf(left)
  const others = wordsOf(right)
  for (let at = 0; at < words.length; at++) words[at]! &= others[at]!
  for (let slot = words.length * WORD_BYTES; slot < left.length; slot++) left[slot]! &= right[slot]!
}

/** Adds the slots of `right` to `left`. */
function uniteMasks(left: Mask, right: Mask): void {
  const words = wordsOf(left)
  const others = wordsOf(right)
  for (let at = 0; at < words.length; at++) words[at]! |= others[at]!
  for (let slot = words.length * WORD_BYTES; slot < left.length; slot++) left[slot]! |= right[slot]!
}

export const emptyMask = (index: CollectionIndex): Mask => new Uint8Array(index.slots)
export const fullMask = (index: CollectionIndex): Mask => index.alive.slice(0, index.slots)

export function countMask(mask: Mask): number {
  let count = 0
  for (let slot = 0; slot < mask.length; slot++) count += mask[slot]!
  return count
}

function markIds(mask: Mask, index: CollectionIndex, ids: readonly string[]): void {
  for (const id of ids) {
    const slot = index.findSlot(id)
    if (slot !== undefined) mask[slot] = 1
  }
}

function markNumbers(
  mask: Mask,
  index: CollectionIndex,
  field: Field,
  conditions: readonly NumberCondition[],
): void {
  const lists = index.numberLists.get(field.name)
  const column = index.numbers.get(field.name)
  const [range, ...others] = conditions
  if (column !== undefined && range !== undefined && 'low' in range && others.length === 0) {
    column.markRange(mask, index.alive, range)
    return
  }
  for (let slot = 0; slot < mask.length; slot++) {
    if (index.alive[slot] !== 1) continue
    if (column !== undefined) {
      if (matchesNumber(conditions, column.get(slot))) mask[slot] = 1
      continue
    }
    const length = lists!.lengthAt(slot)
    for (let i = 0; i < length; i++) {
      if (matchesNumber(conditions, lists!.get(slot, i))) {
        mask[slot] = 1
        break
      }
    }
  }
}

function markTexts(
  mask: Mask,
  index: CollectionIndex,
  field: Field,
  texts: readonly FilterText[],
  isExact: boolean,
): void {
  const inverted = index.inverted.get(field.name)!
  for (const { text, isPrefix } of texts) {
    const words = index.tokenizer.tokenize(text)
    if (words.length === 0) {
      throw badRequest(`Error with filter field \`${field.name}\`: Filter value cannot be empty.`)
    }
    const ends = isPrefix ? listPrefixTerms(inverted, words) : [words.at(-1)!]
    for (const end of ends) {
      markRun(
        mask,
        index.alive,
        [...words.slice(0, -1), end].map((word) => inverted.find(word)),
        isExact,
        isPrefix,
      )
    }
  }
}

function listPrefixTerms(inverted: InvertedField, words: readonly string[]): string[] {
  return listCandidates(inverted, words.at(-1)!, {
    cost: 0,
    isPrefix: true,
    limit: MAX_PREFIX_TERMS,
    order: 'weight',
    accepts: () => true,
  })
}

/** Marks documents that contain all words. With `isExact` the words must be the whole text, or its beginning. */
function markRun(
  mask: Mask,
  alive: Uint8Array,
  postings: readonly Postings[],
  isExact: boolean,
  isPrefix: boolean,
): void {
  intersect(postings, (slot, indexes) => {
    if (alive[slot] !== 1 || mask[slot] === 1) return
    if (!isExact || standsAtStart(postings, indexes, !isPrefix)) mask[slot] = 1
  })
}

/** Visits every slot that all postings share, with the index of the slot in each posting list. */
export function intersect(
  postings: readonly Postings[],
  visit: (slot: number, indexes: readonly number[]) => void,
): void {
  const shortest = postings.reduce((a, b) => (b.slots.length < a.slots.length ? b : a))
  const indexes = postings.map(() => 0)
  for (const slot of shortest.slots) {
    let isShared = true
    for (let i = 0; i < postings.length; i++) {
      const { slots } = postings[i]!
      let at = indexes[i]!
      while (at < slots.length && slots[at]! < slot) at++
      indexes[i] = at
      if (slots[at] !== slot) {
        isShared = false
        if (at === slots.length) return
      }
    }
    if (isShared) visit(slot, indexes)
  }
}

/**
 * Returns true when one text of the document starts with exactly these words, and with `isWhole` also ends with them.
 */
function standsAtStart(postings: readonly Postings[], indexes: readonly number[], isWhole: boolean): boolean {
  let texts: Set<number> | undefined
  for (let word = 0; word < postings.length; word++) {
    const found = new Set<number>()
    const isLastWord = word === postings.length - 1
    eachPosition(postings[word]!, indexes[word]!, (position, isLast) => {
      const text = Math.floor(position / TEXT_STRIDE)
      if (position % TEXT_STRIDE !== word) return
      if (isWhole && isLast !== isLastWord) return
      if (texts === undefined || texts.has(text)) found.add(text)
    })
    if (found.size === 0) return false
    texts = found
  }
  return true
}
