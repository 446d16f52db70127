/** A count, or another value, of one series in one period. */
export interface SeriesPoint {
  /** First day of the period, as `2026-06-01`. */
  period: string
  name: string
  count: number
  /** Name of the period, where its first day is that of another series beside it. */
  label?: string
  /** Whether days of the period are not counted; undefined when the bounds of the picture tell. */
  isPartial?: boolean
}

/**
 * Returns every series at every given period and at every one that any of them has, with 0 where the API left a period
 * out. Periods are in order; the series with the greatest total is the first.
 */
export function fillSeries(
  points: readonly SeriesPoint[],
  known: readonly string[] = [],
): { points: SeriesPoint[]; names: string[] } {
  const periods = [...new Set([...known, ...points.map(({ period }) => period)])].sort()
  const bySeries = Map.groupBy(points, ({ name }) => name)
  const total = (name: string) => (bySeries.get(name) ?? []).reduce((sum, { count }) => sum + count, 0)
  const names = [...bySeries.keys()].sort((a, b) => total(b) - total(a) || a.localeCompare(b, 'pt-BR'))
  const counts = new Map(points.map(({ name, period, count }) => [`${period} ${name}`, count]))
  return {
    names,
    points: names.flatMap((name) =>
      periods.map((period) => ({ period, name, count: counts.get(`${period} ${name}`) ?? 0 })),
    ),
  }
}
