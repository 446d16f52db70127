import type { Listing, ListingItem } from './model/article.ts'
import { dayOf } from './text/dates.ts'

/** Days of a run at Brasília, `YYYY-MM-DD`, both included. */
export type DayWindow = { readonly start: string; readonly end: string }

/** Why a run reads no further page. */
export type StopReason = 'too_old' | 'known_urls' | 'end' | 'page_cap'

/** Most pages of one listing in a run. */
const PAGES_MAX = 40
const KNOWN_IN_ROW = 3
const OLDER_IN_ROW = 5

/** The state of a run between two pages. */
export type PlanState = {
  readonly pages: number
  readonly knownInRow: number
  readonly olderInRow: number
  /** Addresses that earlier pages of this run listed. */
  readonly seen: ReadonlySet<string>
}

export const FIRST_PAGE: PlanState = { pages: 0, knownInRow: 0, olderInRow: 0, seen: new Set() }

export type PlanOptions = {
  /** Without a window, items of any day are collected. */
  readonly window: DayWindow | null
  /** Addresses that are stored already. */
  readonly known: ReadonlySet<string>
  /** Collects known items of the window too, and does not stop at them. */
  readonly allowUpdate: boolean
  /** Skips known items and does not stop at them, as in the weekly deep pass. */
  readonly readsPastKnown?: boolean
  /** Known items without a date, in a row, that end even a run that reads past known items. Default: no limit. */
  readonly undatedKnownMax?: number
}

export type PagePlan = {
  readonly collect: readonly ListingItem[]
  /** Known items of the window. Requesting them again finds edits that skipping would miss. */
  readonly known: readonly ListingItem[]
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

type Walk = { collect: ListingItem[]; knownInRow: number; olderInRow: number; stopped: StopReason | null }

/** Dates end a run that reads past known items. Without dates, such a run would read 40 pages. */
const undatedMax = (item: ListingItem, { undatedKnownMax = Infinity }: PlanOptions) =>
  statedDay(item) === null ? undatedKnownMax : Infinity

/** Sorts the items in order until enough known or older items in a row end the listing. */
function walk(items: readonly ListingItem[], options: PlanOptions, state: PlanState): Walk {
  const result: Walk = {
    collect: [],
    knownInRow: state.knownInRow,
    olderInRow: state.olderInRow,
    stopped: null,
  }
  for (const item of items) {
    const place = placeOf(item, options.window)
    result.olderInRow = place === 'older' ? result.olderInRow + 1 : 0
    if (result.olderInRow >= OLDER_IN_ROW) return { ...result, stopped: 'too_old' }
    if (place !== 'inside') continue
    const isKnown = options.known.has(item.url) && !options.allowUpdate
    result.knownInRow = isKnown ? result.knownInRow + 1 : 0
    const knownMax = options.readsPastKnown ? undatedMax(item, options) : KNOWN_IN_ROW
    if (result.knownInRow >= knownMax) return { ...result, stopped: 'known_urls' }
    if (!isKnown && !state.seen.has(item.url)) result.collect.push(item)
  }
  return result
}

/**
 * Decides which items of a listing page a run collects and whether it reads the next page.
 * - Older items are skipped. Five in a row, or a page of older items only, end the run: single ones are pinned.
 * - Items newer than the window are skipped; their day finds them.
 * - Items without a date, or with a guessed one, are collected.
 * - Known items are skipped; three in a row end the run, unless `allowUpdate`. A new item starts the count again.
 * - A page without new addresses and the 40th page end the run.
 */
export function planPage(listing: Listing, options: PlanOptions, state: PlanState = FIRST_PAGE): PagePlan {
  const { items, nextUrl } = listing
  const { collect, knownInRow, olderInRow, stopped: early } = walk(items, options, state)
  const isOlder = items.length > 0 && items.every((item) => placeOf(item, options.window) === 'older')
  const isRepeated = items.every(({ url }) => state.seen.has(url))
  const pages = state.pages + 1
  let stopped = early
  if (stopped === null && isOlder) stopped = 'too_old'
  else if (stopped === null && (nextUrl === null || isRepeated)) stopped = 'end'
  else if (stopped === null && pages >= PAGES_MAX) stopped = 'page_cap'
  const seen = new Set([...state.seen, ...items.map(({ url }) => url)])
  return {
    collect,
    known: items.filter((item) => options.known.has(item.url) && placeOf(item, options.window) === 'inside'),
    stopped,
    nextUrl: stopped === null ? nextUrl : null,
    state: { pages, knownInRow, olderInRow, seen },
  }
}
