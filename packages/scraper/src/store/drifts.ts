import type { Db } from '@pauta/platform/database/database'
import { HOUR_MS } from '@pauta/platform/time/time'

/** Folder of the bucket with pages of changed sites: at most one of each agency and kind of change. */
export const KEPT_PAGES_FOLDER = 'pages'
/** A drift that no run has found for this time counts as ended. */
const OPEN_MS = 24 * HOUR_MS
const DETAIL_MAX_CHARACTERS = 500

/** What earlier runs found in a listing. */
export interface ListingHistory {
  /** Names of all its structures so far. */
  structures: string[]
  hadItems: boolean
}

export async function findListingHistory(
  db: Db,
  { agencyKey, listingUrl }: { agencyKey: string; listingUrl: string },
): Promise<ListingHistory | undefined> {
  const [row] = await db<ListingHistory[]>`
    select structures, had_items from scrape_listings
    where agency_key = ${agencyKey} and listing_url = ${listingUrl}`
  return row
}

export async function saveListingHistory(
  db: Db,
  { agencyKey, listingUrl }: { agencyKey: string; listingUrl: string },
  { structures, hadItems }: { structures: readonly string[]; hadItems: boolean },
): Promise<void> {
  await db`
    insert into scrape_listings (agency_key, listing_url, structures, had_items)
    values (${agencyKey}, ${listingUrl}, ${[...structures]}, ${hadItems})
    on conflict (agency_key, listing_url) do update set
      structures = excluded.structures, had_items = excluded.had_items`
}

/** A change of a site that a run found. */
export interface SeenDrift {
  agencyKey: string
  kind: string
  detail: string
  /** Null keeps the page of an earlier run. */
  pageKey: string | null
}

/** Opens a drift, or records that the drift continues. */
export async function openDrift(
  db: Db,
  { agencyKey, kind, detail, pageKey }: SeenDrift,
  now: Date,
): Promise<void> {
  const openSince = new Date(now.getTime() - OPEN_MS)
  await db`
    insert into scrape_drifts as d (agency_key, kind, began_at, last_seen_at, detail, page_key)
    values (${agencyKey}, ${kind}, ${now}, ${now}, ${detail.slice(0, DETAIL_MAX_CHARACTERS)}, ${pageKey})
    on conflict (agency_key, kind) do update set
      began_at = case when d.ended_at is null and d.last_seen_at > ${openSince} then d.began_at
        else excluded.began_at end,
      last_seen_at = excluded.last_seen_at, ended_at = null, detail = excluded.detail,
      page_key = coalesce(excluded.page_key, d.page_key)`
}

/** Ends the drifts of these kinds. */
export async function endDrifts(
  db: Db,
  { agencyKey, kinds }: { agencyKey: string; kinds: readonly string[] },
  now: Date,
): Promise<void> {
  await db`
    update scrape_drifts set ended_at = ${now}
    where agency_key = ${agencyKey} and kind = any(${[...kinds]}) and ended_at is null`
}

/** An open drift of a site. */
export interface OpenDrift {
  agencyKey: string
  kind: string
  beganAt: Date
  detail: string
  pageKey: string | null
}

/** Lists drifts that a run found within the last 24 hours and that did not end. */
export async function listOpenDrifts(
  db: Db,
  { agencyKey, now }: { agencyKey?: string | undefined; now: Date },
): Promise<OpenDrift[]> {
  return await db<OpenDrift[]>`
    select agency_key, kind, began_at, detail, page_key from scrape_drifts
    where ended_at is null and last_seen_at > ${new Date(now.getTime() - OPEN_MS)}
      and ${agencyKey === undefined ? db`true` : db`agency_key = ${agencyKey}`}
    order by agency_key, kind`
}

/** How many articles were read, and how many of them had each field. */
export interface FieldCounts {
  articles: number
  fields: Readonly<Record<string, number>>
}

const BASE_DAYS = 30
const RECENT_DAYS = 2

/** Returns the field counts of an agency: of today and yesterday, and of the 30 days before. */
export async function countFields(
  db: Db,
  { agencyKey, now }: { agencyKey: string; now: Date },
): Promise<{ recent: FieldCounts; before: FieldCounts }> {
  const rows = await db<{ isRecent: boolean; articles: number; fields: Record<string, number> }[]>`
    with days as (
      select day > local_day(${now}) - ${RECENT_DAYS}::int as is_recent, scraped, fields from scrape_days
      where agency_key = ${agencyKey} and day > local_day(${now}) - ${RECENT_DAYS + BASE_DAYS}::int)
    select is_recent, sum(scraped)::int as articles, (
        select coalesce(jsonb_object_agg(key, total), '{}') from (
          select key, sum(value::int) as total from days d, jsonb_each_text(d.fields)
          where d.is_recent = days.is_recent group by key) sums) as fields
    from days group by is_recent`
  const none: FieldCounts = { articles: 0, fields: {} }
  return {
    recent: rows.find(({ isRecent }) => isRecent) ?? none,
    before: rows.find(({ isRecent }) => !isRecent) ?? none,
  }
}

/** Lists the keys of the pages that show changes of a site, also of ended ones: at most one of each kind. */
export async function listDriftPages(db: Db, agencyKey: string): Promise<string[]> {
  const rows = await db<{ pageKey: string }[]>`
    select page_key from scrape_drifts where agency_key = ${agencyKey} and page_key is not null`
  return rows.map(({ pageKey }) => pageKey)
}

/** Forgets the pages that show changes of a site, and what was said of them. */
export async function forgetDriftPages(db: Db, agencyKey: string): Promise<void> {
  await db`update scrape_drifts set page_key = null, detail = '' where agency_key = ${agencyKey}`
}
