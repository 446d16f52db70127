import { withRoom } from '../arrays/growing-array.ts'
import { NumberOrder } from './number-order.ts'

/** One number per slot; NaN for a document without a value. Booleans are 1 and 0. */
export class NumberColumn {
  #values = new Float64Array(64).fill(Number.NaN)
  /** Undefined until a search needs it: most columns are neither filtered nor sorted by. */
  #order: NumberOrder | undefined

  set(slot: number, value: number): void {
    this.#values = withRoom(this.#values, slot + 1, Number.NaN)
    if (this.#values[slot] === value) return
    this.#values[slot] = value
    if (!Number.isNaN(value)) this.#order?.add(slot, value)
  }

  get(slot: number): number {
    return this.#values[slot] ?? Number.NaN
  }

  /** The slots in the order of their values. The first call sorts them. */
  get order(): NumberOrder {
    return (this.#order ??= new NumberOrder(this.#values, (slot, value) => this.#values[slot] === value))
  }
}

/** A list of numbers per slot. */
export class NumberListColumn {
  #starts = new Int32Array(64)
  #lengths = new Int32Array(64)
  #values = new Float64Array(64)
  #used = 0

  set(slot: number, values: ArrayLike<number>): void {
    this.#starts = withRoom(this.#starts, slot + 1)
    this.#lengths = withRoom(this.#lengths, slot + 1)
    this.#values = withRoom(this.#values, this.#used + values.length)
    this.#starts[slot] = this.#used
    this.#lengths[slot] = values.length
    for (let i = 0; i < values.length; i++) this.#values[this.#used++] = values[i]!
  }

  lengthAt(slot: number): number {
    return this.#lengths[slot] ?? 0
  }

  get(slot: number, index: number): number {
    return this.#values[this.#starts[slot]! + index]!
  }
}

/** The distinct texts of a field, numbered. */
class ValueTable {
  #numbers = new Map<string, number>()
  readonly values: string[] = []

  numberOf(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    const number = this.values.length
    this.#numbers.set(value, number)
    this.values.push(value)
    return number
  }
}

/** Texts of a facet or sortable field per slot, as numbers of a value table. */
export class ValueColumn {
  readonly table = new ValueTable()
  readonly #numbers = new NumberListColumn()
  #ranks: Float64Array | undefined

  set(slot: number, values: readonly string[]): void {
    this.#numbers.set(
      slot,
      values.map((value) => this.table.numberOf(value)),
    )
  }

  lengthAt(slot: number): number {
    return this.#numbers.lengthAt(slot)
  }

  numberAt(slot: number, index: number): number {
    return this.#numbers.get(slot, index)
  }

  /** Returns the rank of the slot's first value among all values, case folded. NaN when the slot has no value. */
  rankAt(slot: number): number {
    if (this.lengthAt(slot) === 0) return Number.NaN
    const { values } = this.table
    if (this.#ranks === undefined || this.#ranks.length !== values.length) this.#ranks = rankValues(values)
    return this.#ranks[this.numberAt(slot, 0)]!
  }
}

function rankValues(values: readonly string[]): Float64Array {
  const folded = values.map((value) => value.toLowerCase())
  const order = folded.map((_, number) => number)
  order.sort((a, b) => (folded[a]! < folded[b]! ? -1 : folded[a]! > folded[b]! ? 1 : 0))
  const ranks = new Float64Array(values.length)
  let rank = 0
  for (let i = 0; i < order.length; i++) {
    if (i > 0 && folded[order[i]!] !== folded[order[i - 1]!]) rank++
    ranks[order[i]!] = rank
  }
  return ranks
}
