import { startOf } from '../../charts/periods.ts'
import type { DayCount } from '../../charts/timeline.tsx'

/**
 * Returns the first day of the data when it lies within the days, else undefined. `firstMonth` is the first day of the
 * first month with news, of all times: days without news after it are part of the data.
 */
export function findDataStart(days: readonly DayCount[], firstMonth: string | undefined): string | undefined {
  const [first] = days
  if (!first || firstMonth === undefined || firstMonth < startOf(first.date, 'MONTH')) return undefined
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
