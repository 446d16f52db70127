import { withRoom } from '../arrays/growing-array.ts'

/** Maximum of cached words. A text with more distinct words is read more slowly. */
const MAX_WORDS = 1_000_000
/** Longer words are not cached. */
const MAX_WORD_LENGTH = 60
/** Hash of the empty string (FNV-1a, like the prime below). */
export const EMPTY_HASH = 0x811c9dc5
const FNV_PRIME = 0x01000193
const INITIAL_BUCKETS = 1 << 14

export const addToHash = (hash: number, code: number): number => Math.imul(hash ^ code, FNV_PRIME)

/**
 * Caches raw words and their folded forms, numbered. A lookup compares the word inside its text, so that reading known
 * words creates no string.
 */
export class WordTable {
  /** Folded form by number. */
  readonly folded: string[] = []
  readonly #fold: (word: string) => string
  readonly #raw: string[] = []
  #hashes = new Int32Array(1024)
  /** Number plus one; 0 for a free entry. Its length is a power of two. */
  #buckets = new Int32Array(INITIAL_BUCKETS)

  constructor(fold: (word: string) => string) {
    this.#fold = fold
  }

  /**
   * Returns the number of the word between `start` and `end`, or -1 when it is not cached. `hash` is the result of
   * `addToHash` over its characters, starting with `EMPTY_HASH`: the caller reads these characters anyway to find the
   * end of the word.
   */
  numberOf(text: string, start: number, end: number, hash: number): number {
    if (end - start > MAX_WORD_LENGTH) return -1
    const wrap = this.#buckets.length - 1
    let bucket = (hash ^ (hash >>> 15)) & wrap
    for (let entry = this.#buckets[bucket]!; entry !== 0; entry = this.#buckets[bucket]!) {
      if (this.#hashes[entry - 1] === hash && isAt(this.#raw[entry - 1]!, text, start, end)) return entry - 1
      bucket = (bucket + 1) & wrap
    }
    return this.#raw.length < MAX_WORDS ? this.#add(text.slice(start, end), hash, bucket) : -1
  }

  #add(word: string, hash: number, bucket: number): number {
    const number = this.#raw.length
    // A slice keeps its whole text in memory, so the cache stores a copy.
    this.#raw.push(Buffer.from(word, 'utf16le').toString('utf16le'))
    this.folded.push(Buffer.from(this.#fold(word)).toString())
    this.#hashes = withRoom(this.#hashes, number + 1)
    this.#hashes[number] = hash
    this.#buckets[bucket] = number + 1
    if (this.#raw.length * 2 > this.#buckets.length) this.#grow()
    return number
  }

  #grow(): void {
    const buckets = new Int32Array(this.#buckets.length * 2)
    const wrap = buckets.length - 1
    for (let number = 0; number < this.#raw.length; number++) {
      const hash = this.#hashes[number]!
      let bucket = (hash ^ (hash >>> 15)) & wrap
      while (buckets[bucket] !== 0) bucket = (bucket + 1) & wrap
      buckets[bucket] = number + 1
    }
    this.#buckets = buckets
  }
}

function isAt(word: string, text: string, start: number, end: number): boolean {
  if (word.length !== end - start) return false
  for (let at = 0; at < word.length; at++)
    if (word.charCodeAt(at) !== text.charCodeAt(start + at)) return false
  return true
}
