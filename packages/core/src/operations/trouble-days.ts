import type { Db } from '@pauta/platform/database/database'

/** Troubles of a local day, from rows that are kept longer than a week. */
export interface TroubleDay {
  /** `YYYY-MM-DD`. */
  day: string
  /** Incidents that began on the day. */
  incidents: number
  /** Articles of which a step failed last on the day, and has not succeeded since. */
  failedArticles: number
  /** Dead letters of all queues, at the worst measure of the incidents that lasted on the day. */
  deadLetters: number
}

/** Lists every local day from the first to the last one, both included. One statement. */
export async function listTroubleDays(
  db: Db,
  { first, last }: { first: string; last: string },
): Promise<TroubleDay[]> {
  return await db<TroubleDay[]>`
    with days as (
      select d::date as day from generate_series(${first}::date, ${last}::date, interval '1 day') d
    ), began as (
      select local_day(began_at) as day, count(*)::int as incidents from incidents group by 1
    ), failed as (
      select local_day(updated_at) as day, count(distinct unique_id)::int as articles
      from pipeline_steps where status = 'failed' group by 1
    ), dead as (
      select d.day, sum(i.worst)::int as letters
      from days d join incidents i on i.kind = 'dead-letters' and local_day(i.began_at) <= d.day
        and (i.ended_at is null or local_day(i.ended_at) >= d.day)
      group by 1
    )
    select d.day::text, coalesce(b.incidents, 0) as incidents, coalesce(f.articles, 0) as failed_articles,
      coalesce(x.letters, 0) as dead_letters
    from days d left join began b using (day) left join failed f using (day) left join dead x using (day)
    order by d.day`
}
