import { DAY_MS, localDay, localWeekday } from '@pauta/platform/time/time'
import type { DayWindow } from '../dates/dates.ts'

/** A run late in the evening must still cover the days before. */
const LOOK_BACK_DAYS = 2
const DEEP_LOOK_BACK_DAYS = 30
const SUNDAY = 6

const dayBefore = (now: Date, days: number) => localDay(new Date(now.getTime() - days * DAY_MS))

/** Returns the days of a usual run, at Brasília: today and the two days before. */
export function usualWindow(now: Date): DayWindow {
  return { start: dayBefore(now, LOOK_BACK_DAYS), end: localDay(now) }
}

/**
 * Returns the days of a usual run of a site that was last read whole at `lastSuccessAt`: the two days before that day are
 * the first, so that an outage leaves no hole. At most 30 days back.
 */
export function windowSince(lastSuccessAt: Date, now: Date): DayWindow {
  const since = new Date(Math.min(lastSuccessAt.getTime(), now.getTime()))
  const start = dayBefore(since, LOOK_BACK_DAYS)
  const earliest = deepWindow(now).start
  return { start: start < earliest ? earliest : start, end: localDay(now) }
}

/** Returns the days of the weekly deep pass: today and the 30 days before. */
export function deepWindow(now: Date): DayWindow {
  return { start: dayBefore(now, DEEP_LOOK_BACK_DAYS), end: localDay(now) }
}

/** Whether this is the day of the weekly deep pass: Sunday at Brasília, when sites have the fewest readers. */
export function isDeepDay(now: Date): boolean {
  return localWeekday(now) === SUNDAY
}

/** Whether text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
