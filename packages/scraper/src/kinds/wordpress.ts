import { readWordpressArticle } from '../wordpress/article.ts'
import { readWordpressListing } from '../wordpress/listing.ts'
import { historyUrl, pageUrl, postsUrl, postUrl } from '../wordpress/post-urls.ts'
import type { Kind } from './kind.ts'

/** A site with the REST API of WordPress, version 2, at `/wp-json/`. */
export const wordpress: Kind = {
  firstPageUrl: (listingUrl) => pageUrl(listingUrl, 0),
  historyUrl,
  listingAs: 'json',
  readListing: readWordpressListing,
  articleAs: 'json',
  articleUrl: postUrl,
  readArticle: readWordpressArticle,
  hintSources: (listingUrl) => [{ what: 'feed', address: new URL('/feed/', postsUrl(listingUrl)).href }],
  isNews: () => true,
  // Many sites close the API and keep the feed.
  successor: { kind: 'feed', after: new Set(['not_json', 'url_broken', 'login_page', 'html_changed']) },
}
