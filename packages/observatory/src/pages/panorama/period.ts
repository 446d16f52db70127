import { addDays, countDays, isDay, type Days } from '../../charts/periods.ts'
import { paths } from '../../paths.ts'

/** Days of the panorama. */
export interface Period extends Days {
  /** Their number. */
  days: number
}

const DEFAULT_DAYS = 30
/** The most days of one panorama. */
const DAYS_MAX = 366

/** Returns the period of that many days up to today. */
export const lastDays = (days: number, today: string): Period => ({
  from: addDays(today, 1 - days),
  to: today,
  days,
})

/** Reads the period from the query of the page. Without days that a panorama can have, the last 30. */
export function readPeriod(parameters: URLSearchParams, today: string): Period {
  const from = parameters.get('startDate')
  const to = parameters.get('endDate')
  if (!isDay(from) || !isDay(to) || to > today) return lastDays(DEFAULT_DAYS, today)
  const days = countDays(from, to)
  return days < 1 || days > DAYS_MAX ? lastDays(DEFAULT_DAYS, today) : { from, to, days }
}

/** Returns the days before a period, as many. */
export const daysBeforePeriod = ({ from, days }: Period): Period => ({
  from: addDays(from, -days),
  to: addDays(from, -1),
  days,
})

/** Returns the path of a panorama that always shows the same days. */
export const writePeriod = ({ from, to }: Period): string =>
  `${paths.panorama}?${new URLSearchParams({ startDate: from, endDate: to })}`
