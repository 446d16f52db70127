import { first, parseXml } from '../html/page.ts'
import type { Listing, ListingItem } from '../pages/listing.ts'
import { readFeed, type FeedEntry } from './feed.ts'
import { findFeedLink } from './feed-link.ts'
import { readSitemap } from './sitemap.ts'

/** Entries of a sitemap that a run gets, newest first. */
const SITEMAP_ITEMS_MAX = 500

const toItem = ({ url, title, stamp, category, tags, markdown, imageUrl }: FeedEntry): ListingItem => ({
  url,
  title,
  stamp,
  category,
  tags,
  inFeed: { markdown, imageUrl },
})

const ofPage = (part: Pick<Listing, 'items' | 'found' | 'structure'> & { feedUrl?: string }): Listing => ({
  ...part,
  nextUrl: null,
})

function readMap(text: string, address: string): Listing {
  const { entries, sitemaps } = readSitemap(text, address)
  // The last file of an index has the newest pages.
  const feedUrl = sitemaps.at(-1)
  if (feedUrl !== undefined) return ofPage({ items: [], found: sitemaps.length, structure: null, feedUrl })
  const items = entries.flatMap(({ url, title, publishedAt, modifiedAt }): ListingItem[] => {
    const stamp = publishedAt ?? modifiedAt
    // A sitemap without dates names pages of all years.
    return stamp === null ? [] : [{ url, title: title ?? '', stamp, category: null, tags: [] }]
  })
  const timeOf = ({ stamp }: ListingItem) => Date.parse(stamp?.iso ?? '')
  const newest = items.sort((one, other) => timeOf(other) - timeOf(one)).slice(0, SITEMAP_ITEMS_MAX)
  return ofPage({ items: newest, found: entries.length, structure: 'sitemap' })
}

/**
 * Reads an RSS or Atom feed or a sitemap. A sitemap of sitemaps, or a web page that names a feed, gives the address to
 * read in its place. Throws ScrapeError, `html_changed` for any other page.
 */
export function readFeedListing(text: string, address: string): Listing {
  const page = parseXml(text)
  if (first('urlset, sitemapindex', page) !== null) return readMap(text, address)
  const isFeed = first('rss, feed, rdf\\:rdf', page) !== null
  const feedUrl = isFeed ? null : findFeedLink(text, address)
  if (feedUrl !== null) return ofPage({ items: [], found: 1, structure: null, feedUrl })
  const items = readFeed(text, address).map(toItem)
  return ofPage({ items, found: items.length, structure: items.length > 0 ? 'feed' : null })
}
