/**
 * Moves the labels of lines apart, in the units of the axis. Returns a place for each value, in the same order: its own,
 * or the lowest one above it that keeps the gap to the labels below.
 */
export function spreadLabels(values: readonly number[], gap: number): number[] {
  const order = values.map((_, at) => at).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0) || b - a)
  const places = [...values]
  let floor = 0
  for (const at of order) {
    const place = Math.max(values[at] ?? 0, floor)
    places[at] = place
    floor = place + gap
  }
  return places
}
