/** The best scores of many, as pairs of numbers that compare in this order. */
export class BestScores {
  readonly #wanted: number
  /** A heap with the worst of these scores on top. Unused when all scores are wanted. */
  readonly #highs: number[] = []
  readonly #lows: number[] = []

  /** `wanted`: how many of the best scores count. */
  constructor(wanted: number) {
    this.#wanted = wanted
  }

  /** True when as many scores as wanted are known. */
  get isFull(): boolean {
    return this.#highs.length >= this.#wanted
  }

  /** Returns true when the score is below all of the best scores, and there are enough of these. */
  excludes(high: number, low: number): boolean {
    if (!this.isFull) return false
    const worst = this.#highs[0]
    return worst === undefined || high < worst || (high === worst && low < this.#lows[0]!)
  }

  add(high: number, low: number): void {
    if (this.#wanted === Number.POSITIVE_INFINITY || this.excludes(high, low)) return
    if (this.isFull) this.#sink(high, low)
    else this.#rise(high, low)
  }

  #isBelow(at: number, high: number, low: number): boolean {
    const other = this.#highs[at]!
    return other < high || (other === high && this.#lows[at]! < low)
  }

  #set(at: number, high: number, low: number): void {
    this.#highs[at] = high
    this.#lows[at] = low
  }

  /** Adds a score at the end of the heap, and moves it up. */
  #rise(high: number, low: number): void {
    let at = this.#highs.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isBelow(parent, high, low)) break
      this.#set(at, this.#highs[parent]!, this.#lows[parent]!)
      at = parent
    }
    this.#set(at, high, low)
  }

  /** Replaces the worst score by a better one, and moves it down. */
  #sink(high: number, low: number): void {
    const { length } = this.#highs
    let at = 0
    for (;;) {
      let child = at * 2 + 1
      if (child >= length) break
      if (child + 1 < length && this.#isBelow(child + 1, this.#highs[child]!, this.#lows[child]!)) child++
      if (!this.#isBelow(child, high, low)) break
      this.#set(at, this.#highs[child]!, this.#lows[child]!)
      at = child
    }
    this.#set(at, high, low)
  }
}
