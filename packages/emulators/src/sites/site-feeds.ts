import { escapeHtml } from '../inbox/escape-html.ts'
import { showIso } from './brasilia-time.ts'
import { addressOf, changedAt } from './site-address.ts'
import type { NewsSite, SiteNews } from './site-types.ts'

/** The search of a classic site answers so many entries, whatever is asked. */
const FEED_SIZE = 15

function rss1(site: NewsSite, entries: readonly { address: string; title: string; at: Date }[]): string {
  const items = entries.map(
    ({ address, title, at }) =>
      `<item rdf:about="${address}"><title>${escapeHtml(title)}</title><link>${address}</link><dc:date>${showIso(at)}</dc:date></item>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns="http://purl.org/rss/1.0/">
<channel rdf:about="${site.listingUrl}"><title>${escapeHtml(site.key)}</title></channel>
${items.join('\n')}
</rdf:RDF>`
}

/** The feed of a classic site's search: the newest entries of the whole site without bodies, pages of other folders too. */
export function renderSearchFeed(site: NewsSite, news: readonly SiteNews[]): string {
  const entries = news.map((each) => ({
    address: addressOf(site, each),
    title: each.title,
    at: each.publishedAt,
  }))
  const [newest] = entries
  const root = site.listingUrl.split('/').slice(0, 4).join('/')
  const elsewhere = newest ? [{ ...newest, address: `${root}/pt-br/agenda/reuniao`, title: 'Reunião' }] : []
  return rss1(site, [...elsewhere, ...entries].slice(0, FEED_SIZE))
}

/** The feed of Agência Brasil: RSS 2.0 with whole bodies. */
export function renderBroadcasterFeed(site: NewsSite, news: readonly SiteNews[]): string {
  const items = news.slice(0, FEED_SIZE).map((each) => {
    const body = each.paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('')
    return `<item><title>${escapeHtml(each.title)}</title><link>${addressOf(site, each)}</link><pubDate>${each.publishedAt.toUTCString()}</pubDate><description><![CDATA[${body}]]></description></item>`
  })
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Agência Brasil</title>${items.join('')}</channel></rss>`
}

/** The sitemap of a site: the listing's folder and every article with its last change. */
export function renderSitemap(site: NewsSite, news: readonly SiteNews[]): string {
  const articles = news.map(
    (each) =>
      `<url><loc>${addressOf(site, each)}</loc><lastmod>${changedAt(each).toISOString()}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="utf-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.listingUrl}</loc></url>${articles.join('')}</urlset>`
}
