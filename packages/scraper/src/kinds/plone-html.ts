import { readPloneArticle } from '../plone/article.ts'
import { ploneListingUrl, readPloneListing } from '../plone/listing.ts'
import type { Kind } from './kind.ts'
import { ploneRoot, ploneSitemap } from './plone-site.ts'

/** Classic Plone: pages that the server renders. The hints are the feed of the search of the whole site. */
export const ploneHtml: Kind = {
  firstPageUrl: (listingUrl) => ploneListingUrl(listingUrl, 0),
  listingAs: 'html',
  readListing: readPloneListing,
  articleAs: 'html',
  readArticle: readPloneArticle,
  hintSources(listingUrl) {
    const query = 'portal_type:list=News%20Item&sort_on=Date&sort_order=reverse'
    return [
      { what: 'feed', address: `${ploneRoot(listingUrl)}/pt-br/@@search_rss?${query}` },
      ploneSitemap(listingUrl),
    ]
  },
  // A listing that became a script shell is large and has no entries.
  successor: { kind: 'plone6-api', after: new Set(['html_changed']) },
}
