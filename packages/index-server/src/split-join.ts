import { intersect } from './filter-evaluate.ts'
import type { InvertedField } from './inverted-field.ts'
import { standTogether } from './phrase-match.ts'
import type { Postings } from './posting-list.ts'

/** Words of a query whose spaces are questioned. */
const MAX_WORDS = 5

/**
 * Another way to read the spaces of a query that found nothing, by the first field that knows one: all words as one,
 * two neighbouring words as one, or one word as two that stand side by side in some document. The words that result
 * must occur in one document. Undefined when there is no such way.
 */
export function splitOrJoin(
  fields: readonly { inverted: InvertedField }[],
  words: readonly string[],
  alive: Uint8Array,
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

/** The words of one field, and which of the documents are there. */
interface Words {
  alive: Uint8Array
  find(word: string): Postings
}

const exists = (field: Words, word: string): boolean =>
  field.find(word).slots.some((slot) => field.alive[slot] === 1)

function findJoined(field: Words, words: readonly string[]): string[] | undefined {
  if (words.length < 2) return undefined
  const whole = words.join('')
  if (exists(field, whole)) return [whole]
  // Two words have been joined above.
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
    // The words up to the first unknown one must occur in one document; what follows it is not asked for.
    const unknown = candidate.findIndex((word) => !exists(field, word))
    if (shareDocument(field, unknown < 0 ? candidate : candidate.slice(0, unknown))) return candidate
  }
  return undefined
}

/** The halves of a word, the first as long as possible, that some document holds next to each other. */
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
    isFound ||= alive[slot] === 1 && accepts(indexes)
  })
  return isFound
}
