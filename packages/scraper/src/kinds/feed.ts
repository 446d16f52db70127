import { readFeedArticle } from '../feeds/article.ts'
import { readFeedListing } from '../feeds/listing.ts'
import type { Kind } from './kind.ts'

/** The root of a WordPress site in the address of its API: such a site is read by its feed when the API is closed. */
const API_PATH = /\/wp-json\/.*$/

/** A site of any software that has an RSS or Atom feed or a sitemap. */
export const feed: Kind = {
  firstPageUrl: (listingUrl) => listingUrl.replace(API_PATH, '/feed/'),
  listingAs: 'feed',
  readListing: readFeedListing,
  articleAs: 'html',
  readArticle: readFeedArticle,
  hintSources: () => [],
}
