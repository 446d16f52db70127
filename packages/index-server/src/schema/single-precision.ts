/** Returns the shortest decimal that parses to the same single-precision number: 0.9, not 0.8999999761581421. */
export function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(9))
}
