import { BestScores } from './best-scores.ts'
import type { FieldScore } from './field-match.ts'
import { PagedNumbers } from '../arrays/paged-numbers.ts'
import { SlotSet } from '../arrays/slot-set.ts'

export type TextMatchType = 'max_score' | 'max_weight' | 'sum_score'

const TWO_32 = 2 ** 32
const MAX_TOKENS = 15
const MAX_COUNTED_FIELDS = 7
/** Bits of `low`: a score is `high * 2^35 + low`. */
const LOW_BITS = 35n

/** A text score as two numbers that compare in this order. */
export interface TextScore {
  high: number
  low: number
}

/**
 * Text scores of the matching documents. A score has 63 bits: words matched (4), field score (48), weight of the field
 * (8) and number of matching fields (3). `max_weight` swaps weight and field score. The score is stored as two
 * numbers, because JavaScript numbers have 53 bits.
 *
 * When only the best documents are needed, those that cannot be among them are counted without a score.
 */
export class TextMatches {
  /** The scores of the ranked documents. Others have 0, or any number when only the best documents are needed. */
  readonly high: PagedNumbers
  readonly low: PagedNumbers
  /** The matching documents. */
  readonly slots = new SlotSet()
  /** The matching documents with a score: at least the best ones, and those that are equal to the last of them. */
  readonly ranked: SlotSet
  readonly #wanted: number
  readonly #best: BestScores

  /** `wanted`: how many of the best documents need a score. */
  constructor(wanted = Number.POSITIVE_INFINITY) {
    this.#wanted = wanted
    this.#best = new BestScores(wanted)
    const needsAll = wanted === Number.POSITIVE_INFINITY
    this.ranked = needsAll ? this.slots : new SlotSet()
    this.high = new PagedNumbers(needsAll ? 0 : undefined)
    this.low = new PagedNumbers(needsAll ? 0 : undefined)
  }

  get count(): number {
    return this.slots.count
  }

  /** True when as many documents as wanted have a score, so that others may need none. */
  get isFull(): boolean {
    return this.#best.isFull
  }

  /** Returns whether a document with this score may be among the best. */
  mayRank(high: number, low: number): boolean {
    return !this.#best.excludes(high, low)
  }

  /** Adds a document with a score that is not among the best. Keeps a higher score that it has. */
  addUnranked(slot: number): void {
    this.slots.add(slot)
  }

  /** Keeps the higher score of a slot. */
  add(slot: number, high: number, low: number): void {
    if (!this.mayRank(high, low)) {
      this.addUnranked(slot)
      return
    }
    if (this.ranked.has(slot)) {
      const known = this.high.get(slot)
      if (high < known || (high === known && low <= this.low.get(slot))) return
    } else this.#best.add(high, low)
    this.slots.add(slot)
    this.ranked.add(slot)
    this.high.set(slot, high)
    this.low.set(slot, low)
  }

  /** Returns the same matches with new slot numbers. Matches without a new number are left out. */
  renumber(numberOf: (slot: number) => number | undefined): TextMatches {
    const renumbered = new TextMatches(this.#wanted)
    for (const slot of this.slots.list()) {
      const number = numberOf(slot)
      if (number === undefined) continue
      if (this.ranked.has(slot)) renumbered.add(number, this.high.get(slot), this.low.get(slot))
      // Takes the place of a removed document when no other is left.
      else renumbered.add(number, 0, 0)
    }
    return renumbered
  }

  /** Gives the memory of the scores to the next search. The scores are gone. */
  release(): void {
    this.high.release()
    this.low.release()
  }

  scoreOf(slot: number): bigint {
    return (BigInt(this.high.get(slot)) << LOW_BITS) + BigInt(this.low.get(slot))
  }
}

/** Combines the field scores of one document into its text score. */
export class ScoreSum {
  #best: FieldScore = { high: 0, low: 0 }
  #weight = 0
  #fields = 0
  #sum = 0
  readonly #total: TextScore = { high: 0, low: 0 }

  reset(): void {
    this.#best.high = 0
    this.#best.low = 0
    this.#weight = 0
    this.#fields = 0
    this.#sum = 0
  }

  add(score: FieldScore, weight: number, type: TextMatchType): void {
    this.#fields++
    this.#sum += (score.high * 2 ** 24 + score.low) * weight
    const isBetter =
      type === 'max_weight'
        ? weight > this.#weight
        : score.high > this.#best.high || (score.high === this.#best.high && score.low > this.#best.low)
    if (!isBetter) return
    this.#best.high = score.high
    this.#best.low = score.low
    this.#weight = weight
  }

  /** Returns the score of a document. The next call changes it. */
  total(tokens: number, type: TextMatchType, countsFields: boolean): TextScore {
    const total = this.#total
    const counted = Math.min(MAX_TOKENS, tokens)
    const fields = countsFields ? Math.min(MAX_COUNTED_FIELDS, this.#fields) : 0
    if (type === 'max_score') {
      total.high = counted * 2 ** 24 + this.#best.high
      total.low = this.#best.low * 2048 + this.#weight * 8 + fields
      return total
    }
    const body = type === 'max_weight' ? this.#best.high * 2 ** 24 + this.#best.low : this.#sum
    const lead = type === 'max_weight' ? this.#weight * 2 ** 16 : 0
    const upper = Math.min(2 ** 24 - 1, Math.floor(body / TWO_32) + lead)
    total.high = counted * 2 ** 24 + upper
    total.low = (body % TWO_32) * 8 + fields
    return total
  }
}
