import { addDays, isDay } from '../../charts/periods.ts'
import { paths } from '../../paths.ts'

/** Days whose articles the network counts, both included, as `2026-06-01`; both '' for all articles. */
export interface NetworkDays {
  from: string
  to: string
}

export const ALL_DAYS: NetworkDays = { from: '', to: '' }

/** Returns the days of that many up to today. */
export const lastDays = (days: number, today: string): NetworkDays => ({
  from: addDays(today, 1 - days),
  to: today,
})

/** Reads the days from the query of the page. Without two days of the calendar in their order, all articles count. */
export function readDays(parameters: URLSearchParams, today: string): NetworkDays {
  const from = parameters.get('startDate')
  const to = parameters.get('endDate')
  return isDay(from) && isDay(to) && from <= to && to <= today ? { from, to } : ALL_DAYS
}

/** Returns the path of an entity's page whose network always shows the same days. */
export function writeDays(id: string, { from, to }: NetworkDays): string {
  const query = from === '' ? '' : `?${new URLSearchParams({ startDate: from, endDate: to })}`
  return `${paths.entity(id)}${query}`
}
