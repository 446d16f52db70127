import type { Field } from '../schema/field.ts'
import type { FilterText } from './filter-parser.ts'
import { badRequest } from '../requests/http-error.ts'
import { TEXT_STRIDE } from '../memory-index/inverted-field.ts'
import type { InvertedField } from '../memory-index/inverted-field.ts'
import { eachPosition, intersect } from '../memory-index/posting-list.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import type { SlotSet } from '../arrays/slot-set.ts'
import { listCandidates } from '../keyword/term-candidates.ts'
import type { Tokenizer } from '../tokens/tokenize.ts'

/** Maximum of words that a prefix in a filter may match. */
const MAX_PREFIX_TERMS = 4

/** Words that a document must contain. */
export interface WordRun {
  words: string[]
  /** The words must be the beginning of the text, not the whole. */
  isPrefix: boolean
}

/** Returns the words of the alternatives of a text filter. Throws 400 for an alternative without words. */
export function listRuns(
  field: Field,
  inverted: InvertedField,
  texts: readonly FilterText[],
  tokenizer: Tokenizer,
): WordRun[] {
  return texts.flatMap(({ text, isPrefix }) => {
    const words = tokenizer.tokenize(text)
    const last = words.at(-1)
    if (last === undefined) {
      throw badRequest(`Error with filter field \`${field.name}\`: Filter value cannot be empty.`)
    }
    const ends = isPrefix ? listPrefixTerms(inverted, last) : [last]
    return ends.map((end) => ({ words: [...words.slice(0, -1), end], isPrefix }))
  })
}

function listPrefixTerms(inverted: InvertedField, prefix: string): string[] {
  return listCandidates(inverted, prefix, {
    cost: 0,
    isPrefix: true,
    limit: MAX_PREFIX_TERMS,
    order: 'weight',
    accepts: () => true,
  })
}

/** Returns at least the number of documents that contain all words. */
export function countRun(inverted: InvertedField, { words }: WordRun): number {
  return words.reduce((least, word) => Math.min(least, inverted.documentsOf(word)), Number.POSITIVE_INFINITY)
}

/**
 * Adds the slots of `within` that contain all words. With `isExact` the words must be the whole text, or its beginning.
 */
export function addRun(
  found: SlotSet,
  inverted: InvertedField,
  { words, isPrefix }: WordRun,
  isExact: boolean,
  within: SlotSet,
): void {
  const postings = inverted.findTogether(words, within)
  intersect(postings, (slot, indexes) => {
    if (!within.has(slot) || found.has(slot)) return
    if (!isExact || standsAtStart(postings, indexes, !isPrefix)) found.add(slot)
  })
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
