/** Postings above this share of the cache are read each time, so that one search does not empty the cache. */
const MAX_ENTRY_SHARE = 1 / 4
/** Bytes of an entry besides its numbers. */
const ENTRY_BYTES = 500

interface Entry<T> {
  /** Bytes of the term when it was read. More bytes mean new postings. */
  length: number
  postings: T
  size: number
}

/** Postings of terms of the latest searches: reading those of a frequent word takes longer than searching them. */
export class PostingCache<T> {
  /** By the key of a term, in the order of their last use. */
  readonly #entries = new Map<number, Entry<T>>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Returns the postings of a term that still has this length, or undefined. */
  find(key: number, length: number): T | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.remove(key)
    if (entry.length !== length) return undefined
    this.#insert(key, entry)
    return entry.postings
  }

  /** `bytes`: the memory of the postings. */
  add(key: number, length: number, postings: T, bytes: number): void {
    const size = ENTRY_BYTES + bytes
    this.remove(key)
    if (size > this.#maxBytes * MAX_ENTRY_SHARE) return
    this.#insert(key, { length, postings, size })
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.remove(oldest)
    }
  }

  remove(key: number): void {
    const entry = this.#entries.get(key)
    if (entry === undefined) return
    this.#entries.delete(key)
    this.#bytes -= entry.size
  }

  #insert(key: number, entry: Entry<T>): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.size
  }
}
