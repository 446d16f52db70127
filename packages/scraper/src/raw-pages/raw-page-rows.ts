import type { Db } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import type { ListingItem } from '../pages/listing.ts'
import type { SiteKind } from '../kinds/site-kind.ts'

/** Folder of the bucket with the pages of articles. */
export const RAW_PAGES_FOLDER = 'raw-pages'

/** A content of the page of an article, and where it is kept. */
export interface RawPage {
  agencyKey: string
  url: string
  digest: string
  objectKey: string
  kind: SiteKind
  /** Null for a page that could not be sent. */
  uniqueId: string | null
  entry: ListingItem
}

/** Records that a kept page was read again, at a later time. Returns false for a page that is not kept. */
export async function recordRawPageAgain(
  db: Db,
  { agencyKey, url, digest, kind, uniqueId, entry }: Omit<RawPage, 'objectKey'>,
  at: Date,
): Promise<boolean> {
  const { count } = await db`
    update scrape_raw_pages set
      last_seen_at = greatest(last_seen_at, ${at}), kind = ${kind}, entry = ${db.json(entry)},
      unique_id = coalesce(${uniqueId}, unique_id)
    where agency_key = ${agencyKey} and url = ${url} and digest = ${digest}`
  return count > 0
}

/** Records a page that the bucket has now. */
export async function insertRawPage(db: Db, page: RawPage, at: Date): Promise<void> {
  const { agencyKey, url, digest, objectKey, kind, uniqueId, entry } = page
  await db`
    insert into scrape_raw_pages
      (agency_key, url, digest, object_key, kind, unique_id, entry, first_seen_at, last_seen_at)
    values (${agencyKey}, ${url}, ${digest}, ${objectKey}, ${kind}, ${uniqueId}, ${db.json(entry)},
      ${at}, ${at})
    on conflict (agency_key, url, digest) do update set
      last_seen_at = greatest(scrape_raw_pages.last_seen_at, excluded.last_seen_at)`
}

/** A kept page that is read again. */
export interface KeptPage extends Omit<RawPage, 'digest'> {
  id: string
  lastSeenAt: Date
}

/**
 * Lists the newest content of each address, if it was read last within local days (both included), by id, strictly
 * after `after`. The id of the article is that of its address where the page itself could not be sent.
 */
export async function listNewestRawPages(
  db: Db,
  selection: {
    agencyKey?: string | undefined
    from?: string | undefined
    to?: string | undefined
    after: string
    limit: number
  },
): Promise<KeptPage[]> {
  const { agencyKey = null, from = null, to = null, after, limit } = selection
  return await db<KeptPage[]>`
    select p.id::text, p.agency_key, p.url, p.object_key, p.kind, coalesce(p.unique_id, s.unique_id) as unique_id,
      p.entry, p.last_seen_at
    from scrape_raw_pages p
    left join scrape_addresses s on s.agency_key = p.agency_key and s.url = p.url
    where p.id > ${after}::bigint
      and (${agencyKey}::text is null or p.agency_key = ${agencyKey})
      and (${from}::date is null or local_day(p.last_seen_at) >= ${from}::date)
      and (${to}::date is null or local_day(p.last_seen_at) <= ${to}::date)
      and not exists (
        select from scrape_raw_pages n
        where n.agency_key = p.agency_key and n.url = p.url
          and (n.last_seen_at, n.id) > (p.last_seen_at, p.id))
    order by p.id
    limit ${limit}`
}

/** Lists earlier contents of an address, the latest first. */
export async function listEarlierRawPages(
  db: Db,
  { agencyKey, url, id }: Pick<KeptPage, 'agencyKey' | 'url' | 'id'>,
  limit: number,
): Promise<KeptPage[]> {
  return await db<KeptPage[]>`
    select p.id::text, p.agency_key, p.url, p.object_key, p.kind, p.unique_id, p.entry, p.last_seen_at
    from scrape_raw_pages p
    join scrape_raw_pages n on n.id = ${id}::bigint
    where p.agency_key = ${agencyKey} and p.url = ${url} and (p.last_seen_at, p.id) < (n.last_seen_at, n.id)
    order by p.last_seen_at desc, p.id desc
    limit ${limit}`
}

/** Lists pages that were first read before an instant, and the keys of their objects. */
export async function listOldRawPages(
  db: Db,
  { before, limit }: OldRows,
): Promise<{ id: string; objectKey: string }[]> {
  return await db<{ id: string; objectKey: string }[]>`
    select id::text, object_key from scrape_raw_pages where first_seen_at < ${before}
    order by first_seen_at limit ${limit}`
}

export async function removeRawPages(db: Db, ids: readonly string[]): Promise<void> {
  await db`delete from scrape_raw_pages where id = any(${[...ids]}::bigint[])`
}

/** An article and the addresses under which its pages were read. */
interface PagesOf {
  uniqueId: string
  agencyKey: string
  addresses: readonly string[]
}

/** Lists the addresses under which an article was read or sent, its former ones included. */
export async function listReadAddresses(
  db: Db,
  { uniqueId, agencyKey }: Omit<PagesOf, 'addresses'>,
): Promise<string[]> {
  const rows = await db<{ url: string }[]>`
    select url from scrape_raw_pages where unique_id = ${uniqueId}
    union
    select url from scrape_addresses where agency_key = ${agencyKey} and unique_id = ${uniqueId}`
  return rows.map(({ url }) => url)
}

/** Lists every content of the pages of an article, and the keys of their objects. */
export async function listRawPagesOf(
  db: Db,
  { uniqueId, agencyKey, addresses }: PagesOf,
  limit: number,
): Promise<{ id: string; objectKey: string }[]> {
  return await db<{ id: string; objectKey: string }[]>`
    select id::text, object_key from scrape_raw_pages
    where unique_id = ${uniqueId} or (agency_key = ${agencyKey} and url = any(${[...addresses]}))
    order by id limit ${limit}`
}

/** Removes the words of listings about an article: notes about its addresses, and the entries of backfills. */
export async function eraseEntries(db: Db, { agencyKey, addresses }: PagesOf): Promise<void> {
  await db`delete from scrape_notes where agency_key = ${agencyKey} and url = any(${[...addresses]})`
  await db`
    update backfill_addresses set detail = null,
      entry = jsonb_build_object('url', url, 'title', '', 'stamp', null, 'category', null, 'tags', '[]'::jsonb)
    where url = any(${[...addresses]})`
}

/** A version of an article, and the page that showed it. */
export interface VersionPage {
  number: number
  /** Key of the page's WARC record in the bucket. */
  objectKey: string
  firstSeenAt: Date
  lastSeenAt: Date
}

/**
 * Lists the pages that showed the versions of an article, the first version first: of each the content that was read last
 * while the version was the newest. Versions of other senders, and those whose page is no longer kept, are absent.
 */
export async function listVersionPages(db: Db, uniqueId: string): Promise<VersionPage[]> {
  return await db<VersionPage[]>`
    with versions as (
      select number, version_at from article_versions where unique_id = ${uniqueId}
      union all
      select greatest((select max(number) from article_versions v where v.unique_id = a.unique_id), a.versions_dropped) + 1,
        version_at
      from articles a where unique_id = ${uniqueId}
    ), bounded as (
      select number, version_at, lag(version_at) over (order by number) as earlier from versions
    )
    select distinct on (b.number) b.number, p.object_key, p.first_seen_at, p.last_seen_at
    from bounded b join scrape_raw_pages p on p.unique_id = ${uniqueId}
      -- Versions are whole seconds.
      and date_trunc('second', p.first_seen_at) <= b.version_at
      and (b.earlier is null or date_trunc('second', p.last_seen_at) > b.earlier)
    order by b.number, p.first_seen_at desc, p.id desc`
}
