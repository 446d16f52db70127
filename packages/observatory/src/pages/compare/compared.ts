import type { CompareQuery } from '../../api/generated/operations.ts'
import type { SeriesPoint } from '../../charts/fill-series.ts'
import { isIncomplete, listPeriods, type Days } from '../../charts/periods.ts'
import { formatDay } from '../../format.ts'
import type { Layout, Measure } from './compare-state.ts'

/** A question with its answer. */
export interface Compared {
  /** Different for each question. */
  name: string
  days: Days
  before: Days
  answer: CompareQuery
}

/** The articles of a question that have one key, now and in the days before. */
export interface AgencyNumbers {
  count: number
  /** Of all articles of the key in the same days, 0 to 1. */
  share: number
  beforeCount: number
  beforeShare: number
}

/** An agency with its numbers for each question, in their order. */
export interface AgencyRow {
  key: string
  label: string
  numbers: AgencyNumbers[]
}

const NOTHING = { count: 0, share: 0 }

/** A number with its part of all articles, 0 without any article. */
export const partOf = ({ found, total }: { found: number; total: number }) =>
  total === 0 ? 0 : found / total

/**
 * Returns the points of all questions. Periods without articles have 0. Where questions have different days, the first
 * period of each stands at the first period of the axis, the second at the second, and each point keeps its own name.
 */
export function listPoints(
  questions: readonly Compared[],
  { granularity, isAligned, axis }: Layout,
  { measure, today }: { measure: Measure; today: string },
): SeriesPoint[] {
  const places = listPeriods(axis.from, axis.to, granularity)
  return questions.flatMap(({ name, days, answer }) => {
    const counted = new Map(answer.periods.items.map((item) => [item.key, item]))
    return listPeriods(days.from, days.to, granularity).map((start, at) => ({
      period: isAligned ? (places[at] ?? start) : start,
      name,
      count: (counted.get(start) ?? NOTHING)[measure],
      label: formatDay(start),
      isPartial: isIncomplete(start, granularity, { ...days, today }),
    }))
  })
}

/** Returns the agencies with most articles over all questions, at most `limit`, with the numbers of each question. */
export function listAgencies(questions: readonly Compared[], limit: number): AgencyRow[] {
  const now = questions.map(({ answer }) => new Map(answer.agencies.items.map((item) => [item.key, item])))
  const before = questions.map(({ answer }) => new Map(answer.before.items.map((item) => [item.key, item])))
  const labels = new Map(now.flatMap((items) => [...items.values()]).map(({ key, label }) => [key, label]))
  const sum = ({ numbers }: AgencyRow) => numbers.reduce((total, { count }) => total + count, 0)
  return [...labels]
    .map(([key, label]) => ({
      key,
      label,
      numbers: questions.map((_, at) => {
        const { count, share } = now[at]?.get(key) ?? NOTHING
        const earlier = before[at]?.get(key) ?? NOTHING
        return { count, share, beforeCount: earlier.count, beforeShare: earlier.share }
      }),
    }))
    .sort((a, b) => sum(b) - sum(a) || a.label.localeCompare(b.label, 'pt-BR'))
    .slice(0, limit)
}
