type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/** A copy of `array` with room for `length` entries (at least half as much again), new ones set to `fill`. */
export function withRoom<T extends NumberArray>(array: T, length: number, fill = 0): T {
  if (length <= array.length) return array
  const grown = new (array.constructor as new (size: number) => T)(
    Math.max(length, Math.ceil(array.length * 1.5), 64),
  )
  grown.set(array)
  if (fill !== 0) grown.fill(fill, array.length)
  return grown
}
