type NumberArray = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array

/**
 * Returns a copy of `array` with room for `length` entries (at least 1.5 times the old length). New entries are
 * `fill`.
 */
export function withRoom<T extends NumberArray>(array: T, length: number, fill = 0): T {
  if (length <= array.length) return array
  const grown = new (array.constructor as new (size: number) => T)(
    Math.max(length, Math.ceil(array.length * 1.5), 64),
  )
  grown.set(array)
  if (fill !== 0) grown.fill(fill, array.length)
  return grown
}
