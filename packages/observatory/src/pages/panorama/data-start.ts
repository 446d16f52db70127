import { startOf } from '../../charts/periods.ts'
import type { DayCount } from './timeline.tsx'

/**
 * Whether the data surely have all days from a day on. `firstMonth` is the first day of the first month with news: where in
 * that month the data begin is not known.
 */
export const haveDataFrom = (day: string, firstMonth: string | undefined): boolean =>
  firstMonth !== undefined && firstMonth < startOf(day, 'MONTH')

/**
 * Returns the first day of the data when it lies within the days, else undefined. `firstMonth` is the first day of the
 * first month with news, of all times: days without news after it are part of the data.
 */
export function findDataStart(days: readonly DayCount[], firstMonth: string | undefined): string | undefined {
  const [first] = days
  if (!first || firstMonth === undefined || haveDataFrom(first.date, firstMonth)) return undefined
  const start = days.find(({ count }) => count > 0)?.date
  return start === first.date ? undefined : start
}

/** Returns the mean of the days that have ended, from the first day of the data on; undefined without such a day. */
export function meanPerDay(
  days: readonly DayCount[],
  { dataStart, today }: { dataStart: string | undefined; today: string },
): number | undefined {
  const whole = days.filter(({ date }) => date < today && date >= (dataStart ?? ''))
  if (whole.length === 0) return undefined
  return whole.reduce((sum, { count }) => sum + count, 0) / whole.length
}
