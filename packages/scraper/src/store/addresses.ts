import type { Db } from '@pauta/platform/database/database'
import type { AddressNote } from '../crawl/address-notes.ts'
import type { StoredText } from '../site/judge-article.ts'

/** Least number of an agency's latest stored articles that a run treats as known. */
const LATEST = 200

/** The address of an article that is stored, or that was sent to `news-ingest`. */
export interface KnownAddress {
  url: string
  uniqueId: string
}

/**
 * Lists the known addresses of an agency: its latest 200 articles, those published from `from` (local day) on, and
 * those that were sent but may not be stored yet. Articles that were taken down are known too.
 */
export async function listKnownAddresses(
  db: Db,
  { agencyKey, from }: { agencyKey: string; from: string },
): Promise<KnownAddress[]> {
  return await db<KnownAddress[]>`
    with stored as (
      (select url, unique_id from articles where agency_key = ${agencyKey}
       order by published_at desc limit ${LATEST})
      union
      select url, unique_id from articles
      where agency_key = ${agencyKey}
        and published_at >= ${from}::date::timestamp at time zone 'America/Sao_Paulo')
    select distinct on (url) url, unique_id from (
      select url, unique_id, 0 as rank from stored
      union all
      select url, unique_id, 1 from scrape_addresses where agency_key = ${agencyKey}) known
    order by url, rank`
}

/** Days within which the same text of an agency at another address is the same article. */
const SAME_TEXT_DAYS = 30

/** Returns the id of the agency's article with this content hash, published in the last 30 days, or undefined. */
export async function findSameText(
  db: Db,
  { agencyKey, contentHash, now }: { agencyKey: string; contentHash: string; now: Date },
): Promise<string | undefined> {
  const [row] = await db<{ uniqueId: string }[]>`
    select unique_id from articles
    where content_hash = ${contentHash} and agency_key = ${agencyKey} and deleted_at is null
      and published_at > ${now}::timestamptz - ${SAME_TEXT_DAYS} * interval '1 day'
    order by published_at limit 1`
  return row?.uniqueId
}

/** Returns the lengths and hashes of the stored texts of articles, by id. */
export async function listTexts(
  db: Db,
  { agencyKey, ids }: { agencyKey: string; ids: readonly string[] },
): Promise<Map<string, StoredText>> {
  if (ids.length === 0) return new Map()
  const rows = await db<(StoredText & { uniqueId: string })[]>`
    select unique_id, char_length(content) as characters, content_hash from articles
    where agency_key = ${agencyKey} and unique_id = any(${[...ids]})`
  return new Map(rows.map(({ uniqueId, ...text }) => [uniqueId, text]))
}

/** Returns the addresses of an agency that were asked in vain. */
export async function listAddressNotes(db: Db, agencyKey: string): Promise<Map<string, AddressNote>> {
  const rows = await db<
    (Omit<AddressNote, 'lastAt' | 'nextAt'> & { url: string; lastAt: Date; nextAt: Date })[]
  >`
    select url, reason, detail, times, last_at, next_at, item from scrape_notes
    where agency_key = ${agencyKey} order by last_at`
  return new Map(
    rows.map(({ url, lastAt, nextAt, ...note }) => [
      url,
      { ...note, lastAt: lastAt.toISOString(), nextAt: nextAt.toISOString() },
    ]),
  )
}

/** Records that an address was asked in vain; null forgets it. */
export async function saveAddressNote(
  db: Db,
  { agencyKey, url }: { agencyKey: string; url: string },
  note: AddressNote | null,
): Promise<void> {
  if (note === null) {
    await db`delete from scrape_notes where agency_key = ${agencyKey} and url = ${url}`
    return
  }
  const { reason, detail, times, lastAt, nextAt, item } = note
  await db`
    insert into scrape_notes (agency_key, url, reason, detail, times, last_at, next_at, item)
    values (${agencyKey}, ${url}, ${reason}, ${detail}, ${times}, ${lastAt}, ${nextAt}, ${db.json(item)})
    on conflict (agency_key, url) do update set reason = excluded.reason, detail = excluded.detail,
      times = excluded.times, last_at = excluded.last_at, next_at = excluded.next_at, item = excluded.item`
}

/** Records that an article was sent to `news-ingest`. */
export async function recordSentAddress(
  db: Db,
  { agencyKey, url, uniqueId, at }: { agencyKey: string; url: string; uniqueId: string; at: Date },
): Promise<void> {
  await db`
    insert into scrape_addresses (agency_key, url, unique_id, first_seen_at, last_seen_at, sent_at)
    values (${agencyKey}, ${url}, ${uniqueId}, ${at}, ${at}, ${at})
    on conflict (agency_key, url) do update set unique_id = excluded.unique_id,
      last_seen_at = excluded.last_seen_at, sent_at = excluded.sent_at`
}

/** Records that a listing showed these addresses. Ignores unknown addresses. */
export async function recordListedAddresses(
  db: Db,
  { agencyKey, urls, at }: { agencyKey: string; urls: readonly string[]; at: Date },
): Promise<void> {
  await db`
    update scrape_addresses set last_seen_at = ${at}
    where agency_key = ${agencyKey} and url = any(${[...urls]})`
}

/** The validators of a page, for the next conditional request. */
export interface PageValidators {
  etag: string | null
  lastModified: string | null
}

export async function findPageValidators(db: Db, address: string): Promise<PageValidators | undefined> {
  const [row] = await db<PageValidators[]>`
    select etag, last_modified from scrape_pages where address = ${address}`
  return row
}

export async function savePageValidators(
  db: Db,
  address: string,
  { etag, lastModified, at }: PageValidators & { at: Date },
): Promise<void> {
  await db`
    insert into scrape_pages (address, etag, last_modified, seen_at)
    values (${address}, ${etag}, ${lastModified}, ${at})
    on conflict (address) do update set etag = excluded.etag, last_modified = excluded.last_modified,
      seen_at = excluded.seen_at`
}

/** Time after which a missing feed or sitemap is requested again. */
const ABSENT_DAYS = 7

/** Whether a page was missing within the last seven days. */
export async function isPageAbsent(
  db: Db,
  { address, now }: { address: string; now: Date },
): Promise<boolean> {
  const rows = await db`
    select from scrape_pages
    where address = ${address} and absent_at > ${now}::timestamptz - ${ABSENT_DAYS} * interval '1 day'`
  return rows.length > 0
}

export async function recordPageAbsent(
  db: Db,
  { address, now }: { address: string; now: Date },
): Promise<void> {
  await db`
    insert into scrape_pages (address, seen_at, absent_at) values (${address}, ${now}, ${now})
    on conflict (address) do update set seen_at = excluded.seen_at, absent_at = excluded.absent_at`
}
