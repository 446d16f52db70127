const PAGE_BITS = 10
const PAGE_LENGTH = 1 << PAGE_BITS
const PLACE_MASK = PAGE_LENGTH - 1

/** A number for some slots of a collection. Memory is reserved only around the slots that have one. */
export class PagedNumbers {
  readonly #missing: number
  readonly #pages: (Float64Array | undefined)[] = []

  /** `missing` is the number of all other slots. */
  constructor(missing: number) {
    this.#missing = missing
  }

  get(slot: number): number {
    const page = this.#pages[slot >>> PAGE_BITS]
    return page === undefined ? this.#missing : page[slot & PLACE_MASK]!
  }

  set(slot: number, value: number): void {
    const number = slot >>> PAGE_BITS
    let page = this.#pages[number]
    if (page === undefined) {
      page = new Float64Array(PAGE_LENGTH)
      if (this.#missing !== 0) page.fill(this.#missing)
      this.#pages[number] = page
    }
    page[slot & PLACE_MASK] = value
  }
}
