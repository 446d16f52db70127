import { listErasedAddresses } from '@pauta/core/removals/taken-down-keys'
import type { Db, DbPool } from '@pauta/platform/database/database'
import type { OldRows } from '@pauta/platform/database/old-rows'
import { normalizeAddress } from '@pauta/platform/text/address'
import type { ListingItem } from '../pages/listing.ts'
import type { DayWindow } from '../dates/dates.ts'
import type { Place } from './sources.ts'

/** Most backfills at work at one time: they share the requests of a day. */
const OPEN_MAX = 5
/** Most addresses of one backfill. A longer history is read in several windows. */
export const ADDRESSES_MAX = 100_000

/**
 * What happened to an address.
 * - `known`: the article was stored before; it was not asked.
 * - `stored`: the article was sent to `news-ingest`.
 * - `older`, `newer`: its page has a date outside the window.
 * - `no_news`: a page without the text of an article, such as a folder that a sitemap names.
 * - `undated`: no date, or one that the queue refuses.
 * - `refused`: a login form, status 403, robots.txt, or no page, such as a PDF.
 * - `gone`: 404 or 410.
 * - `failed`: no readable answer after several tries, or that of another article.
 */
export type Outcome =
  | 'known'
  | 'stored'
  | 'older'
  | 'newer'
  | 'no_news'
  | 'undated'
  | 'refused'
  | 'gone'
  | 'failed'

/** Outcomes that an incident names. A page that is gone is no fault. */
export const UNREAD: readonly Outcome[] = ['undated', 'refused', 'failed']

export interface Backfill {
  id: number
  agencyKey: string
  /** Days at Brasília, `YYYY-MM-DD`, both included. */
  from: string
  to: string
  /** `stopped` by an operator; `failed`: nothing could be listed, or too much was. */
  state: 'open' | 'stopped' | 'done' | 'failed'
  /** Null before the first turn. */
  place: Place | null
  pages: number
  /** Listings and sitemaps that could not be read to their end. */
  unlisted: number
  createdAt: Date
  startedAt: Date | null
  workedAt: Date | null
  endedAt: Date | null
  lastError: string | null
}

/** Counts of addresses by outcome; `waiting` are still to be read. */
export type BackfillCounts = Partial<Record<Outcome | 'waiting', number>>

/** Why a backfill was refused. The message begins with the code. */
export class BackfillRefused extends Error {
  override readonly name = 'BackfillRefused'
}

const COLUMNS = (db: Db) => db`
  id::int, agency_key, from_day::text as "from", to_day::text as "to", state, place, pages, unlisted,
  created_at, started_at, worked_at, ended_at, last_error`

/** Refuses another open backfill of the agency, or beyond the limit. The caller's transaction holds the table. */
async function checkOpen(db: Db, agencyKey: string): Promise<void> {
  await db`lock table backfills in share row exclusive mode`
  const open = await db<{ id: number; agencyKey: string }[]>`
    select id::int, agency_key from backfills where state = 'open'`
  const same = open.find((each) => each.agencyKey === agencyKey)
  if (same) throw new BackfillRefused(`already_open: backfill ${same.id} of ${agencyKey} is at work`)
  if (open.length >= OPEN_MAX)
    throw new BackfillRefused(`too_many_open: ${OPEN_MAX} backfills are at work; stop one or wait`)
}

/**
 * Creates an open backfill and returns its number. Throws BackfillRefused: `bad_window`, `already_open`,
 * `too_many_open`.
 */
export async function createBackfill(
  pool: DbPool,
  { agencyKey, window, now }: { agencyKey: string; window: DayWindow; now: Date },
): Promise<number> {
  const { start, end } = window
  if (start > end) throw new BackfillRefused(`bad_window: ${start} is after ${end}`)
  return await pool.begin(async (db) => {
    await checkOpen(db, agencyKey)
    const [row] = await db<{ id: number }[]>`
      insert into backfills (agency_key, from_day, to_day, created_at)
      values (${agencyKey}, ${start}, ${end}, ${now}) returning id::int`
    return row?.id ?? 0
  })
}

export async function findBackfill(db: Db, id: number): Promise<Backfill | undefined> {
  const [row] = await db<Backfill[]>`select ${COLUMNS(db)} from backfills where id = ${id}`
  return row
}

/** Lists all backfills, the latest first; with `open` those at work, the one that waits longest first. */
export async function listBackfills(db: Db, { open = false } = {}): Promise<Backfill[]> {
  return open
    ? await db<Backfill[]>`
        select ${COLUMNS(db)} from backfills where state = 'open' order by worked_at nulls first, id`
    : await db<Backfill[]>`select ${COLUMNS(db)} from backfills order by id desc limit 100`
}

/** Stops an open backfill. Its next request is not made. Returns whether it was open. */
export async function stopBackfill(db: Db, id: number): Promise<boolean> {
  const rows =
    await db`update backfills set state = 'stopped' where id = ${id} and state = 'open' returning id`
  return rows.length > 0
}

/**
 * Opens a stopped, failed or finished backfill again; addresses that failed or were refused are asked again. Returns
 * whether it was not open. Throws BackfillRefused: `already_open`, `too_many_open`.
 */
export async function resumeBackfill(pool: DbPool, id: number): Promise<boolean> {
  return await pool.begin(async (db) => {
    const row = await findBackfill(db, id)
    if (!row || row.state === 'open') return false
    await checkOpen(db, row.agencyKey)
    await db`
      update backfills set state = 'open', ended_at = null, last_error = null, unlisted = 0,
        place = case when unlisted > 0 then null else place end
      where id = ${id}`
    await db`
      update backfill_addresses set outcome = null, tries = 0, next_at = null, detail = null
      where backfill_id = ${id} and outcome in ('failed', 'refused')`
    return true
  })
}

/** Whether the backfill may go on: nobody stopped it. Records that it is at work. */
export async function touchBackfill(db: Db, id: number, now: Date): Promise<boolean> {
  const rows = await db`
    update backfills set worked_at = ${now}, started_at = coalesce(started_at, ${now})
    where id = ${id} and state = 'open' returning id`
  return rows.length > 0
}

/** What one page of a listing or sitemap named, and how far the backfill came with it. */
export interface Listed {
  items: readonly ListingItem[]
  /** The outcome of an address that need not be asked; null for the others. */
  outcomeOf: (url: string) => Outcome | null
  place: Place
  /** Pages to count as read, and sources to count as not read to their end. */
  pages: number
  unlisted: number
  lastError?: string
}

/**
 * Stores what one page of a listing or sitemap named, with the place of the next page, in one transaction: after a crash
 * the page is either read again or complete. An address that was found before stays as it is, one of an erased article is
 * left out.
 */
export async function saveListed(pool: DbPool, id: number, page: Listed): Promise<void> {
  const { items, outcomeOf, place, pages, unlisted, lastError } = page
  const erased = await listErasedAddresses(
    pool,
    items.map(({ url }) => url),
  )
  const rows = items
    .filter(({ url }) => !erased.has(url))
    .map((entry) => ({ url: entry.url, entry, outcome: outcomeOf(entry.url) }))
  await pool.begin(async (db) => {
    await db`
      insert into backfill_addresses (backfill_id, url, entry, outcome)
      select ${id}, url, entry, outcome
      from jsonb_to_recordset(${pool.json(rows)}) as r (url text, entry jsonb, outcome text)
      on conflict do nothing`
    await db`
      update backfills set place = ${pool.json(place)}, pages = pages + ${pages},
        unlisted = unlisted + ${unlisted}, last_error = coalesce(${lastError ?? null}, last_error)
      where id = ${id}`
  })
}

/** An address that is still to be read. */
export interface WaitingAddress {
  entry: ListingItem
  /** Earlier tries that failed. */
  tries: number
}

/** Returns the address to read next; undefined when none is due. */
export async function nextAddress(db: Db, id: number, now: Date): Promise<WaitingAddress | undefined> {
  const [row] = await db<WaitingAddress[]>`
    select entry, tries from backfill_addresses
    where backfill_id = ${id} and outcome is null and (next_at is null or next_at <= ${now})
    order by position limit 1`
  return row
}

/** Records what happened to an address. Outcome null: it is asked again at `nextAt`. */
export async function recordOutcome(
  db: Db,
  id: number,
  url: string,
  result: { outcome: Outcome | null; detail?: string | null; nextAt?: Date },
): Promise<void> {
  const { outcome, detail = null, nextAt = null } = result
  await db`
    update backfill_addresses set outcome = ${outcome}, detail = ${detail}, next_at = ${nextAt}, tries = tries + 1
    where backfill_id = ${id} and url = ${url}`
}

/**
 * Returns whether these addresses show that a listing has come to articles before the window: most of them are older, and
 * none is of the window, newer, or still to be read.
 */
export async function areOlder(db: Db, id: number, urls: readonly string[]): Promise<boolean> {
  const [row] = await db<{ older: number; others: number }[]>`
    select count(*) filter (where outcome = 'older')::int as older,
      count(*) filter (where outcome is null or outcome in ('known', 'stored', 'newer'))::int as others
    from backfill_addresses where backfill_id = ${id} and url = any(${[...urls]})`
  return row !== undefined && row.others === 0 && row.older > urls.length / 2
}

/** An article that is stored, or that was sent to `news-ingest`. */
export interface StoredAddress {
  uniqueId: string
  /** It was published before the window. */
  isOlder: boolean
}

/** Days before the window whose stored articles show that a listing without dates has passed it. */
const OLDER_DAYS = 30

/** Returns the stored articles of an agency by address, from 30 days before the window on, also those taken down. */
export async function listStored(
  db: Db,
  { agencyKey, from }: Pick<Backfill, 'agencyKey' | 'from'>,
): Promise<Map<string, StoredAddress>> {
  const rows = await db<(StoredAddress & { url: string })[]>`
    select url, unique_id, false as is_older from scrape_addresses where agency_key = ${agencyKey}
    union all
    select url, unique_id, published_at < ${from}::date::timestamp at time zone 'America/Sao_Paulo'
    from articles where agency_key = ${agencyKey}
      and published_at >= (${from}::date - ${OLDER_DAYS}::int)::timestamp at time zone 'America/Sao_Paulo'`
  return new Map(rows.map(({ url, ...address }) => [normalizeAddress(url), address]))
}

export async function countAddresses(db: Db, id: number): Promise<BackfillCounts> {
  const rows = await db<{ outcome: Outcome | 'waiting'; count: number }[]>`
    select coalesce(outcome, 'waiting') as outcome, count(*)::int as count from backfill_addresses
    where backfill_id = ${id} group by 1`
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}

/** Records why a turn ended early. The next turn goes on. */
export async function recordTrouble(db: Db, id: number, lastError: string): Promise<void> {
  await db`update backfills set last_error = ${lastError} where id = ${id}`
}

export async function endBackfill(
  db: Db,
  id: number,
  { state, lastError, now }: { state: 'done' | 'failed'; lastError?: string; now: Date },
): Promise<void> {
  await db`
    update backfills set state = ${state}, ended_at = ${now}, last_error = coalesce(${lastError ?? null}, last_error)
    where id = ${id} and state = 'open'`
}

/**
 * Removes the addresses of backfills that ended or were left before a time, at most `limit` of them, and the backfills
 * whose addresses are gone. Returns the number of removed rows.
 */
export async function removeOldBackfills(db: Db, { before, limit }: OldRows): Promise<number> {
  const old = db`
    select id from backfills
    where state <> 'open' and coalesce(ended_at, worked_at, created_at) < ${before}`
  const { count } = await db`
    delete from backfill_addresses where ctid in (
      select ctid from backfill_addresses where backfill_id in (${old}) limit ${limit})`
  if (count >= limit) return count
  const ended = await db`delete from backfills where id in (${old})`
  return count + ended.count
}
