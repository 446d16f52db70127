import { badInput } from '@pauta/platform/errors'
import type { Granularity } from '@pauta/platform/time/period'
import { DAY_MS, localDay, parseStart } from '@pauta/platform/time/time'

/** Periods of a series whose start is not given, the current one included. */
const DEFAULT_PERIODS = 12
/** A day from 1900 on, so that the periods around each day are days that can be written too. */
const DAY = /^(?:19|2\d)\d\d-\d{2}-\d{2}$/

/** The first and the last local day of a range, `YYYY-MM-DD`, both included. */
interface Days {
  first: string
  last: string
}

/** One period of a series: its first calendar day, and its days within the range. */
export interface Period extends Days {
  period: string
}

const writeDay = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Returns the first day of the period that contains a day, or of a period so many periods later. */
function startOfPeriod(day: string, granularity: Granularity, later = 0): string {
  const at = new Date(`${day}T00:00:00Z`)
  if (granularity === 'MONTH')
    return writeDay(new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1)))
  const days = granularity === 'WEEK' ? 7 * later - ((at.getUTCDay() + 6) % 7) : later
  return writeDay(new Date(at.getTime() + days * DAY_MS))
}

function readDay(text: string, argument: string): string {
  const day = text.trim()
  if (!DAY.test(day)) throw badInput(argument, `dia inválido: "${day.slice(0, 40)}". Use AAAA-MM-DD.`)
  parseStart(day, argument)
  return day
}

/**
 * Returns the days of a range. Without an end the range ends today; without a start it has 12 periods. Throws
 * BAD_USER_INPUT naming the argument.
 */
export function readDays(
  { start, end }: { start: string | undefined; end: string | undefined },
  { granularity, now, names }: { granularity: Granularity; now: Date; names: { start: string; end: string } },
): Days {
  const last = end === undefined ? localDay(now) : readDay(end, names.end)
  const first =
    start === undefined ? startOfPeriod(last, granularity, 1 - DEFAULT_PERIODS) : readDay(start, names.start)
  if (last < first) throw badInput(names.end, `deve ser igual ou posterior a ${names.start}.`)
  return { first, last }
}

/** Returns the periods of a range, the oldest first; undefined for more than `most`. */
export function listPeriods(
  { first, last }: Days,
  { granularity, most }: { granularity: Granularity; most: number },
): Period[] | undefined {
  const periods: Period[] = []
  for (let period = startOfPeriod(first, granularity); period <= last;) {
    if (periods.length === most) return undefined
    const next = startOfPeriod(period, granularity, 1)
    const dayBefore = startOfPeriod(next, 'DAY', -1)
    periods.push({
      period,
      first: period < first ? first : period,
      last: dayBefore < last ? dayBefore : last,
    })
    period = next
  }
  return periods
}
