import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'

/** The schedule of the scrape jobs, and so the shortest pause. */
const SHORTEST_MS = 15 * MINUTE_MS
const LONGEST_MS = 6 * HOUR_MS
/** Each day between two days with news adds a tick: a daily agency is asked every 15 minutes, a weekly one every 105. */
const PER_DAY_MS = SHORTEST_MS
/** Weekends do not move the median gap of an agency with news on every working day. */
const DAILY_GAP_DAYS = 1.5
/** Days that count for the rhythm. */
const RHYTHM_DAYS = 30
/** A silence counts only in part, or a long weekend would slow a daily agency down. */
const SILENCE_SHARE = 1 / 4
/** News come in groups: after a find the site is asked with every tick. */
const AFTER_FIND_MS = 2 * HOUR_MS
const NIGHT_PAUSE_MS = HOUR_MS
const NIGHT_START_HOUR = 22
const NIGHT_END_HOUR = 6
/** An agency with this share of its news at night is asked at night as by day. */
const NIGHT_SHARE = 0.05
/** The job retries a failed run twice, 5 minutes apart; until then the pause must not stop it. */
const RETRIES = 2
const RETRY_PAUSE_MS = 4 * MINUTE_MS
/** A block ends after hours, and asking on prolongs it. */
const BLOCKED_PAUSE_MS = 3 * HOUR_MS
/** Brasília has had no summer time since 2019. */
const OFFSET_MS = 3 * HOUR_MS

/** What decides when a site is asked again. */
export interface SiteRhythm {
  /** Local days with news (`YYYY-MM-DD`), in any order. */
  newsDays: readonly string[]
  /** Share of the agency's news that appears between 22:00 and 06:00; null when too few times are known. */
  nightShare: number | null
  /** When a run last found a new article. */
  foundAt: Date | null
  /** Failed runs in a row, the last one included. */
  failures: number
  errorKind: string | null
  /** The day's requests are nearly used up. */
  isOverBudget: boolean
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS
const localTime = (now: Date) => new Date(now.getTime() - OFFSET_MS)

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** The usual number of days from one day with news to the next, over the last 30 days. At most 30. */
export function usualGapDays(newsDays: readonly string[], now: Date): number {
  const today = Math.floor(localTime(now).getTime() / DAY_MS)
  const days = [...new Set(newsDays.map(dayNumber))]
    .filter((day) => day <= today && day > today - RHYTHM_DAYS)
    .sort((a, b) => a - b)
  const last = days.at(-1)
  if (last === undefined || days.length < 2) return RHYTHM_DAYS
  const gaps = days.slice(1).map((day, at) => day - (days[at] ?? day))
  return Math.max(median(gaps), (today - last) * SILENCE_SHARE)
}

/** Milliseconds until the next night ends; 0 by day. */
function nightLeft(now: Date): number {
  const local = localTime(now)
  const hour = local.getUTCHours()
  if (hour < NIGHT_START_HOUR && hour >= NIGHT_END_HOUR) return 0
  const end = new Date(local)
  end.setUTCHours(NIGHT_END_HOUR, 0, 0, 0)
  return (end.getTime() - local.getTime() + DAY_MS) % DAY_MS
}

function pauseAfterFailure({ failures, errorKind }: SiteRhythm): number {
  if (failures <= RETRIES) return RETRY_PAUSE_MS
  const pause = Math.min(SHORTEST_MS * 2 ** (failures - RETRIES - 1), LONGEST_MS)
  return errorKind === 'anti_bot' ? Math.max(pause, BLOCKED_PAUSE_MS) : pause
}

/**
 * Milliseconds until a scheduled run asks a site again.
 * - 15 minutes for each day between two days with news, from 15 minutes to 6 hours; 15 minutes for two hours after a find.
 * - An hour at least between 22:00 and 06:00, unless the agency publishes daily or 5 % of its news appear then.
 * - After failures: the retries of the job, then 15 minutes, doubling up to 6 hours; 3 hours at least after a block.
 */
export function pauseBetweenRuns(rhythm: SiteRhythm, now: Date): number {
  if (rhythm.failures > 0) return pauseAfterFailure(rhythm)
  const hasFound = rhythm.foundAt !== null && now.getTime() - rhythm.foundAt.getTime() < AFTER_FIND_MS
  const gapDays = usualGapDays(rhythm.newsDays, now)
  const usual = gapDays * PER_DAY_MS
  const isDaily = gapDays <= DAILY_GAP_DAYS
  const byDay = hasFound || isDaily ? SHORTEST_MS : Math.min(Math.max(usual, SHORTEST_MS), LONGEST_MS)
  const isQuiet = !isDaily && (rhythm.nightShare ?? 0) < NIGHT_SHARE
  // By day nothing is left of a night, and no pause is shorter than the shortest.
  const night = Math.min(NIGHT_PAUSE_MS, Math.max(nightLeft(now), SHORTEST_MS))
  const byNight = isQuiet ? Math.max(byDay, night) : byDay
  return rhythm.isOverBudget ? Math.min(byNight * 2, LONGEST_MS) : byNight
}
