const PAGE_BITS = 10
const PAGE_LENGTH = 1 << PAGE_BITS
const PLACE_MASK = PAGE_LENGTH - 1
/** Released pages that are kept for the next search: 32 MB. */
const KEPT_PAGES_MAX = 4096

/**
 * Pages are outside the heap, where reserving and freeing takes longer than writing: with new pages the scores of rare
 * words over 330,000 documents take 1.2 ms to store instead of 0.3 ms.
 */
const kept: Float64Array[] = []

/** A number for some slots of a collection. Memory is reserved only around the slots that have one. */
export class PagedNumbers {
  readonly #missing: number | undefined
  #pages: (Float64Array | undefined)[] = []

  /** `missing` is the number of all other slots. Undefined when they are never read: pages are then not cleared. */
  constructor(missing: number | undefined) {
    this.#missing = missing
  }

  get(slot: number): number {
    const page = this.#pages[slot >>> PAGE_BITS]
    return page === undefined ? (this.#missing ?? Number.NaN) : page[slot & PLACE_MASK]!
  }

  set(slot: number, value: number): void {
    const number = slot >>> PAGE_BITS
    const page = (this.#pages[number] ??= this.#takePage())
    page[slot & PLACE_MASK] = value
  }

  /** Removes all numbers, and gives the memory to the next numbers. */
  release(): void {
    for (const page of this.#pages) if (page !== undefined && kept.length < KEPT_PAGES_MAX) kept.push(page)
    this.#pages = []
  }

  #takePage(): Float64Array {
    const page = kept.pop() ?? new Float64Array(PAGE_LENGTH)
    return this.#missing === undefined ? page : page.fill(this.#missing)
  }
}
