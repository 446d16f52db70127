import { readApiArticle } from '../plone-api/item.ts'
import { itemUrl, searchUrl } from '../plone-api/search-url.ts'
import { parseApiBody, readSearch } from '../plone-api/search.ts'
import type { Kind } from './kind.ts'
import { ploneRoot, ploneSitemap } from './plone-site.ts'

/** Plone 6 with Volto: a script over an API, which is read in place of the pages. */
export const plone6Api: Kind = {
  firstPageUrl: (listingUrl) => searchUrl(listingUrl, 0, 'light'),
  historyUrl: (listingUrl, window) => searchUrl(listingUrl, 0, 'light', window),
  listingAs: 'json',
  readListing: (text, address) => readSearch(parseApiBody(text), address),
  articleAs: 'json',
  articleUrl: itemUrl,
  readArticle: (text, { url, agency }) => readApiArticle(parseApiBody(text), url, agency),
  hintSources: (listingUrl) => [
    { what: 'search', address: searchUrl(`${ploneRoot(listingUrl)}/pt-br`, 0, 'light') },
    ploneSitemap(listingUrl),
  ],
  // The API is gone.
  successor: {
    kind: 'plone-html',
    after: new Set(['not_json', 'url_broken', 'login_page', 'html_changed']),
  },
}
