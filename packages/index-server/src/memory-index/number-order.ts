import { withRoom } from '../arrays/growing-array.ts'

/** Entries that are added before they are merged into the long run. */
const MAX_RECENT = 4_096

/** Values and their slots, ascending by value. */
interface Run {
  values: Float64Array
  slots: Int32Array
  length: number
}

/** Returns true when the slot still has the value. */
export type IsCurrent = (slot: number, value: number) => boolean

/**
 * The slots of a column in the order of their values: a long sorted run, and a short one with recent changes. A changed
 * value is added and its former entry stays, so every reader skips entries that are not current.
 */
export class NumberOrder {
  #long: Run
  readonly #recent: Run = { values: new Float64Array(64), slots: new Int32Array(64), length: 0 }
  #isRecentSorted = true
  readonly #isCurrent: IsCurrent

  /** `values` has a number per slot, NaN for slots without one. */
  constructor(values: Float64Array, isCurrent: IsCurrent) {
    this.#long = sortSlots(values)
    this.#isCurrent = isCurrent
  }

  add(slot: number, value: number): void {
    const recent = this.#recent
    recent.values = withRoom(recent.values, recent.length + 1)
    recent.slots = withRoom(recent.slots, recent.length + 1)
    recent.values[recent.length] = value
    recent.slots[recent.length++] = slot
    this.#isRecentSorted = false
  }

  /** Returns about how many slots have a value between the bounds, both included. Changed values may count twice. */
  countBetween(low: number, high: number): number {
    return this.#runs().reduce(
      (sum, run) => sum + Math.max(0, upperBound(run, high) - lowerBound(run, low)),
      0,
    )
  }

  /** Visits the slots with a value between the bounds, both included. Visits some slots twice. */
  eachBetween(low: number, high: number, visit: (slot: number) => void): void {
    for (const run of this.#runs()) {
      const end = upperBound(run, high)
      for (let at = lowerBound(run, low); at < end; at++) {
        if (this.#isCurrent(run.slots[at]!, run.values[at]!)) visit(run.slots[at]!)
      }
    }
  }

  /**
   * Returns the first slots that `accepts`: at least `count`, and all that have the same value as the last of them.
   * Returns undefined when there are fewer, or when more than `steps` entries would be read.
   */
  takeFirst(
    accepts: (slot: number) => boolean,
    { count, isDescending, steps }: { count: number; isDescending: boolean; steps: number },
  ): Int32Array | undefined {
    const [long, recent] = this.#runs().map((run) => new Cursor(run, isDescending)) as [Cursor, Cursor]
    const taken = new Set<number>()
    let last = Number.NaN
    for (let step = 0; step < steps; step++) {
      const cursor = recent.isBefore(long) ? recent : long
      if (cursor.isAtEnd) return taken.size >= count ? Int32Array.from(taken) : undefined
      const { slot, value } = cursor
      if (taken.size >= count && value !== last) return Int32Array.from(taken)
      cursor.advance()
      if (!accepts(slot) || !this.#isCurrent(slot, value)) continue
      taken.add(slot)
      last = value
    }
    return undefined
  }

  /** Returns both runs, sorted. Merges them when the short one has become long. */
  #runs(): [Run, Run] {
    const recent = this.#recent
    if (!this.#isRecentSorted) {
      sortRun(recent)
      this.#isRecentSorted = true
    }
    if (recent.length > MAX_RECENT) {
      this.#long = merge(this.#long, recent, this.#isCurrent)
      recent.length = 0
    }
    return [this.#long, recent]
  }
}

/** A place in a run that is read from one of its ends. */
class Cursor {
  readonly #run: Run
  readonly #step: 1 | -1
  #at: number

  constructor(run: Run, isDescending: boolean) {
    this.#run = run
    this.#step = isDescending ? -1 : 1
    this.#at = isDescending ? run.length - 1 : 0
  }

  get isAtEnd(): boolean {
    return this.#at < 0 || this.#at >= this.#run.length
  }

  get slot(): number {
    return this.#run.slots[this.#at]!
  }

  get value(): number {
    return this.#run.values[this.#at]!
  }

  advance(): void {
    this.#at += this.#step
  }

  isBefore(other: Cursor): boolean {
    if (this.isAtEnd || other.isAtEnd) return !this.isAtEnd
    return this.#step > 0 ? this.value < other.value : this.value > other.value
  }
}

/** Returns the index of the first value that is not below `bound`. */
function lowerBound({ values, length }: Run, bound: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! < bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the index of the first value above `bound`. */
function upperBound({ values, length }: Run, bound: number): number {
  let low = 0
  let high = length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (values[middle]! <= bound) low = middle + 1
    else high = middle
  }
  return low
}

/** Sorts the values alone, which is fast, then gives each slot the next free place of its value. */
function sortSlots(column: Float64Array): Run {
  let length = 0
  for (let slot = 0; slot < column.length; slot++) if (!Number.isNaN(column[slot]!)) length++
  const values = new Float64Array(length)
  length = 0
  for (let slot = 0; slot < column.length; slot++) {
    if (!Number.isNaN(column[slot]!)) values[length++] = column[slot]!
  }
  values.sort()
  const run: Run = { values, slots: new Int32Array(length), length }
  const taken = new Int32Array(length)
  for (let slot = 0; slot < column.length; slot++) {
    if (Number.isNaN(column[slot]!)) continue
    const first = lowerBound(run, column[slot]!)
    run.slots[first + taken[first]!++] = slot
  }
  return run
}

function sortRun(run: Run): void {
  const order = Array.from({ length: run.length }, (_, at) => at)
  const { values, slots } = run
  order.sort((a, b) => values[a]! - values[b]!)
  const sorted = { values: values.slice(), slots: slots.slice() }
  for (let at = 0; at < run.length; at++) {
    sorted.values[at] = values[order[at]!]!
    sorted.slots[at] = slots[order[at]!]!
  }
  run.values = sorted.values
  run.slots = sorted.slots
}

/** Merges two runs without the entries that are not current. */
function merge(left: Run, right: Run, isCurrent: IsCurrent): Run {
  const room = left.length + right.length
  const merged: Run = { values: new Float64Array(room), slots: new Int32Array(room), length: 0 }
  const append = (run: Run, at: number): void => {
    if (!isCurrent(run.slots[at]!, run.values[at]!)) return
    merged.values[merged.length] = run.values[at]!
    merged.slots[merged.length++] = run.slots[at]!
  }
  let l = 0
  let r = 0
  while (l < left.length || r < right.length) {
    const isLeft = r === right.length || (l < left.length && left.values[l]! <= right.values[r]!)
    if (isLeft) append(left, l++)
    else append(right, r++)
  }
  return merged
}
