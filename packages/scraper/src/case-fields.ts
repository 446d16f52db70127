import { SITE_KINDS, type SiteKind } from './kinds/site-kind.ts'
import type { Listing, ListingItem } from './pages/listing.ts'
import type { ScrapedArticle } from './article/article.ts'
import { ScrapeError, type ErrorKind } from './errors.ts'
import { readApiArticle } from './plone-api/item.ts'
import { parseApiBody, readSearch } from './plone-api/search.ts'
import { planPage } from './crawl/plan-page.ts'
import { readArticle, readListing } from './kinds/read-page.ts'
import { articleAddress } from './addresses/address.ts'
import { dayOf, type DayWindow } from './dates/dates.ts'
import { decodePage } from './fetch/decode-page.ts'

type Input = {
  readonly site: SiteKind
  readonly url: string
  readonly listing: string | null
  readonly article: string | null
  readonly json: unknown
  readonly window: DayWindow | null
  readonly known: ReadonlySet<string>
  readonly allowUpdate: boolean
}

export type CaseAnswer = Record<string, unknown> & { error: ErrorKind | null }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const text = (value: unknown) => (typeof value === 'string' ? value : null)

function windowOf(value: unknown): DayWindow | null {
  const start = isRecord(value) ? text(value['start']) : null
  const end = isRecord(value) ? text(value['end']) : null
  return start === null || end === null ? null : { start, end }
}

/** Checks the fields of a case. Throws ScrapeError `unknown` when one that is needed is missing. */
function inputOf(value: unknown): Input {
  const record = isRecord(value) ? value : {}
  const site = SITE_KINDS.find((kind) => kind === record['site'])
  const url = text(record['url'])
  if (site === undefined || url === null || !URL.canParse(url)) {
    throw new ScrapeError('unknown', 'a case needs a known site and an address')
  }
  const bytes = text(record['articleBase64'])
  const known = Array.isArray(record['known'])
    ? record['known'].filter((address) => typeof address === 'string')
    : []
  return {
    site,
    url,
    listing: text(record['listing']),
    article:
      bytes === null
        ? text(record['article'])
        : decodePage(Buffer.from(bytes, 'base64'), text(record['contentType'])),
    json: record['json'],
    window: windowOf(record['window']),
    known: new Set(known.map((address) => articleAddress(address, address) ?? address)),
    allowUpdate: record['allowUpdate'] === true || record['allow_update'] === true,
  }
}

function itemFields(item: ListingItem): Record<string, unknown> {
  return {
    title: item.title,
    url: item.url,
    date: item.stamp === null ? null : dayOf(item.stamp),
    ...(item.category === null ? {} : { category: item.category }),
    ...(item.tags.length === 0 ? {} : { tags: item.tags }),
  }
}

function listingFields(listing: Listing, input: Input): Record<string, unknown> {
  const { window, known, allowUpdate } = input
  const whyNot = (url: string) => (known.has(url) && !allowUpdate ? 'stored' : null)
  const plan = planPage(listing, { window, whyNot })
  return {
    items: listing.items.map(itemFields),
    collect: plan.collect.map(({ url }) => url),
    nextUrl: listing.nextUrl,
    stopped: plan.stopped,
  }
}

function articleFields(article: ScrapedArticle): Record<string, unknown> {
  return {
    ...article,
    publishedAt: article.publishedAt?.iso ?? null,
    updatedAt: article.updatedAt?.iso ?? null,
    precision: article.publishedAt?.precision ?? null,
  }
}

function readApiCase(input: Input): Record<string, unknown> {
  const answer = parseApiBody(
    typeof input.json === 'string' ? input.json : JSON.stringify(input.json ?? null),
  )
  const search = readSearch(answer, input.url)
  const [item] = search.objects
  const article = item === undefined ? {} : articleFields(readApiArticle(item, input.url))
  return { ...article, ...listingFields(search, input) }
}

function readHtmlCase(input: Input): Record<string, unknown> {
  const { site, url, listing: listingHtml, article: articleHtml } = input
  const isBoth = listingHtml !== null && articleHtml !== null
  const listing = listingHtml === null ? null : readListing(site, listingHtml, url)
  const fields = listing === null ? {} : listingFields(listing, input)
  if (articleHtml === null) return fields
  const address = articleAddress(url, url)
  const item = isBoth
    ? (listing?.items.find((entry) => entry.url === address) ?? listing?.items[0])
    : undefined
  return { ...fields, ...articleFields(readArticle(site, articleHtml, { url, item })) }
}

/** The fields that the cases of the scraper compare. Never throws: a fault is a kind in `error`. */
export function readCase(value: unknown): CaseAnswer {
  try {
    const input = inputOf(value)
    return {
      ...(input.site === 'plone6-api' && input.json !== undefined ? readApiCase(input) : readHtmlCase(input)),
      error: null,
    }
  } catch (error) {
    return { error: error instanceof ScrapeError ? error.kind : 'unknown' }
  }
}
