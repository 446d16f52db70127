import { isPublic, type ArticleEvent } from '@pauta/core/history/queries'
import type { Db } from '@pauta/platform/database/database'
import { parseStart } from '@pauta/platform/time/time'

/** What happened to an article, without a word of it. */
export interface ChangeRow extends Pick<
  ArticleEvent,
  'at' | 'agencyKey' | 'kind' | 'seenBy' | 'version' | 'grade'
> {
  position: number
  /** Null for an article that an operator took down: its id has words of the title. */
  uniqueId: string | null
}

/** Rows in a row group. */
const PAGE_ROWS = 5000

const nextMonth = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** Lists the local months, `YYYY-MM`, from the first event of the log to the last one. */
export async function listChangeMonths(db: Db): Promise<string[]> {
  const [row] = await db<{ first: string | null; last: string | null }[]>`
    select to_char(local_day(min(at)), 'YYYY-MM') as first, to_char(local_day(max(at)), 'YYYY-MM') as last
    from article_events`
  const months: string[] = []
  if (row?.first && row.last)
    for (let month = row.first; month <= row.last; month = nextMonth(month)) months.push(month)
  return months
}

/** Yields the events of a local month in the order of the log, page by page. */
export async function* readChangePages(db: Db, month: string): AsyncGenerator<ChangeRow[]> {
  const from = parseStart(`${month}-01`, 'month')
  const to = parseStart(`${nextMonth(month)}-01`, 'month')
  for (let after = 0; ;) {
    const page = await db<ChangeRow[]>`
      select e.position::float8 as position, e.at, case when ${isPublic(db)} then e.unique_id end as unique_id,
        e.agency_key, e.kind, e.seen_by, e.version, e.grade
      from article_events e left join articles a on a.unique_id = e.unique_id
      where e.at >= ${from} and e.at < ${to} and e.position > ${after}
      order by e.position limit ${PAGE_ROWS}`
    if (page.length > 0) yield page
    if (page.length < PAGE_ROWS) return
    after = page.at(-1)?.position ?? after
  }
}
