import type { Db } from '../database.ts'
import { limitExceeded } from '../errors.ts'

export type Granularity = 'DAY' | 'WEEK' | 'MONTH'

/** Most rows of a series by period and agency. */
export const SERIES_MAX_ROWS = 50_000

/** A column or expression of the type date. */
type DateExpression = ReturnType<Db>

/** The first day of the period that a local day lies in; weeks are ISO weeks and begin on Monday. */
export const periodOf = (db: Db, granularity: Granularity, day: DateExpression) =>
  // Without a zone: a day that became an instant would depend on the session's zone.
  granularity === 'DAY' ? day : db`date_trunc(${granularity.toLowerCase()}, (${day})::timestamp)::date`

/** LIMIT_EXCEEDED for a series that is longer than anybody can use; the later end is the argument to change. */
export function tooManyRows(): Error {
  return limitExceeded(
    'dateTo',
    `a série passa de ${SERIES_MAX_ROWS} linhas: peça um intervalo menor, menos órgãos ou uma granularidade maior.`,
  )
}
