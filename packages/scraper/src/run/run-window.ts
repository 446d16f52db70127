import type { DayWindow } from '../plan-page.ts'

const BRASILIA_OFFSET_MILLISECONDS = -3 * 3_600_000
const DAY_MILLISECONDS = 24 * 3_600_000
/** A run late in the evening, or after an outage, must still cover the days before. */
const LOOK_BACK_DAYS = 2
const DEEP_LOOK_BACK_DAYS = 30
const SUNDAY = 0

/** The day at Brasília, `YYYY-MM-DD`. */
export const localDayOf = (at: Date): string =>
  new Date(at.getTime() + BRASILIA_OFFSET_MILLISECONDS).toISOString().slice(0, 10)

const localDay = (now: Date, daysBack: number) =>
  localDayOf(new Date(now.getTime() - daysBack * DAY_MILLISECONDS))

/** The days at Brasília of a usual run: today and the two days before. */
export function usualWindow(now: Date): DayWindow {
  return { start: localDay(now, LOOK_BACK_DAYS), end: localDay(now, 0) }
}

/** The days of the weekly deep pass: today and the 30 days before. */
export function deepWindow(now: Date): DayWindow {
  return { start: localDay(now, DEEP_LOOK_BACK_DAYS), end: localDay(now, 0) }
}

/** Whether this is the day of the weekly deep pass: Sunday at Brasília, when sites have the fewest readers. */
export function isDeepDay(now: Date): boolean {
  return new Date(now.getTime() + BRASILIA_OFFSET_MILLISECONDS).getUTCDay() === SUNDAY
}

/** Whether text is a day of the calendar, `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}
