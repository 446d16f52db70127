import type { Listing, ListingItem, ScrapedArticle, SiteKind } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { ebcListingUrl } from '../ebc/listing.ts'
import type { FetchedPage, Fetcher } from '../fetch/fetcher.ts'
import { itemUrl, searchUrl } from '../plone-api/search-url.ts'
import { ploneListingUrl } from '../plone/listing.ts'
import { readArticle, readListing } from '../read-page.ts'
import { isFileAddress } from '../text/address.ts'

type Pages = Pick<Fetcher, 'fetchPage'>

/** A page with what was read from it. */
export type Read<Value> = { readonly page: FetchedPage; readonly value: Value }

/** Reads a page. Adds the page to an error, so that a run may keep it. */
function readFrom<Value>(page: FetchedPage, read: () => Value): Read<Value> {
  try {
    return { page, value: read() }
  } catch (error) {
    if (error instanceof ScrapeError) error.page = { address: page.finalUrl, text: page.text }
    throw error
  }
}

/** Address of the first page of a listing for one kind of site. */
export function firstPageUrl(kind: SiteKind, listingUrl: string): string {
  if (kind === 'plone-html') return ploneListingUrl(listingUrl, 0)
  return kind === 'plone6-api' ? searchUrl(listingUrl, 0, 'light') : ebcListingUrl(listingUrl, 0)
}

/**
 * A listing with the pages of its own host only. Entries also lead to files and to other hosts, which the fetcher refuses:
 * these are no news of the site and no fault of the run.
 */
function withOwnPages(listing: Listing, address: string): Listing {
  const { host } = new URL(address)
  const isOwnPage = ({ url }: ListingItem) => new URL(url).host === host && !isFileAddress(url)
  return { ...listing, items: listing.items.filter(isOwnPage) }
}

const wantedOf = (kind: SiteKind) => (kind === 'plone6-api' ? 'json' : 'html')

/** Fetches and reads a listing page. Null when `conditional` is set and the page did not change. */
export async function fetchListing(
  fetcher: Pages,
  kind: SiteKind,
  address: string,
  conditional: boolean,
): Promise<Read<Listing> | null> {
  const page = await fetcher.fetchPage(address, wantedOf(kind), { conditional })
  return page === null
    ? null
    : readFrom(page, () => withOwnPages(readListing(kind, page.text, page.finalUrl), address))
}

/** Fetches and reads the article of a listing entry. Null when `conditional` is set and the page did not change. */
export async function fetchArticle(
  fetcher: Pages,
  source: { kind: SiteKind; agency: string },
  item: ListingItem,
  conditional: boolean,
): Promise<Read<ScrapedArticle> | null> {
  const { kind, agency } = source
  const address = kind === 'plone6-api' ? itemUrl(item.url) : item.url
  const page = await fetcher.fetchPage(address, wantedOf(kind), { conditional })
  if (page === null) return null
  const url = kind === 'plone6-api' ? item.url : page.finalUrl
  return readFrom(page, () => readArticle(kind, page.text, { url, agency, item }))
}

/**
 * Returns the other kind of Plone site if the error suggests a migration: HTML became a script shell, or the API is
 * gone.
 */
function mayBeOtherKind(kind: SiteKind, error: ScrapeError): SiteKind | null {
  if (kind === 'plone-html' && error.kind === 'html_changed') return 'plone6-api'
  const isApiGone = ['not_json', 'url_broken', 'login_page', 'html_changed'].includes(error.kind)
  return kind === 'plone6-api' && isApiGone ? 'plone-html' : null
}

/**
 * Reads the first page of a listing as the other kind of Plone site when an error suggests that the site migrated.
 * Throws the original error when the other kind fails too or lists nothing.
 */
export async function fetchAsOtherKind(
  fetcher: Pages,
  kind: SiteKind,
  listingUrl: string,
  error: unknown,
): Promise<{ kind: SiteKind; read: Read<Listing> }> {
  const other = error instanceof ScrapeError ? mayBeOtherKind(kind, error) : null
  if (other === null) throw error
  try {
    const read = await fetchListing(fetcher, other, firstPageUrl(other, listingUrl), false)
    if (read !== null && read.value.items.length > 0) return { kind: other, read }
  } catch (otherError) {
    if (!(otherError instanceof ScrapeError)) throw otherError
  }
  throw error
}
