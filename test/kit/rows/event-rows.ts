import type { Db } from '@pauta/platform/database/database'

/** Moves the events that were recorded since the last call to an instant. */
export async function moveNewEvents(db: Db, at: string): Promise<void> {
  await db`update article_events set at = ${at} where at > now() - interval '1 hour'`
}

export async function removeEventsBefore(db: Db, at: string): Promise<void> {
  await db`delete from article_events where at < ${at}`
}

/** Adds events of one instant after those of the log. A later row has an earlier position. */
export async function addEvents(db: Db, { at, count }: { at: string; count: number }): Promise<void> {
  await db`
    insert into article_events (position, at, unique_id, agency_key, kind, seen_by, version)
    select last + n, ${at}::timestamptz, 'evento_' || n, 'saude', 'appeared', 'scraper', 1
    from (select coalesce(max(position), 0) as last from article_events) log, generate_series(${count}::int, 1, -1) n`
}
