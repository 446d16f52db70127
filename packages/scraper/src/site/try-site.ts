import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { findFeedLink } from '../feeds/feed-link.ts'
import type { ListingItem } from '../pages/listing.ts'
import type { ScrapedArticle } from '../article/article.ts'
import type { SiteKind } from '../kinds/site-kind.ts'
import { ScrapeError } from '../errors.ts'
import { all, attribute, parseHtml } from '../html/page.ts'
import { resolveAddress } from '../addresses/address.ts'
import type { Site } from './site.ts'
import { fetchArticle, fetchListing, firstPageUrl, type Pages } from './site-pages.ts'

/** An article as it would be stored, or why its page cannot be read. */
export type TriedArticle = { readonly url: string } & (
  | { readonly article: ScrapedArticle; readonly error: null }
  | { readonly article: null; readonly error: string }
)

/** What the scraper reads of a site. */
export type SiteTrial = {
  readonly site: Site
  /** Entries of the first page of its listing. */
  readonly entries: number
  readonly articles: readonly TriedArticle[]
}

/** Whether the site may not be asked, as its name leads to a private address. No other kind of site would help. */
export const isRefused = (error: ScrapeError): boolean => error.cause instanceof RefusedAddressError

/** Returns what `read` returns; null after a fault of the page. Throws when the site does not answer or is refused. */
async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ScrapeError && !error.isUnanswered && !isRefused(error)) return null
    throw error
  }
}

/** The address of the posts in the API that a page of WordPress names in its head, or null. */
function findPosts(html: string, address: string): string | null {
  const link = all('link[rel="https://api.w.org/"][href]', parseHtml(html))[0]
  const api = link === undefined ? null : resolveAddress(attribute(link, 'href'), address)
  return api === null ? null : new URL('wp/v2/posts', api.endsWith('/') ? api : `${api}/`).href
}

/** Lists what a site may be, a kind and the address at which this kind reads it, the surest first. */
function* listCandidates(address: string, html: string | null): Generator<[SiteKind, string]> {
  const { origin } = new URL(address)
  const posts = html === null ? null : findPosts(html, address)
  const feed = html === null ? null : findFeedLink(html, address)
  if (html !== null) yield ['plone-html', address]
  if (posts !== null) yield ['wordpress', posts]
  yield ['plone6-api', address]
  if (feed !== null) yield ['feed', feed]
  yield ['feed', address]
  if (posts === null) yield ['wordpress', address]
  for (const path of ['/rss.xml', '/feed/', '/sitemap.xml']) yield ['feed', origin + path]
}

/** Finds the site of a question with the entries of its listing. Throws ScrapeError when no kind finds entries. */
async function findSite(
  fetcher: Pages,
  key: string,
  { url, kind: wanted, hosts }: SiteQuestion,
): Promise<{ site: Site; items: readonly ListingItem[] }> {
  const findHtml = async () => (await orNull(() => fetcher.fetchPage(url, 'html')))?.text ?? null
  const candidates = wanted === null ? listCandidates(url, await findHtml()) : [[wanted, url] as const]
  for (const [kind, listingUrl] of candidates) {
    const site = { key, kind, listingUrls: [listingUrl], hosts }
    const address = firstPageUrl(kind, listingUrl)
    const items = (await orNull(() => fetchListing(fetcher, site, address, false)))?.value.items ?? []
    if (items.length > 0) return { site, items }
  }
  throw new ScrapeError(
    'empty_content',
    `${url} shows no news as ${wanted ?? 'a site of any known kind'}: no listing, API, feed or sitemap with entries`,
  )
}

async function tryArticle(fetcher: Pages, site: Site, item: ListingItem): Promise<TriedArticle> {
  try {
    const read = await fetchArticle(fetcher, site, item, false)
    if (read === null) return { url: item.url, article: null, error: 'no page' }
    return { url: item.url, article: read.value, error: null }
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    return { url: item.url, article: null, error: `${error.kind}: ${error.message}` }
  }
}

/** The address of a site to try. `kind` null: the kind is found. `hosts` are further hosts of its articles. */
export type SiteQuestion = {
  readonly url: string
  readonly kind: SiteKind | null
  readonly hosts: readonly string[]
}

/**
 * Tries a site without sending anything: finds its kind, reads its listing and the first articles of it. Throws
 * ScrapeError when the host does not answer, or no kind finds entries.
 */
export async function trySite(
  fetcher: Pages,
  key: string,
  question: SiteQuestion,
  articlesMax: number,
): Promise<SiteTrial> {
  const { site, items } = await findSite(fetcher, key, question)
  const articles: TriedArticle[] = []
  for (const item of items.slice(0, articlesMax)) articles.push(await tryArticle(fetcher, site, item))
  return { site, entries: items.length, articles }
}
