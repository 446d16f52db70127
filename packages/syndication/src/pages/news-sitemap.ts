import type { IndexDocument } from '@pauta/core/search-index/collection'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { within } from '@pauta/core/search-index/filter'
import { listDocuments } from '@pauta/core/search-index/search'
import { html } from '@pauta/platform/text/html'
import { DAY_MS, formatInstant, SECOND_MS } from '@pauta/platform/time/time'
import { xmlText } from '../feeds/feed.ts'
import { articleAddress, type ArticlePageSites } from './article-page.ts'
import { sitemapHost, SITEMAPS_PATH } from './day-sitemaps.ts'

/** Search engines read news of the last two days, at most 1,000 (https://www.google.com/schemas/sitemap-news/0.9). */
const WINDOW_MS = 2 * DAY_MS
const ENTRIES_MAX = 1000
/** Largest page of the search index. */
const PAGE_ROWS = 250

/** Returns the newest articles of the two days before `now`, at most 1,000. Throws SERVICE_UNAVAILABLE. */
export async function listSitemapArticles(index: SearchIndex, now: Date): Promise<IndexDocument[]> {
  const filter = within('published_at', { from: new Date(now.getTime() - WINDOW_MS), to: now })
  const articles: IndexDocument[] = []
  for (let page = 1; page * PAGE_ROWS <= ENTRIES_MAX; page++) {
    const request = { filter, page, limit: PAGE_ROWS, fields: ['title', 'published_at'] as const }
    const { documents } = await listDocuments(index, request)
    articles.push(...documents)
    if (documents.length < PAGE_ROWS) break
  }
  return articles
}

const entryOf = (sites: ArticlePageSites) => (article: IndexDocument) =>
  html`<url><loc>${articleAddress(article.unique_id, sites)}</loc><news:news><news:publication><news:name>${sites.siteName}</news:name><news:language>pt</news:language></news:publication><news:publication_date>${formatInstant(new Date(article.published_at * SECOND_MS))}</news:publication_date><news:title>${xmlText(article.title)}</news:title></news:news></url>
`

/** Writes the sitemap of articles for search engines of news, which take addresses of the sitemap's own host alone. */
export const writeNewsSitemap = (articles: readonly IndexDocument[], sites: ArticlePageSites): string =>
  html`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:news="http://www.google.com/schemas/sitemap-news/0.9">
${articles.map(entryOf(sites))}</urlset>
`.text

/** Writes robots.txt: pages may be read, exports and interfaces for programs not. */
export const writeRobots = (sites: ArticlePageSites): string =>
  [
    'User-agent: *',
    ...['/export/', '/graphql', '/mcp', '/stream/'].map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${sitemapHost(sites)}/sitemap.xml`,
    `Sitemap: ${sitemapHost(sites)}${SITEMAPS_PATH}`,
    '',
  ].join('\n')
