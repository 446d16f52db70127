import type { FetchedPage, Fetcher, Wanted } from '../fetch/fetcher.ts'
import { KINDS } from '../kinds/kinds.ts'
import type { Listing, ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import { ScrapeError, type UnreadPage } from '../errors.ts'
import { refreshTarget } from '../pages/refresh-target.ts'
import { readArticle, readListing } from '../kinds/read-page.ts'
import { isFileAddress } from '../addresses/address.ts'
import type { Site } from './site.ts'

/** A web page names a feed or a sitemap of sitemaps, which names a sitemap. */
const FEED_HOPS_MAX = 2

/** What asks for pages. */
export type Pages = Pick<Fetcher, 'fetchPage'>

/** A page with what was read from it. */
export type Read<Value> = { readonly page: FetchedPage; readonly value: Value }

/** Returns a page as what shows a fault. */
export const showPage = ({ finalUrl, text }: FetchedPage): UnreadPage => ({ address: finalUrl, text })

/** Reads a page. Adds the page to an error, so that a run may keep it. */
function readFrom<Value>(page: FetchedPage, read: () => Value): Read<Value> {
  try {
    return { page, value: read() }
  } catch (error) {
    if (error instanceof ScrapeError) error.page = showPage(page)
    throw error
  }
}

/** Address of the first page of a listing for one kind of site. */
export const firstPageUrl = (kind: SiteKind, listingUrl: string): string =>
  KINDS[kind].firstPageUrl(listingUrl)

/**
 * A listing with the pages of its own host and the further hosts of the site only. Entries also lead to files and to other
 * hosts: these are no news of the site and no fault of the run.
 */
function withOwnPages(listing: Listing, address: string, { hosts = [] }: Site): Listing {
  const own = new Set([new URL(address).host, ...hosts])
  const isOwnPage = ({ url }: ListingItem) => own.has(new URL(url).host) && !isFileAddress(url)
  return { ...listing, items: listing.items.filter(isOwnPage) }
}

/** Fetches and reads a listing page. Null when `conditional` is set and the page did not change. */
export async function fetchListing(
  fetcher: Pages,
  site: Site,
  address: string,
  conditional: boolean,
): Promise<Read<Listing> | null> {
  const { kind } = site
  let at = address
  for (let hops = 0; ; hops += 1) {
    // Only the page that lists the entries is remembered, so only its address is asked with a condition.
    const page = await fetcher.fetchPage(at, KINDS[kind].listingAs, { conditional })
    if (page === null) return null
    const read = readFrom(page, () =>
      withOwnPages(readListing(kind, page.text, page.finalUrl), address, site),
    )
    const { feedUrl } = read.value
    if (feedUrl === undefined || hops >= FEED_HOPS_MAX) return read
    at = feedUrl
  }
}

/**
 * Fetches and reads the first page of a listing, after an error as the kind that a site of this kind changes to. Null when
 * `conditional` is set and the page did not change. Throws the original error when the other kind fails too or lists
 * nothing.
 */
export async function fetchFirstPage(
  fetcher: Pages,
  site: Site,
  listingUrl: string,
  conditional: boolean,
): Promise<{ kind: SiteKind; read: Read<Listing> | null }> {
  const { kind } = site
  try {
    return { kind, read: await fetchListing(fetcher, site, firstPageUrl(kind, listingUrl), conditional) }
  } catch (error) {
    const { successor } = KINDS[kind]
    if (!(error instanceof ScrapeError) || !successor?.after.has(error.kind)) throw error
    const other = { ...site, kind: successor.kind }
    const read = await fetchListing(fetcher, other, firstPageUrl(other.kind, listingUrl), false).catch(
      (otherError: unknown) => {
        throw otherError instanceof ScrapeError ? error : otherError
      },
    )
    if (read === null || read.value.items.length === 0) throw error
    return { kind: other.kind, read }
  }
}

/**
 * Fetches the page of an article, and the one to which it sends its readers by a `meta` element. Null when `conditional`
 * is set and the page did not change.
 */
async function fetchSentOn(
  fetcher: Pages,
  address: string,
  wanted: Wanted,
  conditional: boolean,
): Promise<FetchedPage | null> {
  const page = await fetcher.fetchPage(address, wanted, { conditional })
  const target = page === null || wanted !== 'html' ? null : refreshTarget(page.text, page.finalUrl)
  return target === null ? page : await fetcher.fetchPage(target, wanted, { conditional: false })
}

/** Fetches and reads the article of a listing entry. Null when `conditional` is set and the page did not change. */
export async function fetchArticle(
  fetcher: Pages,
  { key, kind, listingUrls }: Site,
  item: ListingItem,
  conditional: boolean,
): Promise<Read<ScrapedArticle> | null> {
  const { articleAs, articleUrl } = KINDS[kind]
  const apiUrl = articleUrl?.(item.url, listingUrls) ?? null
  const page = await fetchSentOn(fetcher, apiUrl ?? item.url, articleAs, conditional)
  if (page === null) return null
  const url = apiUrl === null ? page.finalUrl : item.url
  return readFrom(page, () => readArticle(kind, page.text, { url, agency: key, item }))
}
