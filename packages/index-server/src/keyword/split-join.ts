import type { InvertedField } from '../memory-index/inverted-field.ts'
import { standTogether } from './phrase-match.ts'
import { intersect } from '../memory-index/posting-list.ts'
import type { Postings } from '../memory-index/posting-list.ts'
import type { SlotSet } from '../arrays/slot-set.ts'

/** Maximum of query words that are joined or split. */
const MAX_WORDS = 5

/**
 * Returns another word split for a query without hits: all words joined, two neighbours joined, or one word split into
 * two adjacent words of a document. The first field with such a split decides. One document must contain the resulting
 * words. Returns undefined when there is no such split.
 */
export function splitOrJoin(
  fields: readonly { inverted: InvertedField }[],
  words: readonly string[],
  alive: SlotSet,
): string[] | undefined {
  for (const { inverted } of fields) {
    const known = new Map<string, Postings>()
    const field: Words = {
      alive,
      find(word) {
        let postings = known.get(word)
        if (postings === undefined) known.set(word, (postings = inverted.find(word)))
        return postings
      },
    }
    const resolved = findJoined(field, words) ?? findSplit(field, words)
    if (resolved !== undefined) return resolved
  }
  return undefined
}

/** The words of one field, and the live documents. */
interface Words {
  alive: SlotSet
  find(word: string): Postings
}

const exists = (field: Words, word: string): boolean =>
  field.find(word).slots.some((slot) => field.alive.has(slot))

function findJoined(field: Words, words: readonly string[]): string[] | undefined {
  if (words.length < 2) return undefined
  const whole = words.join('')
  if (exists(field, whole)) return [whole]
  // A query of two words was joined above.
  if (words.length === 2) return undefined
  for (let at = 0; at + 1 < Math.min(words.length, MAX_WORDS); at++) {
    const candidate = words.toSpliced(at, 2, words[at]! + words[at + 1]!)
    if (shareDocument(field, candidate)) return candidate
  }
  return undefined
}

function findSplit(field: Words, words: readonly string[]): string[] | undefined {
  for (let at = 0; at < Math.min(words.length, MAX_WORDS); at++) {
    const halves = splitWord(field, words[at]!)
    if (halves === undefined) continue
    const candidate = words.toSpliced(at, 1, ...halves)
    // The words up to the first unknown one must occur in one document. The words after it are not checked.
    const unknown = candidate.findIndex((word) => !exists(field, word))
    if (shareDocument(field, unknown < 0 ? candidate : candidate.slice(0, unknown))) return candidate
  }
  return undefined
}

/** Returns the two parts of a word, the first as long as possible, that a document contains next to each other. */
function splitWord(field: Words, word: string): [string, string] | undefined {
  for (let at = word.length - 1; at > 0; at--) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    const postings = [field.find(first), field.find(second)]
    if (someDocument(field, postings, (indexes) => standTogether(postings, indexes))) return [first, second]
  }
  return undefined
}

function shareDocument(field: Words, words: readonly string[]): boolean {
  if (words.length === 0) return false
  return someDocument(
    field,
    words.map((word) => field.find(word)),
    () => true,
  )
}

function someDocument(
  { alive }: Words,
  postings: readonly Postings[],
  accepts: (indexes: readonly number[]) => boolean,
): boolean {
  if (postings.some(({ slots }) => slots.length === 0)) return false
  let isFound = false
  intersect(postings, (slot, indexes) => {
    isFound ||= alive.has(slot) && accepts(indexes)
  })
  return isFound
}
