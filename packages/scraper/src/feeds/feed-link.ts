import { resolveAddress } from '../addresses/address.ts'
import { all, attribute, parseHtml } from '../html/page.ts'

const FEED_TYPES = /^application\/(rss|atom)\+xml$/i

/** Returns the address of the first feed that a page names in its head, or null. */
export function findFeedLink(html: string, address: string): string | null {
  const links = all('link[rel~="alternate"][href]', parseHtml(html))
  const feed = links.find((link) => FEED_TYPES.test(attribute(link, 'type')))
  return feed === undefined ? null : resolveAddress(attribute(feed, 'href'), address)
}
