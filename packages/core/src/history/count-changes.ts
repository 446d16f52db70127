import type { Db } from '@pauta/platform/database/database'
import { isPublic, selected, type EventSelection } from './queries.ts'

/** What changes are counted by, under the names of the SDL. */
export type ChangeDimension = 'DAY' | 'WEEK' | 'MONTH' | 'AGENCY' | 'KIND' | 'GRADE'

/** The changes of one key. */
export interface ChangeCount {
  /** A code, or the first local day of a period, `YYYY-MM-DD`. */
  key: string
  count: number
}

/** Which changes are counted, and by what. Both ends of the period are given, so that the work is bounded. */
export interface ChangeCountRequest extends EventSelection {
  /** Codes of themes of any level: articles that readers may see alone. Missing and empty restrict nothing. */
  themes?: readonly string[]
  by: ChangeDimension
  from: Date
  to: Date
  /** Most items: of periods the last ones, otherwise those with most changes. */
  limit: number
}

const DIMENSIONS: Record<ChangeDimension, { isPeriod: boolean; key: (db: Db) => ReturnType<Db> }> = {
  DAY: { isPeriod: true, key: (db) => db`local_day(e.at)::text` },
  WEEK: { isPeriod: true, key: (db) => db`date_trunc('week', local_day(e.at)::timestamp)::date::text` },
  MONTH: { isPeriod: true, key: (db) => db`date_trunc('month', local_day(e.at)::timestamp)::date::text` },
  AGENCY: { isPeriod: false, key: (db) => db`e.agency_key` },
  KIND: { isPeriod: false, key: (db) => db`e.kind` },
  GRADE: { isPeriod: false, key: (db) => db`e.grade` },
}

/** Reads the article of each event. With `exists`, the planner may read all articles, to join them with the events. */
const ofThemes = (db: Db, themes: readonly string[] = []) =>
  themes.length === 0
    ? db``
    : db`and (
        select array[a.theme_l1_code, a.theme_l2_code, a.theme_l3_code] && ${[...themes]}
        from articles a where a.unique_id = e.unique_id and ${isPublic(db)})`

/**
 * Counts changes by a dimension: periods from the oldest to the newest, others from the most to the fewest, ties by key.
 * Leaves out keys without changes, and events without a grade where grades are counted. One statement, which reads the
 * events of the period.
 */
export async function countChanges(
  db: Db,
  { themes, by, limit, ...selection }: ChangeCountRequest,
): Promise<ChangeCount[]> {
  const { isPeriod, key } = DIMENSIONS[by]
  const rows = await db<ChangeCount[]>`
    select key, count(*)::int as count from (
      select ${key(db)} as key from article_events e where true ${selected(db, selection)} ${ofThemes(db, themes)}) keyed
    where key is not null
    group by key
    order by ${isPeriod ? db`key desc` : db`count(*) desc, key`}
    limit ${limit}`
  return isPeriod ? rows.reverse() : [...rows]
}
