import { findFeedLink } from '../kinds/feed.ts'
import type { ListingItem, ScrapedArticle, SiteKind } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { all, attribute, parseHtml } from '../html/page.ts'
import { resolveAddress } from '../text/address.ts'
import type { Site } from './site.ts'
import { fetchArticle, fetchListing, firstPageUrl, type Pages } from './site-pages.ts'

/** What a listing may be: a kind and the address at which this kind reads it. */
type Candidate = { readonly kind: SiteKind; readonly listingUrl: string }

/** A candidate whose listing has entries. */
type Found = Candidate & { readonly items: readonly ListingItem[] }

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

/** Faults of one candidate, after which others are tried. Any other fault is of the host. */
const OF_CANDIDATE = new Set([
  'html_changed',
  'url_broken',
  'not_json',
  'login_page',
  'empty_content',
  'robots_disallowed',
  'unknown',
])

/** Reads the listing of a candidate. Null without entries. */
async function readCandidate(
  fetcher: Pages,
  { key, hosts }: { key: string; hosts: readonly string[] },
  { kind, listingUrl }: Candidate,
): Promise<Found | null> {
  const site: Site = { key, kind, listingUrls: [listingUrl], hosts }
  try {
    const read = await fetchListing(fetcher, site, firstPageUrl(kind, listingUrl), false)
    const items = read?.value.items ?? []
    return items.length > 0 ? { kind, listingUrl, items } : null
  } catch (error) {
    if (error instanceof ScrapeError && OF_CANDIDATE.has(error.kind)) return null
    throw error
  }
}

/** The address of the posts in the API that a page of WordPress names in its head, or null. */
function findPosts(html: string, address: string): string | null {
  const link = all('link[rel="https://api.w.org/"][href]', parseHtml(html))[0]
  const api = link === undefined ? null : resolveAddress(attribute(link, 'href'), address)
  return api === null ? null : new URL('wp/v2/posts', api.endsWith('/') ? api : `${api}/`).href
}

/** Lists what a site may be, by its page and its address, the surest first. */
function* listCandidates(address: string, html: string | null): Generator<Candidate> {
  const { origin } = new URL(address)
  const posts = html === null ? null : findPosts(html, address)
  const feed = html === null ? null : findFeedLink(html, address)
  if (html !== null) yield { kind: 'plone-html', listingUrl: address }
  if (posts !== null) yield { kind: 'wordpress', listingUrl: posts }
  yield { kind: 'plone6-api', listingUrl: address }
  if (feed !== null) yield { kind: 'feed', listingUrl: feed }
  yield { kind: 'feed', listingUrl: address }
  if (posts === null) yield { kind: 'wordpress', listingUrl: address }
  for (const path of ['/rss.xml', '/feed/', '/sitemap.xml']) yield { kind: 'feed', listingUrl: origin + path }
}

/** The page at the address, or null when it cannot be read as a page. */
async function findHtml(fetcher: Pages, address: string): Promise<string | null> {
  try {
    return (await fetcher.fetchPage(address, 'html'))?.text ?? null
  } catch (error) {
    if (error instanceof ScrapeError && OF_CANDIDATE.has(error.kind)) return null
    throw error
  }
}

/** Throws ScrapeError `empty_content` when no kind finds entries. */
async function findListing(fetcher: Pages, key: string, { url, kind, hosts }: SiteQuestion): Promise<Found> {
  const candidates =
    kind === null ? listCandidates(url, await findHtml(fetcher, url)) : [{ kind, listingUrl: url }]
  for (const candidate of candidates) {
    const found = await readCandidate(fetcher, { key, hosts }, candidate)
    if (found !== null) return found
  }
  throw new ScrapeError(
    'empty_content',
    `${url} shows no news as ${kind ?? 'a site of any known kind'}: no listing, API, feed or sitemap with entries`,
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
  const { kind, listingUrl, items } = await findListing(fetcher, key, question)
  const site: Site = { key, kind, listingUrls: [listingUrl], hosts: question.hosts }
  const articles: TriedArticle[] = []
  for (const item of items.slice(0, articlesMax)) articles.push(await tryArticle(fetcher, site, item))
  return { site, entries: items.length, articles }
}
