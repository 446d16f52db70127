import type { Db } from '@pauta/platform/database/database'

/** Share of articles for which the time to search is promised. */
const SHARE = 0.95

/**
 * Returns the 95th percentile, in seconds, of the time from an article's creation until it is searchable, for articles
 * created since an instant. Returns null when none of them is searchable yet. Waiting articles are not included; the
 * lag of the steps covers them.
 */
export async function measureTimeToSearch(db: Db, since: Date): Promise<number | null> {
  const [row] = await db<{ seconds: number | null }[]>`
    select percentile_cont(${SHARE}::float8) within group (
      order by extract(epoch from greatest(v.available_at - a.created_at, interval '0'))) as seconds
    from articles a join article_availability v on v.unique_id = a.unique_id
    where v.written and v.available_at >= ${since} and a.created_at >= ${since}`
  return row?.seconds ?? null
}
