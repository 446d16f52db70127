import type { Db, DbPool } from '@pauta/platform/database/database'

/** Rows of one statement. */
const BATCH_ROWS = 5000

/** What a retention has removed. */
export interface RemovedHistory {
  /** Months of the log. */
  months: number
  /** Events of months without a partition of their own. */
  events: number
  versions: number
}

/** Returns the first instant that is kept: the beginning of the month that lies some months before that of `now`. */
async function findCut(db: Db, now: Date, months: number): Promise<Date> {
  const [row] = await db<{ cut: Date }[]>`
    select date_trunc('month', ${now}::timestamptz) - make_interval(months => ${months}) as cut`
  return row?.cut ?? new Date(0)
}

async function removeEvents(db: Db, cut: Date): Promise<number> {
  const { count } = await db`
    delete from article_events_other where (position, at) in (
      select position, at from article_events_other where at < ${cut} order by position limit ${BATCH_ROWS})`
  return count
}

/** Removes replaced versions and the texts that no other version has. The articles remember the numbers. */
async function removeVersions(pool: DbPool, cut: Date): Promise<number> {
  const { removed } = await pool.begin(async (db) => {
    const versions = await db<{ content: string | null }[]>`
      with gone as (
        delete from article_versions where (unique_id, number) in (
          select unique_id, number from article_versions where replaced_at < ${cut}
          order by replaced_at limit ${BATCH_ROWS})
        returning unique_id, number, encode(content, 'hex') as content
      ), remembered as (
        update articles a set versions_dropped = greatest(a.versions_dropped, g.last)
        from (select unique_id, max(number) as last from gone group by unique_id) g
        where a.unique_id = g.unique_id
      )
      select content from gone`
    await removeTexts(
      db,
      versions.flatMap(({ content }) => content ?? []),
    )
    return { removed: versions.length }
  })
  return removed
}

/** Removes texts, by digest in hexadecimal digits, unless a version has them. */
export async function removeTexts(db: Db, digests: readonly string[]): Promise<void> {
  await db`
    delete from article_texts t
    where t.digest in (select decode(digest, 'hex') from unnest(${[...digests]}::text[]) as digest)
      and not exists (select from article_versions v where v.content = t.digest)`
}

/**
 * Removes months of the log that ended at least `months` whole months before the month of `now`, and the versions that
 * were replaced in them. 0 months keep everything. Ends early when the signal aborts; the next call continues.
 */
export async function removeOldHistory(
  pool: DbPool,
  { now, months, signal }: { now: Date; months: number; signal: AbortSignal },
): Promise<RemovedHistory> {
  const removed: RemovedHistory = { months: 0, events: 0, versions: 0 }
  if (months === 0) return removed
  const cut = await findCut(pool, now, months)
  const [row] = await pool<{ dropped: number }[]>`select drop_article_event_months(${cut}) as dropped`
  removed.months = row?.dropped ?? 0
  for (let count = BATCH_ROWS; count === BATCH_ROWS && !signal.aborted; removed.events += count)
    count = await removeEvents(pool, cut)
  for (let count = BATCH_ROWS; count === BATCH_ROWS && !signal.aborted; removed.versions += count)
    count = await removeVersions(pool, cut)
  return removed
}
