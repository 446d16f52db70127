import type { AgencyMeasuresQuery } from '../../api/generated/operations.ts'

/** Measures of one agency over a whole period. */
export interface AgencyMeasure {
  key: string
  name: string
  articles: number
  /** Share of positive articles, from 0 to 1. Articles without a class count as not positive. */
  positive: number
  negative: number
  /** Mean of the months weighted by articles. Undefined without any measured text. */
  flesch: number | undefined
  themes: { label: string; count: number }[]
}

const THEMES = 3

type Row = AgencyMeasuresQuery['agencyAnalytics'][number]

function weightedMean(
  rows: readonly Row[],
  read: (row: Row) => number | null | undefined,
): number | undefined {
  const known = rows.filter((row) => typeof read(row) === 'number')
  const weight = known.reduce((sum, { articleCount }) => sum + articleCount, 0)
  if (weight === 0) return undefined
  return known.reduce((sum, row) => sum + (read(row) ?? 0) * row.articleCount, 0) / weight
}

function sumThemes(rows: readonly Row[]): AgencyMeasure['themes'] {
  const counts = new Map<string, number>()
  for (const { topThemes } of rows)
    for (const { label, count } of topThemes) counts.set(label, (counts.get(label) ?? 0) + count)
  return [...counts]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, THEMES)
}

/** Returns one row per agency from the API's rows per agency and month, most articles first. */
export function mergePeriods(rows: readonly Row[]): AgencyMeasure[] {
  const byAgency = Map.groupBy(rows, ({ agencyKey }) => agencyKey)
  return [...byAgency]
    .map(([key, periods]) => ({
      key,
      name: periods[0]?.agencyName ?? key,
      articles: periods.reduce((sum, { articleCount }) => sum + articleCount, 0),
      positive: weightedMean(periods, ({ pctPositive }) => pctPositive) ?? 0,
      negative: weightedMean(periods, ({ pctNegative }) => pctNegative) ?? 0,
      flesch: weightedMean(periods, ({ avgReadabilityFlesch }) => avgReadabilityFlesch),
      themes: sumThemes(periods),
    }))
    .sort((a, b) => b.articles - a.articles)
}
