import { firstSegment } from '../addresses/address.ts'
import { readGeneralArticle } from '../any-page/article.ts'
import type { ScrapedArticle } from '../article/article.ts'
import { finishArticle } from '../article/finish-article.ts'
import { dayOf } from '../dates/dates.ts'
import type { Stamp } from '../dates/stamp.ts'
import { ScrapeError } from '../errors.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { PageContext } from '../pages/page-context.ts'

/** The text of the feed replaces that of a page which has less than this share of it. */
const PAGE_SHARE_MIN = 0.5
/** Flags that are set anew. Sites of this kind have no rules that could fail, so none of their pages is `general`. */
const DERIVED: ReadonlySet<string> = new Set(['short', 'undated', 'general'])

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
export function readFeedArticle(text: string, context: PageContext): ScrapedArticle {
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
