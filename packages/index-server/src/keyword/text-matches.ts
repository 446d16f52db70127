import type { FieldScore } from './field-match.ts'
import { PagedNumbers } from '../arrays/paged-numbers.ts'
import { SlotSet } from '../arrays/slot-set.ts'

export type TextMatchType = 'max_score' | 'max_weight' | 'sum_score'

const TWO_32 = 2 ** 32
const MAX_TOKENS = 15
const MAX_COUNTED_FIELDS = 7
/** Bits of `low`: a score is `high * 2^35 + low`. */
const LOW_BITS = 35n

/**
 * Text scores of the matching documents. A score has 63 bits: words matched (4), field score (48), weight of the field
 * (8) and number of matching fields (3). `max_weight` swaps weight and field score. The score is stored as two
 * numbers, because JavaScript numbers have 53 bits.
 */
export class TextMatches {
  readonly high = new PagedNumbers(0)
  readonly low = new PagedNumbers(0)
  /** The matching documents. */
  readonly slots = new SlotSet()

  get count(): number {
    return this.slots.count
  }

  /** Keeps the higher score of a slot. */
  add(slot: number, high: number, low: number): void {
    if (this.slots.has(slot)) {
      const known = this.high.get(slot)
      if (high < known || (high === known && low <= this.low.get(slot))) return
    }
    this.slots.add(slot)
    this.high.set(slot, high)
    this.low.set(slot, low)
  }

  /** Returns the same matches with new slot numbers. Matches without a new number are left out. */
  renumber(numberOf: (slot: number) => number | undefined): TextMatches {
    const renumbered = new TextMatches()
    for (const slot of this.slots.list()) {
      const number = numberOf(slot)
      if (number !== undefined) renumbered.add(number, this.high.get(slot), this.low.get(slot))
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

  /** Writes the document's score into `matches`. */
  store(
    matches: TextMatches,
    slot: number,
    tokens: number,
    type: TextMatchType,
    countsFields: boolean,
  ): void {
    const counted = Math.min(MAX_TOKENS, tokens)
    const fields = countsFields ? Math.min(MAX_COUNTED_FIELDS, this.#fields) : 0
    if (type === 'max_score') {
      matches.add(
        slot,
        counted * 2 ** 24 + this.#best.high,
        this.#best.low * 2048 + this.#weight * 8 + fields,
      )
      return
    }
    const body = type === 'max_weight' ? this.#best.high * 2 ** 24 + this.#best.low : this.#sum
    const lead = type === 'max_weight' ? this.#weight * 2 ** 16 : 0
    const upper = Math.min(2 ** 24 - 1, Math.floor(body / TWO_32) + lead)
    matches.add(slot, counted * 2 ** 24 + upper, (body % TWO_32) * 8 + fields)
  }
}
