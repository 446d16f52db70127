import type { Db } from '../database/database.ts'
import { limitExceeded } from '../errors.ts'
import { localDay, startOfLocalDay, type DateWindow } from './time.ts'

export type Granularity = 'DAY' | 'WEEK' | 'MONTH'

/** Most rows of a series by period and agency. */
export const SERIES_MAX_ROWS = 50_000

/** A column or expression of the type date. */
type DateExpression = ReturnType<Db>

/** SQL: the first day of the period that contains a local day. Weeks are ISO weeks, which begin on Monday. */
export const periodOf = (db: Db, granularity: Granularity, day: DateExpression) =>
  // Uses a timestamp without a zone: an instant would depend on the zone of the session.
  granularity === 'DAY' ? day : db`date_trunc(${granularity.toLowerCase()}, (${day})::timestamp)::date`

/**
 * The first and last local day of a window, `YYYY-MM-DD`. `whole` is true when the window contains both days entirely.
 */
export interface LocalDays {
  first: string
  last: string
  whole: boolean
}

const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'

export function localDaysOf({ from, to }: DateWindow): LocalDays {
  const lastInstant = to && new Date(to.getTime() - 1)
  return {
    first: from ? localDay(from) : FIRST_DAY,
    last: lastInstant ? localDay(lastInstant) : LAST_DAY,
    whole:
      (from === undefined || from <= startOfLocalDay(from)) &&
      (to === undefined || lastInstant === undefined || to >= startOfLocalDay(lastInstant, 1)),
  }
}

/** Returns LIMIT_EXCEEDED for a series above 50,000 rows. Names `argument`, the end of the window. */
export function tooManyRows(argument: string): Error {
  return limitExceeded(
    argument,
    `a série passa de ${SERIES_MAX_ROWS} linhas: peça um intervalo menor, menos órgãos ou uma granularidade maior.`,
  )
}
