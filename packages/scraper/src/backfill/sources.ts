import { createHash } from 'node:crypto'
import { readSitemap } from '../feeds/sitemap.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import type { ScrapeError } from '../errors.ts'
import { statedDay } from '../crawl/plan-page.ts'
import type { Site } from '../site/site.ts'
import { isInNews } from '../site/site-hints.ts'
import { fetchListing, firstPageUrl } from '../site/site-pages.ts'
import { dayOf, type DayWindow } from '../dates/dates.ts'

/** Most pages of one listing: at 14 entries a page, 70,000 articles. */
const PAGES_MAX = 5_000
/** Most sitemaps of one index, and how deep an index may be in others. */
const SITEMAPS_MAX = 1_000
const SITEMAP_DEPTH_MAX = 2

/** A listing or sitemap that is still to be read, from this page on. It is JSON. */
export type HistorySource = {
  readonly what: 'listing' | 'sitemap'
  readonly address: string
  /** Pages of the listing that were read; for a sitemap, how many indexes led to it. */
  readonly depth: number
  /** Digest of the addresses of the page before: a site that ignores the offset repeats its first page for ever. */
  readonly digest: string | null
  /** Undated entries of the page before. When the pages of all of them are older than the window, the listing ends. */
  readonly undated: readonly string[]
  /** Tries of this page that failed. */
  readonly tries: number
  /** Without it the site is complete: many sites have no sitemap. */
  readonly isOptional: boolean
}

/** Where a backfill goes on: the first source is the current one. Another kind of site has other sources. */
export type Place = { readonly kind: SiteKind; readonly sources: readonly HistorySource[] }

/** What one page of a source names. */
export type SourcePage = {
  /** Entries of the window, and entries whose page has to tell the date. */
  readonly items: readonly ListingItem[]
  /** What is to be read in place of this source. */
  readonly next: readonly HistorySource[]
  /** Why the source ends before its end, with a code; null when it does not. */
  readonly fault: string | null
}

const source = (what: HistorySource['what'], address: string, isOptional: boolean): HistorySource => ({
  what,
  address,
  depth: 0,
  digest: null,
  undated: [],
  tries: 0,
  isOptional,
})

const isSitemapAddress = (url: string) => /sitemap[^/]*$/i.test(new URL(url).pathname)

/**
 * Returns what names the history of a site, in the order in which it is read: its listings, by a search of the days where
 * the kind has one, then its sitemaps.
 */
export function listSources({ kind, listingUrls }: Site, window: DayWindow): HistorySource[] {
  const read = KINDS[kind]
  const listings = listingUrls.map((url) => {
    if (kind === 'feed' && isSitemapAddress(url)) return source('sitemap', url, false)
    return source('listing', read.historyUrl?.(url, window) ?? firstPageUrl(kind, url), false)
  })
  const maps = listingUrls.flatMap((url) =>
    kind === 'feed'
      ? [new URL('/sitemap.xml', url).href]
      : read.hintSources(url).flatMap(({ what, address }) => (what === 'sitemap' ? [address] : [])),
  )
  const named = new Set(listings.map(({ address }) => address))
  const further = [...new Set(maps)].filter((address) => !named.has(address))
  return [...listings, ...further.map((address) => source('sitemap', address, true))]
}

/** Whether the month in an address, as `/noticia/2026-01/`, is one of the window. Without a month it may be. */
function isOfMonths({ url }: ListingItem, { start, end }: DayWindow): boolean {
  const month = /\/((?:19|20)\d\d-(?:0[1-9]|1[0-2]))\//.exec(url)?.[1]
  return month === undefined || (month >= start.slice(0, 7) && month <= end.slice(0, 7))
}

function isOfWindow(item: ListingItem, window: DayWindow): boolean {
  const day = statedDay(item)
  return day === null ? isOfMonths(item, window) : day >= window.start && day <= window.end
}

/** Whether a page lists only entries before the window. */
function isBefore(items: readonly ListingItem[], { start }: DayWindow): boolean {
  const days = items.map((item) => statedDay(item) ?? monthEnd(item)).filter((day) => day !== null)
  return days.length > 0 && days.every((day) => day < start)
}

const monthEnd = ({ url }: ListingItem): string | null => {
  const month = /\/((?:19|20)\d\d-(?:0[1-9]|1[0-2]))\//.exec(url)?.[1]
  return month === undefined ? null : `${month}-31`
}

const digestOf = (items: readonly ListingItem[]): string =>
  createHash('sha256')
    .update(items.map(({ url }) => url).join('\n'))
    .digest('hex')
    .slice(0, 16)

type Reading = { site: Site; window: DayWindow; fetcher: Pick<Fetcher, 'fetchPage'> }

async function readListingPage(
  current: HistorySource,
  { site, window, fetcher }: Reading,
): Promise<SourcePage> {
  const read = await fetchListing(fetcher, site, current.address, false)
  const items = read?.value.items ?? []
  const nextUrl = read?.value.nextUrl ?? null
  const digest = digestOf(items)
  const found = items.filter((item) => isOfWindow(item, window))
  const isEnd = nextUrl === null || digest === current.digest || isBefore(items, window)
  const isCapped = !isEnd && current.depth + 1 >= PAGES_MAX
  if (isEnd || isCapped) {
    const fault = isCapped ? `too_many_pages: ${current.address} has more than ${PAGES_MAX} pages` : null
    return { items: found, next: [], fault }
  }
  // One entry with a date says more than the pages of the others.
  const undated = items.every((item) => statedDay(item) === null && monthEnd(item) === null)
    ? items.map(({ url }) => url)
    : []
  const next = { ...current, address: nextUrl, depth: current.depth + 1, digest, undated, tries: 0 }
  return { items: found, next: [next], fault: null }
}

async function readSitemapFile(
  current: HistorySource,
  { site, window, fetcher }: Reading,
): Promise<SourcePage> {
  const page = await fetcher.fetchPage(current.address, 'feed')
  const { entries, sitemaps } = readSitemap(page?.text ?? '', page?.finalUrl ?? current.address)
  const folders = new Set(entries.map(({ url }) => url.slice(0, url.lastIndexOf('/'))))
  const items = entries.flatMap(({ url, title, publishedAt, modifiedAt }): ListingItem[] => {
    if (folders.has(url) || !isInNews(site, url)) return []
    // An article was published before its last change, so an old change is an old article. A later one says nothing.
    if (publishedAt === null && modifiedAt !== null && dayOf(modifiedAt) < window.start) return []
    const item = { url, title: title ?? '', stamp: publishedAt, category: null, tags: [] }
    return isOfWindow(item, window) ? [item] : []
  })
  const isTooDeep = sitemaps.length > 0 && current.depth >= SITEMAP_DEPTH_MAX
  const isTooLong = sitemaps.length > SITEMAPS_MAX
  const further = isTooDeep ? [] : sitemaps.slice(0, SITEMAPS_MAX)
  const fault = isTooDeep
    ? `sitemap_depth: ${current.address} is an index in an index in an index`
    : isTooLong
      ? `too_many_sitemaps: ${current.address} names more than ${SITEMAPS_MAX}`
      : null
  const next = further.map((address) => ({ ...current, address, depth: current.depth + 1, tries: 0 }))
  return { items, next, fault }
}

/** Reads one page of a listing, or one sitemap. Throws ScrapeError. */
export async function readSource(current: HistorySource, reading: Reading): Promise<SourcePage> {
  return current.what === 'listing'
    ? await readListingPage(current, reading)
    : await readSitemapFile(current, reading)
}

/** Whether a site without this source is complete: many have no sitemap. */
export const isAbsent = ({ isOptional, depth }: HistorySource, error: ScrapeError): boolean =>
  isOptional && depth === 0 && error.isAbsent
