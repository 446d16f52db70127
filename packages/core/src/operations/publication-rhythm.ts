/** Fewer pauses between days with news show no rhythm. */
const PAUSES_MIN = 3
/** The longest usual pause: 95 of 100 pauses are not longer. */
const LONG_SHARE = 0.95
/** An agency is silent after three times its longest usual pause, and not before two days. */
const SILENT_PAUSES = 3
const SILENT_MIN_DAYS = 2
/** An agency has stopped after six times its longest usual pause, and not before 90 days. */
const STOPPED_PAUSES = 6
const STOPPED_MIN_DAYS = 90
/** Failed scrapes in a row after which the news of a site are unknown. A single scrape is retried twice. */
export const FAILING_RUNS = 3

/** How often an agency publishes, in whole days from one local day with news to the next. */
export interface PublicationRhythm {
  /** The median pause. */
  usualDays: number
  /** The 95th percentile (nearest rank). */
  longDays: number
}

/**
 * How the silence of an agency compares with its own rhythm. `UNREAD`: the last three scrapes of its site failed,
 * so its silence is unknown. `UNKNOWN`: it has too little history for a rhythm.
 */
export type FreshnessState = 'FRESH' | 'LATE' | 'SILENT' | 'STOPPED' | 'UNREAD' | 'UNKNOWN'

/** Returns the pauses between distinct days, in days, the shortest first. Days are whole numbers in any order. */
export function listPauses(days: readonly number[]): number[] {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  return sorted
    .slice(1)
    .map((day, at) => day - (sorted[at] ?? day))
    .sort((a, b) => a - b)
}

/** Returns the 95th percentile (nearest rank) of sorted pauses; undefined when there are none. */
export const findLongPause = (pauses: readonly number[]): number | undefined =>
  pauses[Math.ceil(pauses.length * LONG_SHARE) - 1]

/** Returns the days without news after which an agency with this longest usual pause counts as silent. */
export const silentAfter = (longDays: number): number => Math.max(SILENT_PAUSES * longDays, SILENT_MIN_DAYS)

const stoppedAfter = (longDays: number): number => Math.max(STOPPED_PAUSES * longDays, STOPPED_MIN_DAYS)

/** Measures the rhythm of days with news. Returns undefined with fewer than three pauses. */
export function measureRhythm(days: readonly number[]): PublicationRhythm | undefined {
  const pauses = listPauses(days)
  const longDays = findLongPause(pauses)
  if (longDays === undefined || pauses.length < PAUSES_MIN) return undefined
  const middle = Math.floor(pauses.length / 2)
  const upper = pauses[middle] ?? longDays
  const lower = pauses.length % 2 === 1 ? upper : (pauses[middle - 1] ?? upper)
  return { usualDays: (lower + upper) / 2, longDays }
}

/** What decides the state of an agency. */
export interface Silence {
  /** Whole local days since the last day with news; 0 for today, undefined without any news. */
  silentDays: number | undefined
  rhythm: PublicationRhythm | undefined
  /** Failed scrapes of its site in a row; 0 for an agency without a site. */
  failedRuns: number
}

/** Returns the state of an agency by its own rhythm. */
export function judgeSilence({ silentDays, rhythm, failedRuns }: Silence): FreshnessState {
  if (failedRuns >= FAILING_RUNS) return 'UNREAD'
  if (silentDays === undefined) return 'UNKNOWN'
  if (!rhythm) return silentDays > STOPPED_MIN_DAYS ? 'STOPPED' : 'UNKNOWN'
  if (silentDays > stoppedAfter(rhythm.longDays)) return 'STOPPED'
  if (silentDays > silentAfter(rhythm.longDays)) return 'SILENT'
  return silentDays > rhythm.longDays ? 'LATE' : 'FRESH'
}
