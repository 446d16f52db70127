import type { Listing, ListingItem } from '../pages/listing.ts'
import type { Reason } from './address-notes.ts'
import { dayOf, type DayWindow } from '../dates/dates.ts'

/**
 * Why a run reads no further page: older entries, known entries, the end of the listing, articles without dates, or too
 * many pages.
 */
export type StopReason = 'too_old' | 'known_urls' | 'end' | 'undated' | 'page_cap'

/** Most pages of one listing, which nothing but a fault reaches: 20 years of a busy agency. */
const PAGES_MAX = 2_000
/** Pages in a row that state no day and name nothing new. */
const IDLE_PAGES_MAX = 40
const KNOWN_IN_ROW = 3
const OLDER_IN_ROW = 5
/** Articles without a date, in a row, that show that the dates of a site cannot be read. */
export const UNDATED_IN_ROW = 5

/** The state of a run between two pages. */
export type PlanState = {
  readonly pages: number
  readonly idlePages: number
  readonly knownInRow: number
  readonly olderInRow: number
  /** Addresses that earlier pages of this run listed. */
  readonly seen: ReadonlySet<string>
}

export const FIRST_PAGE: PlanState = {
  pages: 0,
  idlePages: 0,
  knownInRow: 0,
  olderInRow: 0,
  seen: new Set(),
}

export type PlanOptions = {
  /** Without a window, items of any day are collected. */
  readonly window: DayWindow | null
  /** Why an address is not asked; null for one that is. */
  readonly whyNot: (url: string) => Reason | null
  /** Skips known items and does not stop at them, as in the weekly deep pass. */
  readonly readsPastKnown?: boolean
  /** Known items without a date, in a row, that end even a run that reads past known items. Default: no limit. */
  readonly undatedKnownMax?: number
}

export type PagePlan = {
  readonly collect: readonly ListingItem[]
  /** Known items of the window. Requesting them again finds edits that skipping would miss. */
  readonly known: readonly ListingItem[]
  /** Why items of the window are not asked, one reason for each. */
  readonly skipped: readonly Reason[]
  /** Null when the next page should be read. */
  readonly stopped: StopReason | null
  readonly nextUrl: string | null
  readonly state: PlanState
}

type Place = 'older' | 'newer' | 'inside'

/** The day of an item at Brasília; null when the listing states none or only words of the item have a date. */
export const statedDay = ({ stamp, isDateGuessed = false }: ListingItem): string | null =>
  stamp === null || isDateGuessed ? null : dayOf(stamp)

function placeOf(item: ListingItem, window: DayWindow | null): Place {
  const day = statedDay(item)
  if (window === null || day === null) return 'inside'
  if (day < window.start) return 'older'
  return day > window.end ? 'newer' : 'inside'
}

type Walk = {
  collect: ListingItem[]
  skipped: Reason[]
  knownInRow: number
  olderInRow: number
  stopped: StopReason | null
}

/** Dates end a run that reads past known items. Without dates, such a run would read every page. */
function knownMax(item: ListingItem, { readsPastKnown = false, undatedKnownMax = Infinity }: PlanOptions) {
  if (!readsPastKnown) return KNOWN_IN_ROW
  return statedDay(item) === null ? undatedKnownMax : Infinity
}

/** Sorts the items in order until enough known or undated ones in a row end the listing. */
function walk(items: readonly ListingItem[], options: PlanOptions, state: PlanState): Walk {
  const { knownInRow, olderInRow, seen } = state
  const result: Walk = { collect: [], skipped: [], knownInRow, olderInRow, stopped: null }
  let undatedInRow = 0
  for (const item of items) {
    const place = placeOf(item, options.window)
    result.olderInRow = place === 'older' ? result.olderInRow + 1 : 0
    if (place !== 'inside') continue
    const reason = options.whyNot(item.url)
    undatedInRow = reason === 'undated' ? undatedInRow + 1 : 0
    if (reason !== null) result.skipped.push(reason)
    else if (!seen.has(item.url)) result.collect.push(item)
    // An address that was asked in vain says nothing about those behind it.
    if (reason === 'stored') result.knownInRow += 1
    else if (reason === null) result.knownInRow = 0
    if (result.knownInRow >= knownMax(item, options)) return { ...result, stopped: 'known_urls' }
    if (undatedInRow >= UNDATED_IN_ROW) return { ...result, stopped: 'undated' }
  }
  return result
}

/** Why the walk over a whole page ends the listing, or null. */
function stopAfter(
  { items, nextUrl }: Listing,
  window: DayWindow | null,
  { olderInRow, pages, idlePages, seen }: PlanState,
): StopReason | null {
  const isOlder = items.length > 0 && items.every((item) => placeOf(item, window) === 'older')
  if (isOlder || olderInRow >= OLDER_IN_ROW) return 'too_old'
  if (nextUrl === null || items.every(({ url }) => seen.has(url))) return 'end'
  return pages >= PAGES_MAX || idlePages >= IDLE_PAGES_MAX ? 'page_cap' : null
}

/**
 * Decides which items of a listing page a run collects and whether it reads the next page.
 * - Older items are skipped. A page of older items only, and one that ends with five of them, end the run: items of the
 *   window may stand below older ones that are pinned to the top.
 * - Items newer than the window are skipped; their day finds them.
 * - Items without a date, or with a guessed one, are collected.
 * - Known items are skipped; three in a row end the run. A new item starts the count again.
 * - Items that were asked in vain are skipped; five in a row that had no date end the run.
 * - A page without new addresses ends the run, and so do 40 pages in a row without a date or a new item.
 */
export function planPage(listing: Listing, options: PlanOptions, state: PlanState = FIRST_PAGE): PagePlan {
  const { items, nextUrl } = listing
  const { collect, skipped, knownInRow, olderInRow, stopped: early } = walk(items, options, state)
  const isIdle = collect.length === 0 && items.every((item) => statedDay(item) === null)
  const counts = {
    pages: state.pages + 1,
    idlePages: isIdle ? state.idlePages + 1 : 0,
    knownInRow,
    olderInRow,
  }
  const stopped = early ?? stopAfter(listing, options.window, { ...counts, seen: state.seen })
  const seen = new Set([...state.seen, ...items.map(({ url }) => url)])
  const { window, whyNot } = options
  return {
    collect,
    known: items.filter((item) => whyNot(item.url) === 'stored' && placeOf(item, window) === 'inside'),
    skipped,
    stopped,
    nextUrl: stopped === null ? nextUrl : null,
    state: { ...counts, seen },
  }
}
