import type { Db } from '@pauta/platform/database/database'
import { HOUR_MS } from '@pauta/platform/time/time'
import type { RecentArticle, StoredArticle } from '../crawl/ports.ts'

/** Most stored articles that a second look may check: the newest of its days. */
const RECENT_MAX = 1_000
/** Least time between two looks that both count: closer ones may meet the same outage. Looks are eight hours apart. */
export const CONFIRM_AFTER_MS = 6 * HOUR_MS

/**
 * Lists the articles that the scraper has read from the site of an agency, from a local day on, the newest first.
 * Skips articles that an operator took down, and articles of other senders, whose pages the scraper has not read.
 */
export async function listRecentArticles(
  db: Db,
  { agencyKey, from }: { agencyKey: string; from: string },
): Promise<RecentArticle[]> {
  return await db<RecentArticle[]>`
    select unique_id, url, title, category, removed_at is not null as is_removed,
      exists (select from scrape_missing m where m.unique_id = articles.unique_id) as is_missing
    from articles
    where agency_key = ${agencyKey} and (deleted_at is null or removed_at is not null)
      and published_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo'
      and exists (select from scrape_addresses s where s.agency_key = articles.agency_key and s.url = articles.url)
    order by published_at desc
    limit ${RECENT_MAX}`
}

/** An article that was published earlier than this counts as old, although it was stored now. */
const FRESH_DAYS = 2

/**
 * Lists the articles that the scraper has read from the site of an agency and that were published or stored since an instant,
 * the newest first. Skips those that are removed or taken down.
 */
export async function listFreshArticles(
  db: Db,
  { agencyKey, since, limit }: { agencyKey: string; since: Date; limit: number },
): Promise<StoredArticle[]> {
  return await db<StoredArticle[]>`
    select url, title, category from articles
    where agency_key = ${agencyKey} and deleted_at is null
      and published_at >= ${since}::timestamptz - ${FRESH_DAYS} * interval '1 day'
      and greatest(published_at, created_at) >= ${since}
      and exists (select from scrape_addresses s where s.agency_key = articles.agency_key and s.url = articles.url)
    order by published_at desc, unique_id
    limit ${limit}`
}

/**
 * Records which articles had no page and which had one. Returns the ids of those that were missing six hours or more
 * ago, too, and were not found in between.
 */
export async function recordMissing(
  db: Db,
  {
    agencyKey,
    missing,
    present,
    at,
  }: { agencyKey: string; missing: readonly string[]; present: readonly string[]; at: Date },
): Promise<string[]> {
  if (present.length > 0) await db`delete from scrape_missing where unique_id = any(${[...present]})`
  if (missing.length === 0) return []
  const rows = await db<{ uniqueId: string; firstMissedAt: Date }[]>`
    insert into scrape_missing (unique_id, agency_key, first_missed_at, last_missed_at)
    select id, ${agencyKey}, ${at}, ${at} from unnest(${[...missing]}::text[]) as id
    on conflict (unique_id) do update set last_missed_at = excluded.last_missed_at
    returning unique_id, first_missed_at`
  return rows
    .filter(({ firstMissedAt }) => at.getTime() - firstMissedAt.getTime() >= CONFIRM_AFTER_MS)
    .map(({ uniqueId }) => uniqueId)
}
