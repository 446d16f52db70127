import type { Granularity } from '../api/generated/operations.ts'

const DAY_MS = 86_400_000
const DAYS_OF_WEEK = 7

const toUtc = (day: string) => new Date(`${day}T00:00:00Z`)
const toText = (date: Date) => date.toISOString().slice(0, 10)

/** Tells whether a text is a day of the calendar, as `2026-06-01`. `Date` reads 31 February as 3 March. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = toUtc(text)
  return !Number.isNaN(date.getTime()) && toText(date) === text
}

/** Returns the day that many days after another one; both as `2026-06-01`. */
export const addDays = (day: string, days: number): string =>
  toText(new Date(toUtc(day).getTime() + days * DAY_MS))

/** Returns the number of days of a range, both days included. */
export const countDays = (from: string, to: string): number =>
  Math.round((toUtc(to).getTime() - toUtc(from).getTime()) / DAY_MS) + 1

/** Returns the first day of the period of a day. Weeks begin on Monday, as the API counts them. */
export function startOf(day: string, granularity: Granularity): string {
  if (granularity === 'MONTH') return `${day.slice(0, 7)}-01`
  if (granularity === 'DAY') return day
  return addDays(day, -((toUtc(day).getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK))
}

/** Returns the first day of the period that follows the one that begins at `start`. */
export function nextStart(start: string, granularity: Granularity): string {
  if (granularity === 'DAY') return addDays(start, 1)
  if (granularity === 'WEEK') return addDays(start, DAYS_OF_WEEK)
  // 31 days after the first of a month is a day of the next month.
  return startOf(addDays(start, 31), 'MONTH')
}

/** Returns the first days of all periods from the one of `from` to the one of `to`. */
export function listPeriods(from: string, to: string, granularity: Granularity): string[] {
  const periods: string[] = []
  for (let start = startOf(from, granularity); start <= to; start = nextStart(start, granularity))
    periods.push(start)
  return periods
}

/** Days, both included, as `2026-06-01`. */
export interface Days {
  from: string
  to: string
}

/** The days that a picture shows: '' leaves a side open. */
export interface Bounds extends Days {
  /** The present day, which has not ended. */
  today: string
}

/** Tells whether a period has days that are not counted: it has not ended, or the range cuts it. */
export function isIncomplete(start: string, granularity: Granularity, { from, to, today }: Bounds): boolean {
  const last = addDays(nextStart(start, granularity), -1)
  return last >= today || (from !== '' && start < from) || (to !== '' && last > to)
}

/** Most days of a picture by day, and by week. */
const DAYS_MAX = 62
const WEEKS_MAX_DAYS = 371

/** Returns the period by which a range is drawn: days up to two months, weeks up to a year, else months. */
export function chooseGranularity(days: number): Granularity {
  if (days <= DAYS_MAX) return 'DAY'
  return days <= WEEKS_MAX_DAYS ? 'WEEK' : 'MONTH'
}
