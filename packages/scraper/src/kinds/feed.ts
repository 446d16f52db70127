import { readFeed, type FeedEntry } from '../feeds/feed.ts'
import { readSitemap } from '../feeds/sitemap.ts'
import { readGeneralArticle } from '../any-page/article.ts'
import { all, attribute, first, parseHtml, parseXml } from '../html/page.ts'
import type { Listing, ListingItem, ScrapedArticle, Stamp } from '../article/article.ts'
import { ScrapeError } from '../errors.ts'
import type { PageContext } from '../article/page-context.ts'
import { finishArticle } from '../article/finish-article.ts'
import { firstSegment, resolveAddress } from '../addresses/address.ts'
import { dayOf } from '../dates/dates.ts'
import type { Kind } from './kind.ts'

/** Entries of a sitemap that a run gets, newest first. */
const SITEMAP_ITEMS_MAX = 500
/** The text of the feed replaces that of a page which has less than this share of it. */
const PAGE_SHARE_MIN = 0.5
/** Flags that are set anew. Sites of this kind have no rules that could fail, so none of their pages is `general`. */
const DERIVED: ReadonlySet<string> = new Set(['short', 'undated', 'general'])
const FEED_TYPES = /^application\/(rss|atom)\+xml$/i

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

/** Returns the address of the first feed that a page names in its head, or null. */
export function findFeedLink(html: string, address: string): string | null {
  const links = all('link[rel~="alternate"][href]', parseHtml(html))
  const feed = links.find((link) => FEED_TYPES.test(attribute(link, 'type')))
  return feed === undefined ? null : resolveAddress(attribute(feed, 'href'), address)
}

/**
 * Reads an RSS or Atom feed or a sitemap. A sitemap of sitemaps, or a web page that names a feed, gives the address to
 * read in its place. Throws ScrapeError, `html_changed` for any other page.
 */
function readEntries(text: string, address: string): Listing {
  const page = parseXml(text)
  if (first('urlset, sitemapindex', page) !== null) return readMap(text, address)
  const isFeed = first('rss, feed, rdf\\:rdf', page) !== null
  const feedUrl = isFeed ? null : findFeedLink(text, address)
  if (feedUrl !== null) return ofPage({ items: [], found: 1, structure: null, feedUrl })
  const items = readFeed(text, address).map(toItem)
  return ofPage({ items, found: items.length, structure: items.length > 0 ? 'feed' : null })
}

/** Reads the page of an article. Returns the error of a page without a text, such as a script. */
function readPage(text: string, context: PageContext): ScrapedArticle | ScrapeError {
  try {
    return readGeneralArticle(text, context)
  } catch (error) {
    if (error instanceof ScrapeError && error.kind === 'empty_content') return error
    throw error
  }
}

/** The article as its feed has it. */
function readFromFeed(item: ListingItem, markdown: string, { url, agency }: PageContext): ScrapedArticle {
  const { title, stamp, category, tags, inFeed } = item
  return finishArticle({
    agency: agency ?? firstSegment(url),
    url,
    title,
    heading: title,
    publishedAt: stamp,
    updatedAt: null,
    subtitle: null,
    editorialLead: null,
    category,
    tags,
    imageUrl: inFeed?.imageUrl ?? null,
    videoUrl: null,
    markdown,
    flags: [],
    rules: { title: 'feed', body: 'feed', ...(stamp && { publishedAt: 'feed' }) },
  })
}

/**
 * The time of the feed, where the page has none, or only the same day. A sitemap has the time of the last change, which is
 * no better than what the page was read with.
 */
function findStamp({ publishedAt, rules }: ScrapedArticle, item: ListingItem | undefined): Stamp | null {
  const stamp = item?.inFeed === undefined ? null : item.stamp
  if (stamp === null || publishedAt === null) return stamp ?? publishedAt
  const isSameDay = publishedAt.precision === 'day' && dayOf(publishedAt) === dayOf(stamp)
  return rules.publishedAt === 'listing' || isSameDay ? stamp : publishedAt
}

/**
 * Reads the page of an article, whatever its markup. The text of the feed replaces that of the page where the page has
 * less than half of it, or none. Throws ScrapeError when neither has a text.
 */
function readArticle(text: string, context: PageContext): ScrapedArticle {
  const { item } = context
  const read = readPage(text, context)
  const whole = item?.inFeed?.markdown ?? ''
  const length = read instanceof ScrapeError ? 0 : read.markdown.length
  // Without a title of its own, the entry of a feed is no article.
  const isCut = item !== undefined && item.title !== '' && length < whole.length * PAGE_SHARE_MIN
  if (read instanceof ScrapeError) {
    if (isCut) return readFromFeed(item, whole, context)
    throw read
  }
  const { uniqueId: _id, contentHash: _hash, flags, ...fields } = read
  return finishArticle({
    ...fields,
    publishedAt: findStamp(read, item),
    imageUrl: read.imageUrl ?? item?.inFeed?.imageUrl ?? null,
    markdown: isCut ? whole : read.markdown,
    flags: flags.filter((flag) => !DERIVED.has(flag)),
    rules: { ...fields.rules, ...(isCut && { body: 'feed' }) },
  })
}

/** The root of a WordPress site in the address of its API: such a site is read by its feed when the API is closed. */
const API_PATH = /\/wp-json\/.*$/

/** A site of any software that has an RSS or Atom feed or a sitemap. */
export const feed: Kind = {
  firstPageUrl: (listingUrl) => listingUrl.replace(API_PATH, '/feed/'),
  listingAs: 'feed',
  readListing: readEntries,
  articleAs: 'html',
  readArticle,
  hintSources: () => [],
}
