import { DAY_MS } from '@pauta/platform/time/time'

/** Two years; a longer range is probably a typing error. */
const MAX_DAYS = 731

const countDays = (startDate: string, endDate: string): number =>
  (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS + 1

/** Returns the fault of a range of days, both `YYYY-MM-DD`, or undefined when the range is valid. */
export function findRangeProblem(startDate: string, endDate: string): string | undefined {
  const days = countDays(startDate, endDate)
  if (!(days >= 1)) return `end_date ${endDate} lies before start_date ${startDate}`
  if (days > MAX_DAYS) return `${days} days are too many: replay at most ${MAX_DAYS} at once`
  return undefined
}

/** Returns every day of a range. Throws when the end lies before the start or the range is too long. */
export function listDays(startDate: string, endDate: string): string[] {
  const problem = findRangeProblem(startDate, endDate)
  if (problem !== undefined) throw new Error(problem)
  const start = Date.parse(startDate)
  const days = countDays(startDate, endDate)
  return Array.from({ length: days }, (_, day) => new Date(start + day * DAY_MS).toISOString().slice(0, 10))
}
