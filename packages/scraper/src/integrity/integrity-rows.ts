import type { IntegrityCandidate } from '@pauta/core/articles/integrity'
import type { Db } from '@pauta/platform/database/database'
import { DAY_MS } from '@pauta/platform/time/time'
import { CONFIRM_AFTER_MS } from '../store/missing.ts'

/** Days within which an article counts as checked. */
const CHECKED_DAYS = 7

/** Lists stored articles whose page was missing at a look six hours ago or longer, those that wait longest first. */
export async function listMissed(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<IntegrityCandidate[]> {
  const before = new Date(now.getTime() - CONFIRM_AFTER_MS)
  return await db<IntegrityCandidate[]>`
    select a.unique_id, a.url, a.image_url, a.published_at, f.features -> 'integrity' as integrity
    from scrape_missing m
    join articles a on a.unique_id = m.unique_id
    left join article_features f on f.unique_id = a.unique_id
    where a.deleted_at is null and m.first_missed_at <= ${before} and m.last_missed_at <= ${before}
    order by m.last_missed_at, m.unique_id
    limit ${limit}`
}

/**
 * Returns the agencies of those articles whose page was read before, by the scraper or by an earlier check: a page that
 * nobody has seen proves no removal.
 */
export async function listReadBefore(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ uniqueId: string; agencyKey: string }[]>`
    select a.unique_id, a.agency_key
    from articles a
    left join article_features f on f.unique_id = a.unique_id
    where a.unique_id = any(${[...ids]})
      and (f.features #>> '{integrity,content_hash}' is not null
        or exists (select from scrape_addresses s where s.agency_key = a.agency_key and s.url = a.url))`
  return new Map(rows.map(({ uniqueId, agencyKey }) => [uniqueId, agencyKey]))
}

/** Counts the articles of an agency that were checked within a week, and those of them whose pages are missing. */
export async function countMissing(
  db: Db,
  { agencyKey, now }: { agencyKey: string; now: Date },
): Promise<{ gone: number; checked: number }> {
  const since = new Date(now.getTime() - CHECKED_DAYS * DAY_MS)
  const [row] = await db<{ gone: number; checked: number }[]>`
    select count(m.unique_id)::int as gone, count(*)::int as checked
    from articles a
    left join article_features f on f.unique_id = a.unique_id
    left join scrape_missing m on m.unique_id = a.unique_id
    where a.agency_key = ${agencyKey} and a.deleted_at is null
      and (m.unique_id is not null or instant_or_null(f.features #>> '{integrity,checked_at}') >= ${since})`
  return row ?? { gone: 0, checked: 0 }
}
