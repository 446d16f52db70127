import { PAGE_KEY_PARAMETER } from '@pauta/clippings/releases/release-address'
import { findRelease, findReleaseContents, listDigests } from '@pauta/clippings/releases/release'
import { listReleaseArticles } from '@pauta/clippings/releases/release-articles'
import { withIds } from '@pauta/core/search-index/filter'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { listDocuments } from '@pauta/core/search-index/search'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { decodePathPart } from '@pauta/platform/input/decode-path-part'
import type { SiteSubject } from '@pauta/syndication/pages/site-page'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { addCacheHeaders, NO_STORE, preconditionOf, storeFor } from '../cache-headers.ts'
import { failureResponse } from '../failures.ts'
import { observeHttp } from '../observe-http.ts'
import { pageResponse } from '../page.ts'
import { pages } from './endpoint.ts'
import { readSitePath, type SitePath } from './site-path.ts'

/** As long as shared caches store releases of GraphQL. */
const PAGE_SECONDS = 60
const SITEMAP_SECONDS = 300
/** The days before today change when an old article arrives. */
const DAY_SITEMAPS_SECONDS = 3600
const ROBOTS_SECONDS = 3600
const DATABASE_CONNECTIONS = 1

const config = loadConfigOf(pages)
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'pages' } })
const db = connectDatabase(config.database, { maxConnections: DATABASE_CONNECTIONS })
const index = connectSearchIndex(config.index)
const baseUrl = config.delivery.apiUrl
const sites = {
  apiUrl: baseUrl,
  siteUrl: config.settings.siteUrl,
  siteName: config.publisher.name,
}

/** The pages run nothing and load only the pictures and styles that they contain. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/** Headers of a page whose address has a key: caches, search engines and other sites do not learn of the address. */
const UNLISTED = {
  'cache-control': NO_STORE,
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

function respond(body: string, headers: Record<string, string> = {}): APIGatewayProxyResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': storeFor(PAGE_SECONDS),
      ...headers,
    },
    body,
  }
}

function respondPlain(mediaType: string, body: string, seconds: number): APIGatewayProxyResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      'cache-control': storeFor(seconds),
    },
    body,
  }
}

const notFound = (what: string) => new PublicError('NOT_FOUND', what)

/**
 * Returns the page of a release that anybody may see, or whose key the address has. Throws NOT_FOUND for all others. Each
 * page loads late.
 */
async function answerRelease(id: string, pageKey: string | undefined): Promise<APIGatewayProxyResult> {
  const { LISTED_ARTICLES, RELEASE_PAGE_FIELDS, renderReleasePage } =
    await import('@pauta/syndication/pages/release-page')
  const asked = { id, userId: null, pageKey }
  const [release, contents, digests] = await readRows(() =>
    Promise.all([findRelease(db, asked), findReleaseContents(db, asked), listDigests(db, [id])]),
  )
  const digestHtml = digests.get(id)
  if (!release || !contents || digestHtml === undefined)
    throw notFound('Esta edição não existe ou não é pública.')
  const shown = { ...contents, articleIds: contents.articleIds?.slice(0, LISTED_ARTICLES) ?? null }
  const articles = await listReleaseArticles(index, shown, RELEASE_PAGE_FIELDS)
  const isListed = release.isPublic && pageKey === undefined
  const page = renderReleasePage({ ...release, digestHtml }, articles, {
    baseUrl,
    publisher: config.publisher,
  })
  return respond(page, isListed ? {} : UNLISTED)
}

/** Returns the page of an article. Throws NOT_FOUND for an unknown one and for one that was taken down. */
async function answerArticle(id: string): Promise<APIGatewayProxyResult> {
  const { ARTICLE_PAGE_FIELDS, renderArticlePage } = await import('@pauta/syndication/pages/article-page')
  const { documents } = await listDocuments(index, {
    filter: withIds([id]),
    page: 1,
    limit: 1,
    fields: ARTICLE_PAGE_FIELDS,
  })
  const [article] = documents
  if (!article) throw notFound('Esta notícia não existe ou foi retirada do ar.')
  return respond(renderArticlePage(article, sites))
}

/** Returns the news of the last two days for search engines. */
async function answerSitemap(): Promise<APIGatewayProxyResult> {
  const { listSitemapArticles, writeNewsSitemap } = await import('@pauta/syndication/pages/news-sitemap')
  const articles = await listSitemapArticles(index, new Date())
  return respondPlain('application/xml', writeNewsSitemap(articles, sites), SITEMAP_SECONDS)
}

/** Returns the list of the sitemaps of days, or the sitemap of one. Throws NOT_FOUND for a day without news. */
async function answerDaySitemap(path: string): Promise<APIGatewayProxyResult> {
  const { listDayArticles, listSitemapDays, SITEMAPS_PATH, writeDaySitemap, writeSitemapDays } =
    await import('@pauta/syndication/pages/day-sitemaps')
  const now = new Date()
  const respondXml = (body: string) => respondPlain('application/xml', body, DAY_SITEMAPS_SECONDS)
  if (path === SITEMAPS_PATH) return respondXml(writeSitemapDays(await listSitemapDays(index, now), sites))
  const day = /^\/sitemaps\/(\d{4}-\d{2}-\d{2})\.xml$/.exec(path)?.[1]
  const articles = day === undefined ? [] : await listDayArticles(index, { day, now })
  if (articles.length === 0) throw notFound('Não há notícias deste dia.')
  return respondXml(writeDaySitemap(articles, sites))
}

async function answerRobots(): Promise<APIGatewayProxyResult> {
  const { writeRobots } = await import('@pauta/syndication/pages/news-sitemap')
  return respondPlain('text/plain', writeRobots(sites), ROBOTS_SECONDS)
}

/** Returns a page about the body that publishes, or undefined for another path. */
async function answerPublisher(path: string): Promise<APIGatewayProxyResult | undefined> {
  const { renderPublisherPage } = await import('@pauta/syndication/pages/publisher-page')
  const page = renderPublisherPage(path, config.publisher, sites)
  return page === undefined ? undefined : respond(page)
}

/**
 * Returns a page of the observatory: what search engines and previews read, the text of an article, and the script that
 * takes over. A failure of a store leaves the script, which asks again.
 */
async function answerSitePage(sitePath: SitePath): Promise<APIGatewayProxyResult> {
  const [{ findSubject }, { renderSitePage }] = await Promise.all([
    import('./site-subjects.ts'),
    import('@pauta/syndication/pages/site-page'),
  ])
  const page = (subject: SiteSubject | undefined, statusCode: number, headers = {}) => ({
    statusCode,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': storeFor(PAGE_SECONDS),
      ...headers,
    },
    body: renderSitePage(subject, config.publisher),
  })
  try {
    const subject = await findSubject(sitePath, { db, index, sites })
    return page(subject, subject ? 200 : 404)
  } catch (error) {
    const { statusCode, headers } = failureResponse(error, logger)
    const { 'retry-after': wait } = headers ?? {}
    return page(undefined, statusCode, wait === undefined ? {} : { 'retry-after': wait })
  }
}

async function answer({ path, queryStringParameters }: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  if (path === '/robots.txt') return await answerRobots()
  if (path === '/sitemap.xml') return await answerSitemap()
  if (path.startsWith('/sitemaps/')) return await answerDaySitemap(path)
  const publisher = await answerPublisher(path)
  if (publisher) return publisher
  const sitePath = readSitePath(path)
  if (sitePath && sites.siteUrl !== '') return await answerSitePage(sitePath)
  if (sitePath?.folder === 'noticias' && sitePath.rest === '') return await answerArticle(sitePath.id)
  const [, kind, id = ''] = /^\/(edicoes|artigos)\/([^/]+)$/.exec(path) ?? []
  const decoded = decodePathPart(id)
  if (kind === undefined || decoded === undefined) throw notFound('Não há página neste endereço.')
  if (kind === 'artigos') return await answerArticle(decoded)
  return await answerRelease(decoded, queryStringParameters?.[PAGE_KEY_PARAMETER])
}

/** Answers pages that work without scripts, pages of the observatory, robots.txt and the sitemaps. */
export const handler = observeHttp({ name: 'pages', logger }, async (event) => {
  const result = await answer(event).catch((error: unknown) => {
    if (error instanceof PublicError && error.code === 'NOT_FOUND')
      return pageResponse(404, { heading: 'Página não encontrada', paragraphs: [error.message] })
    return failureResponse(error, logger)
  })
  return addCacheHeaders(result, preconditionOf(event), 'accept')
})
