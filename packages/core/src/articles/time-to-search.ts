import type { Db } from '@pauta/platform/database/database'

/** Of a hundred articles, as many have to be searchable within the time that is promised. */
const SHARE = 0.95

/**
 * Seconds from an article's coming in to its being searchable that 95 of 100 articles which came in since did not
 * exceed; null when none of them is searchable yet. What still waits is not in it: the lag of the steps tells of that.
 */
export async function measureTimeToSearch(db: Db, since: Date): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select percentile_cont(${SHARE}::float8) within group (
      order by extract(epoch from greatest(v.available_at - a.created_at, interval '0'))) as seconds
    from articles a join article_availability v on v.unique_id = a.unique_id
    where v.written and v.available_at >= ${since} and a.created_at >= ${since}`
  return row?.seconds ?? null
}
