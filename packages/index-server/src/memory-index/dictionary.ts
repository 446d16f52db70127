/** Terms that are sorted by themselves before they are merged into the long run. */
const MAX_RECENT = 4_096

/** Terms of one field, numbered in order of arrival, with sorted views for searches by prefix. */
export class Dictionary {
  #numbers = new Map<string, number>()
  #terms: string[] = []
  #long: readonly string[] = []
  #recent: readonly string[] = []

  get size(): number {
    return this.#terms.length
  }

  find(term: string): number | undefined {
    return this.#numbers.get(term)
  }

  add(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.#terms.length
    this.#numbers.set(term, number)
    this.#terms.push(term)
    return number
  }

  /**
   * Returns all terms in one or two runs, each in code-unit order. The second run has recent terms, so that a search
   * after every import does not merge them into a long one.
   */
  runs(): (readonly string[])[] {
    const merged = this.#long.length + this.#recent.length
    if (merged < this.#terms.length) {
      const fresh = this.#terms.slice(merged).sort(byCodeUnit)
      this.#recent = merge(this.#recent, fresh)
    }
    if (this.#recent.length > MAX_RECENT || this.#long.length === 0) {
      this.#long = merge(this.#long, this.#recent)
      this.#recent = []
    }
    return this.#recent.length === 0 ? [this.#long] : [this.#long, this.#recent]
  }
}

export const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function merge(left: readonly string[], right: readonly string[]): readonly string[] {
  if (left.length === 0) return right
  const merged: string[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    merged.push(left[l]! < right[r]! ? left[l++]! : right[r++]!)
  }
  while (l < left.length) merged.push(left[l++]!)
  while (r < right.length) merged.push(right[r++]!)
  return merged
}

/** Returns the index of the first term that is not below `key`. */
export function lowerBound(terms: readonly string[], key: string, from = 0): number {
  let low = from
  let high = terms.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (terms[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the terms that start with `prefix`. */
export function listTermsWithPrefix(terms: readonly string[], prefix: string): string[] {
  const found: string[] = []
  for (let i = lowerBound(terms, prefix); i < terms.length && terms[i]!.startsWith(prefix); i++) {
    found.push(terms[i]!)
  }
  return found
}
