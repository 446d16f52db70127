import { addDays, isDay, type Days } from '../../charts/periods.ts'
import { paths } from '../../paths.ts'

/** The network counts all articles. */
export const ALL_DAYS: Days = { from: '', to: '' }

/** Returns the days of that many up to today. */
export const lastDays = (days: number, today: string): Days => ({
  from: addDays(today, 1 - days),
  to: today,
})

/** Reads the days from the query of the page. Without two days of the calendar in their order, all articles count. */
export function readDays(parameters: URLSearchParams, today: string): Days {
  const from = parameters.get('startDate')
  const to = parameters.get('endDate')
  return isDay(from) && isDay(to) && from <= to && to <= today ? { from, to } : ALL_DAYS
}

/** Returns the path of an entity's page whose network always shows the same days. */
export function writeDays(id: string, { from, to }: Days): string {
  const query = from === '' ? '' : `?${new URLSearchParams({ startDate: from, endDate: to })}`
  return `${paths.entity(id)}${query}`
}
