import { localDayOf } from '../run/run-window.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** No agency is asked more often. */
const SHORTEST_MS = 15 * MINUTE_MS
/** No agency is asked less often. */
const LONGEST_MS = 6 * HOUR_MS
const RHYTHM_DAYS = 30
/** News days that are further apart, by their median, are not daily. Weekends do not move a median. */
const DAILY_GAP_DAYS = 1.5
/** An agency with news every two days is asked every two hours, one with news every four days every four hours. */
const ASKS_PER_GAP = 24
/** An agency that has just published often publishes again. */
const AFTER_FIND_MS = 2 * HOUR_MS
/** The rhythm of an agency is unknown during its first week. */
const LEARNING_MS = 7 * DAY_MS
const LEARNING_INTERVAL_MS = HOUR_MS
/** A run that comes up to ten minutes before its time counts: the scheduler fires in slots of 15 minutes. */
const TOLERANCE_MS = 10 * MINUTE_MS
const STALE_GAPS = 3
const STALE_SHARE = 0.95
const STALE_LEAST_MS = 48 * HOUR_MS

/** What the decision needs of an agency. Instants may come in any order; only those of the last 30 days count. */
export type AskHistory = {
  /** Start of the last run, whether it succeeded or not. Null when the agency was never asked. */
  readonly lastAskedAt: Date | null
  /** When the agency was first asked. */
  readonly firstAskedAt: Date | null
  /** When a run last found a new article. */
  readonly lastFoundAt: Date | null
  /** Runs in a row that failed. */
  readonly failuresInRow: number
  readonly publishedAt: readonly Date[]
}

function median(sorted: readonly number[]): number {
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2
}

/** Days between two days with news, ascending. Several articles of one day count once. */
function listGaps({ publishedAt }: AskHistory, now: Date): number[] {
  const recent = publishedAt.filter((at) => at <= now && now.getTime() - at.getTime() <= RHYTHM_DAYS * DAY_MS)
  const days = [...new Set(recent.map((at) => Date.parse(localDayOf(at)) / DAY_MS))].sort((a, b) => a - b)
  return days
    .slice(1)
    .map((day, position) => day - (days[position] ?? 0))
    .sort((a, b) => a - b)
}

/** The interval of an agency that answers. */
function usualInterval(history: AskHistory, now: Date): number {
  const { lastFoundAt, firstAskedAt } = history
  const gaps = listGaps(history, now)
  const gapDays = median(gaps)
  if (gaps.length > 0 && gapDays <= DAILY_GAP_DAYS) return SHORTEST_MS
  if (lastFoundAt !== null && now.getTime() - lastFoundAt.getTime() <= AFTER_FIND_MS) return SHORTEST_MS
  if (firstAskedAt === null || now.getTime() - firstAskedAt.getTime() < LEARNING_MS)
    return LEARNING_INTERVAL_MS
  return gaps.length === 0 ? LONGEST_MS : (gapDays * DAY_MS) / ASKS_PER_GAP
}

/**
 * Milliseconds between two runs of an agency: 15 minutes for an agency with news on most days and for two hours after a
 * find, one hour in the first week, else its median gap between days with news ÷ 24, at most 6 hours. After failures the
 * pause is at least 15 minutes and doubles with each failure in a row.
 */
export function askInterval(history: AskHistory, now: Date): number {
  const { failuresInRow } = history
  const afterFailures = failuresInRow === 0 ? 0 : SHORTEST_MS * 2 ** (failuresInRow - 1)
  return Math.min(LONGEST_MS, Math.max(afterFailures, usualInterval(history, now)))
}

/** When an agency should be asked next. An agency that was never asked is due at once. */
export function nextAskAt(history: AskHistory, now: Date): Date {
  if (history.lastAskedAt === null) return now
  return new Date(history.lastAskedAt.getTime() + askInterval(history, now))
}

/** Whether a run of the scheduler that starts now asks the agency. */
export function isDue(history: AskHistory, now: Date): boolean {
  return nextAskAt(history, now).getTime() - now.getTime() <= TOLERANCE_MS
}

/**
 * Milliseconds without news after which an agency counts as stale: three times the gap that 95 % of its gaps stay
 * within, at least 48 hours. Null when it had news on fewer than two of the last 30 days.
 */
export function staleAfter(history: AskHistory, now: Date): number | null {
  const gaps = listGaps(history, now)
  const gap = gaps[Math.ceil(gaps.length * STALE_SHARE) - 1]
  return gap === undefined ? null : Math.max(STALE_LEAST_MS, STALE_GAPS * gap * DAY_MS)
}
