/** A measurement at one size. */
export interface SizedTime {
  size: number
  ms: number
}

/**
 * Returns the exponent of a curve: the slope of the line through the points (log size, log time) that has the smallest
 * sum of squared distances. 0: the time does not grow; 1: it grows with the size; 2: with its square.
 */
export function exponentOf(times: readonly SizedTime[]): number {
  if (times.length < 2) throw new Error('An exponent needs two sizes')
  const points = times.map(({ size, ms }) => ({ x: Math.log(size), y: Math.log(ms) }))
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const meanX = mean(points.map(({ x }) => x))
  const meanY = mean(points.map(({ y }) => y))
  const spread = points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0)
  return points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0) / spread
}
