import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { countFacets } from '@pauta/core/search-index/facets'
import { within } from '@pauta/core/search-index/filter'
import { listDocuments } from '@pauta/core/search-index/search'
import { html } from '@pauta/platform/text/html'
import { parseWindow } from '@pauta/platform/time/time'
import { articleAddress, type ArticlePageSites } from './article-page.ts'

/** More days than the news has: 27 years. A list of sitemaps may have 50,000 (https://www.sitemaps.org/protocol.html). */
const DAYS_MAX = 10_000
/** Most articles of a day in its sitemap. The agencies publish about 500 on a working day. */
const ENTRIES_MAX = 5000
/** Largest page of the search index. */
const PAGE_ROWS = 250

/** Path of the list of sitemaps; each day has its own beside it. */
export const SITEMAPS_PATH = '/sitemaps/dias.xml'

/** Returns the local days with articles, `YYYY-MM-DD`, newest first. Throws SERVICE_UNAVAILABLE. */
export async function listSitemapDays(index: SearchIndex, now: Date): Promise<string[]> {
  const { facets } = await countFacets(index, {
    filter: within('published_at', { to: now }),
    facets: ['published_day'],
    maxValues: DAYS_MAX,
    isSorted: false,
  })
  return facets.published_day
    .map(({ value }) => value)
    .sort()
    .toReversed()
}

/**
 * Returns the newest articles of a local day until `now`, at most 5,000. Throws BAD_USER_INPUT for a day that does not
 * exist, and SERVICE_UNAVAILABLE.
 */
export async function listDayArticles(
  index: SearchIndex,
  { day, now }: { day: string; now: Date },
): Promise<IndexDocument[]> {
  const { from, to } = parseWindow(day, day, { start: 'dia', end: 'dia' })
  const filter = within('published_at', { from, to: to && to < now ? to : now })
  const articles: IndexDocument[] = []
  for (let page = 1; page * PAGE_ROWS <= ENTRIES_MAX; page++) {
    const { documents } = await listDocuments(index, { filter, page, limit: PAGE_ROWS, fields: ['title'] })
    articles.push(...documents)
    if (documents.length < PAGE_ROWS) break
  }
  return articles
}

/** Returns the host of the sitemaps, which is that of the pages they name. */
export const sitemapHost = ({ apiUrl, siteUrl }: ArticlePageSites): string =>
  siteUrl === '' ? apiUrl : siteUrl

/** Writes the list of the sitemaps of days. */
export const writeSitemapDays = (days: readonly string[], sites: ArticlePageSites): string =>
  html`<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${days.map(
  (day) => html`<sitemap><loc>${sitemapHost(sites)}/sitemaps/${day}.xml</loc></sitemap>
`,
)}</sitemapindex>
`.text

/** Writes the sitemap of the articles of a day. */
export const writeDaySitemap = (articles: readonly IndexDocument[], sites: ArticlePageSites): string =>
  html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${articles.map(
  ({ unique_id: id }) => html`<url><loc>${articleAddress(id, sites)}</loc></url>
`,
)}</urlset>
`.text
