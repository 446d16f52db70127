/** A small seeded generator (mulberry32): the same seed gives the same numbers on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a number in 0 ≤ x < 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** Returns a whole number from `min` to `max`, both inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Returns a member of the list. Throws when the list is empty. */
  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new Error('pick from an empty list: give at least one choice')
    return picked
  }

  /** Returns `count` different members in random order, or all of them when there are fewer. */
  sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list]
    const picked: T[] = []
    while (picked.length < count && rest.length > 0) {
      picked.push(...rest.splice(Math.floor(this.next() * rest.length), 1))
    }
    return picked
  }

  /**
   * Returns a number around 0 with spread 1. The sum of three uniform numbers is close enough to a normal
   * distribution.
   */
  bell(): number {
    return (this.next() + this.next() + this.next()) * 2 - 3
  }
}

/** Picks members by weight in logarithmic time. */
export class WeightedChoice<T> {
  readonly #items: readonly T[]
  readonly #sums: number[] = []

  constructor(items: readonly T[], weightOf: (item: T, position: number) => number) {
    this.#items = items
    let sum = 0
    for (const [position, item] of items.entries()) this.#sums.push((sum += weightOf(item, position)))
  }

  includes(isIt: (item: T) => boolean): boolean {
    return this.#items.some(isIt)
  }

  pick(random: Random): T {
    const target = random.next() * (this.#sums.at(-1) ?? 0)
    let low = 0
    let high = this.#items.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#sums[middle] ?? 0) > target) high = middle
      else low = middle + 1
    }
    const picked = this.#items[low]
    if (picked === undefined) throw new Error('weighted choice without items')
    return picked
  }
}
