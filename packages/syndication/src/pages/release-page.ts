import { openReleasePage } from '@pauta/clippings/releases/release-address'
import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { Release } from '@pauta/clippings/releases/release'
import { PUBLISHER_PATHS, writeLicences, type Publisher } from '@pauta/platform/config/publisher'
import { html, raw } from '@pauta/platform/text/html'
import { safeAddress } from '../feeds/feed.ts'
import { renderHead, type FeedLink } from './page-head.ts'

/** The fields of articles that the page of a release reads. */
export const RELEASE_PAGE_FIELDS = ['title', 'url', 'agency_name', 'published_at', 'image'] as const

/** Most articles of a page, for the data that search engines read. */
export const LISTED_ARTICLES = 50

const PRINT_STYLE = `<style>
@media print {
  @page { margin: 18mm }
  body, .p, .p td, .c { background: #fff !important; color: #000 !important }
  .t, .m, .x, .x a, .l { color: #000 !important }
  a[href^="http"]::after { content: " (" attr(href) ")"; font-size: 8pt; font-weight: 400; word-break: break-all }
  .l { text-decoration: none !important }
  .l[href^="http"]::after { content: attr(href); display: block; font-size: 7.5pt; line-height: 1.35; color: #444 }
  h1, h2, h3 { break-after: avoid }
  li, .s > div { break-inside: avoid }
  .pauta-feeds, .pauta-share, .pauta-about nav, .b { display: none !important }
}
.pauta-about { color: #565e6a }
.pauta-about a, .pauta-share a, .pauta-feeds a { color: #0b56a3 }
@media screen and (prefers-color-scheme: dark) {
  .pauta-about { color: #aab3bf }
  .pauta-about a, .pauta-share a, .pauta-feeds a { color: #8dbcf5 }
}
.pauta-feeds, .pauta-share, .pauta-about { max-width: 640px; margin: 0 auto; padding: 16px; font: 14px/1.5 system-ui, sans-serif; text-align: center }
.pauta-share input { font: inherit; width: 100%; max-width: 420px }
</style>`

const writeDay = (at: Date): string =>
  at.toLocaleDateString('pt-BR', { dateStyle: 'long', timeZone: 'America/Sao_Paulo' })

function listFeeds(baseUrl: string, { marketplaceListingId, clippingName }: Release): FeedLink[] {
  if (marketplaceListingId === null) return []
  const feed = `${baseUrl}/feeds/listings/${encodeURIComponent(marketplaceListingId)}`
  return [
    { type: 'application/rss+xml', title: `${clippingName}: edições`, href: `${feed}.rss` },
    { type: 'application/atom+xml', title: `${clippingName}: edições (Atom)`, href: `${feed}.atom` },
    { type: 'application/rss+xml', title: `${clippingName}: notícias`, href: `${feed}.rss?items=articles` },
  ]
}

/** Returns one article as schema.org's NewsArticle. */
export function newsArticle(article: IndexDocument) {
  const image = safeAddress(article.image)
  return {
    '@type': 'NewsArticle',
    headline: article.title,
    url: safeAddress(article.url) ?? undefined,
    datePublished: new Date(article.published_at * 1000).toISOString(),
    publisher: { '@type': 'GovernmentOrganization', name: article.agency_name ?? undefined },
    ...(image === null ? {} : { image }),
  }
}

function describe(release: Release, articles: readonly IndexDocument[], address: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: release.clippingName,
    url: address,
    numberOfItems: release.articlesCount,
    itemListElement: articles.map((article, position) => ({
      '@type': 'ListItem',
      position: position + 1,
      item: newsArticle(article),
    })),
  }
}

function renderFeeds(feeds: readonly FeedLink[]): string {
  if (feeds.length === 0) return ''
  const links = feeds.map(({ href, title }) => html`<a href="${href}">${title}</a>`.text)
  return html`<nav class="pauta-feeds" aria-label="Feeds">${raw(links.join(' · '))}</nav>`.text
}

/** Links to pass a release on. Without scripts, which pages of releases do not run, the address is copied by hand. */
function renderShare(title: string, address: string): string {
  const message = encodeURIComponent(`${title}\n${address}`)
  return html`<aside class="pauta-share" aria-label="Compartilhar">
<p><a href="https://wa.me/?text=${message}" rel="noopener noreferrer" target="_blank">Compartilhar por WhatsApp</a></p>
<p><label>Copiar o endereço: <input readonly value="${address}"></label></p></aside>`.text
}

/** Licences, and links to the publisher's pages. */
function renderAbout(publisher: Publisher, apiUrl: string): string {
  const links = Object.entries(PUBLISHER_PATHS).map(
    ([path, title]) => html`<a href="${apiUrl}${path}">${title}</a>`.text,
  )
  return html`<footer class="pauta-about">${writeLicences(publisher)}
<nav aria-label="Sobre este serviço">${raw(links.join(' · '))}</nav></footer>`.text
}

/** Text that is inserted as it is: `$` has no meaning in it. */
const insertBefore = (page: string, mark: RegExp, text: string) =>
  page.replace(mark, (found) => `${text}\n${found}`)

/**
 * Returns the page of a release: its stored digest with what search engines, social networks, feed readers and printers
 * need. A digest that is no whole document, as imported ones may be, becomes the body of one.
 */
export function renderReleasePage(
  release: Release & { digestHtml: string },
  articles: readonly IndexDocument[],
  { baseUrl, publisher }: { baseUrl: string; publisher: Publisher },
): string {
  const address = openReleasePage(release, baseUrl)
  const title = `${release.clippingName}, ${writeDay(release.refTime)}`
  const feeds = listFeeds(baseUrl, release)
  const image = articles.map((article) => safeAddress(article.image)).find((found) => found !== null) ?? null
  const description = release.digestPreview ?? `${release.articlesCount} notícias do governo federal.`
  const data = describe(release, articles, address)
  const siteName = publisher.name
  const head = renderHead({ title, description, address, siteName, kind: 'article', image, feeds, data })
  const whole = /<\/head>/i.test(release.digestHtml)
    ? release.digestHtml
    : html`<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title></head><body>${raw(release.digestHtml)}</body></html>`.text
  const withHead = insertBefore(whole, /<\/head>/i, `${head}\n${PRINT_STYLE}`)
  const end = renderShare(title, address) + renderFeeds(feeds) + renderAbout(publisher, baseUrl)
  return insertBefore(withHead, /<\/body>/i, end)
}
