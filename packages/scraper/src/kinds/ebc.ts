import { readEbcArticle } from '../ebc/article.ts'
import { ebcListingUrl, readEbcListing } from '../ebc/listing.ts'
import type { Kind } from './kind.ts'

/** Agência Brasil. Its feed has the news of all sections, which are in folders of their own. */
export const agenciaBrasil: Kind = {
  agency: 'agencia_brasil',
  firstPageUrl: (listingUrl) => ebcListingUrl(listingUrl, 0),
  listingAs: 'html',
  readListing: (text, address) => readEbcListing(text, address, 'agenciabrasil'),
  articleAs: 'html',
  readArticle: (text, context) => readEbcArticle(text, context, 'agenciabrasil'),
  hintSources(listingUrl) {
    const { origin } = new URL(listingUrl)
    return [
      { what: 'feed', address: `${origin}/rss/ultimasnoticias/feed.xml` },
      { what: 'sitemap', address: `${origin}/sitemap.xml` },
    ]
  },
  hasFeedFirst: true,
  isNews: (url) => url.startsWith('https://agenciabrasil.ebc.com.br/') && url.includes('/noticia/'),
  isBroadcaster: true,
  isSlow: true,
}

/** TV Brasil. No feed and no sitemap of it is known. */
export const tvBrasil: Kind = {
  agency: 'tvbrasil',
  firstPageUrl: (listingUrl) => ebcListingUrl(listingUrl, 0),
  listingAs: 'html',
  readListing: (text, address) => readEbcListing(text, address, 'tvbrasil'),
  articleAs: 'html',
  readArticle: (text, context) => readEbcArticle(text, context, 'tvbrasil'),
  hintSources: () => [],
  isBroadcaster: true,
  isSlow: true,
}
