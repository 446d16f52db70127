import { withRoom } from '../arrays/growing-array.ts'
import type { VectorMetric } from '../schema/field.ts'

const NO_ROW = -1

/** All vectors of a field in one array, searched exactly. With the cosine metric, vectors are stored at unit length. */
export class VectorStore {
  readonly dimensions: number
  readonly metric: VectorMetric
  #rows = new Int32Array(64).fill(NO_ROW)
  #data: Float32Array
  #free: number[] = []
  #count = 0

  constructor(dimensions: number, metric: VectorMetric) {
    this.dimensions = dimensions
    this.metric = metric
    this.#data = new Float32Array(dimensions * 64)
  }

  has(slot: number): boolean {
    return (this.#rows[slot] ?? NO_ROW) !== NO_ROW
  }

  set(slot: number, vector: ArrayLike<number>): void {
    this.#rows = withRoom(this.#rows, slot + 1, NO_ROW)
    let row = this.#rows[slot]!
    if (row === NO_ROW) {
      row = this.#free.pop() ?? this.#count++
      this.#rows[slot] = row
    }
    this.#data = withRoom(this.#data, (row + 1) * this.dimensions)
    const target = this.#data.subarray(row * this.dimensions, (row + 1) * this.dimensions)
    target.set(vector)
    if (this.metric === 'cosine') normalize(target)
  }

  /** Frees the row of a slot. */
  remove(slot: number): void {
    const row = this.#rows[slot] ?? NO_ROW
    if (row === NO_ROW) return
    this.#free.push(row)
    this.#rows[slot] = NO_ROW
  }

  /** Returns a copy of the stored vector, at unit length with the cosine metric. */
  find(slot: number): Float32Array | undefined {
    const row = this.#rows[slot] ?? NO_ROW
    if (row === NO_ROW) return undefined
    return this.#data.slice(row * this.dimensions, (row + 1) * this.dimensions)
  }

  /** Prepares a query vector for `distance`. */
  prepare(vector: ArrayLike<number>): Float32Array {
    const prepared = Float32Array.from(vector)
    if (this.metric === 'cosine') normalize(prepared)
    return prepared
  }

  /**
   * Returns 1 − dot product with a prepared vector, which is 1 − cosine with the cosine metric. NaN for a slot without
   * a vector.
   */
  distance(slot: number, prepared: Float32Array): number {
    const row = this.#rows[slot] ?? NO_ROW
    if (row === NO_ROW) return Number.NaN
    const distance = 1 - dot(this.#data, row * this.dimensions, prepared)
    return this.metric === 'cosine' ? Math.abs(distance) : distance
  }
}

/** Eight independent sums let the processor run the additions in parallel. */
function dot(data: Float32Array, start: number, vector: Float32Array): number {
  const { length } = vector
  const whole = length - (length % 8)
  let a = 0,
    b = 0,
    c = 0,
    d = 0,
    e = 0,
    f = 0,
    g = 0,
    h = 0
  for (let i = 0; i < whole; i += 8) {
    const at = start + i
    a += data[at]! * vector[i]!
    b += data[at + 1]! * vector[i + 1]!
    c += data[at + 2]! * vector[i + 2]!
    d += data[at + 3]! * vector[i + 3]!
    e += data[at + 4]! * vector[i + 4]!
    f += data[at + 5]! * vector[i + 5]!
    g += data[at + 6]! * vector[i + 6]!
    h += data[at + 7]! * vector[i + 7]!
  }
  for (let i = whole; i < length; i++) a += data[start + i]! * vector[i]!
  return a + b + (c + d) + (e + f) + (g + h)
}

function normalize(vector: Float32Array): void {
  let squares = 0
  for (const value of vector) squares += value * value
  if (squares === 0) return
  const scale = 1 / Math.sqrt(squares)
  for (let i = 0; i < vector.length; i++) vector[i]! *= scale
}
