import type { FreshnessQuery, FreshnessState } from '../../api/generated/operations.ts'
import { formatDecimal } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

export type AgencyRow = FreshnessQuery['agencyFreshness'][number]

/** States by the attention that they need, the most urgent first. */
export const STATES = [
  'UNREAD',
  'SILENT',
  'LATE',
  'STOPPED',
  'FRESH',
  'UNKNOWN',
] as const satisfies readonly FreshnessState[]

/** The silence of an agency in its own long pauses; undefined without a rhythm. */
export function findRatio({ silentDays, longPauseDays }: AgencyRow): number | undefined {
  if (silentDays === null || silentDays === undefined || !longPauseDays) return undefined
  return silentDays / longPauseDays
}

/** Orders agencies: the states that need attention first, and in each state the longest silence by its own rhythm. */
export function sortByAttention(rows: readonly AgencyRow[]): AgencyRow[] {
  const rank = ({ state }: AgencyRow) => STATES.indexOf(state)
  return rows.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      (findRatio(b) ?? b.silentDays ?? -1) - (findRatio(a) ?? a.silentDays ?? -1) ||
      a.agencyName.localeCompare(b.agencyName, 'pt-BR'),
  )
}

/** Counts agencies by state. */
export function countStates(rows: readonly AgencyRow[]): Record<FreshnessState, number> {
  const counts: Record<FreshnessState, number> = {
    FRESH: 0,
    LATE: 0,
    SILENT: 0,
    STOPPED: 0,
    UNREAD: 0,
    UNKNOWN: 0,
  }
  for (const { state } of rows) counts[state] += 1
  return counts
}

const days = (value: number) => texts.freshness.days(formatDecimal(value))

/** Describes the rhythm of an agency in words. */
export function describeRhythm({
  usualPauseDays,
  longPauseDays,
}: Pick<AgencyRow, 'usualPauseDays' | 'longPauseDays'>): string {
  if (!usualPauseDays || !longPauseDays) return texts.freshness.noRhythm
  return texts.freshness.rhythm(days(usualPauseDays), days(longPauseDays))
}

/** Describes the kind of a failed reading in words. */
export const describeError = (kind: string | null | undefined): string =>
  texts.freshness.errors[kind ?? 'unknown'] ?? kind ?? ''

/** Joins the counts of the states other than fresh and unknown: "3 atrasados, 1 parado e 2 sem leitura". */
export function describeRest(counts: Record<FreshnessState, number>): string {
  const parts = (['LATE', 'SILENT', 'STOPPED', 'UNREAD'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${texts.freshness.named(state, counts[state])}`)
  return parts.length === 0
    ? 'nenhum estava atrasado'
    : new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(parts)
}

const SECONDS_OF_DAY = 86_400

/** Returns the place of a duration on a logarithmic scale from 1 second (0) to 1 day (1). */
export function placeOnScale(seconds: number): number {
  return Math.min(1, Math.max(0, Math.log(Math.max(1, seconds)) / Math.log(SECONDS_OF_DAY)))
}
