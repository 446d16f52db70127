import { countArticlesBy } from '@pauta/core/analytics/article-counts'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openSearch } from '@pauta/core/search-index/open-search'
import { listUnknownValues } from '@pauta/core/vocabulary/unknown-values'
import { memoizeEntityNames } from '@pauta/core/entities/kept-names'
import { memoizeVocabulary } from '@pauta/core/vocabulary/vocabulary'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { clientNetwork } from '@pauta/platform/text/client-network'
import {
  COUNTS_FORMATS,
  COUNTS_MEDIA_TYPES,
  readCountsAddress,
  writeCounts,
  type CountsFormat,
} from '@pauta/syndication/counts/counts-table'
import { fileNameOf } from '@pauta/syndication/exports/file-name'
import { readFeedPage, readFeedPath, type FeedSubject } from '@pauta/syndication/feeds/feed-address'
import type { Feed } from '@pauta/syndication/feeds/feed'
import { HUB_PATH } from '@pauta/syndication/feeds/hub-path'
import { OPML_MEDIA_TYPE, writeAgenciesOpml, writeThemesOpml } from '@pauta/syndication/feeds/opml'
import {
  readArticlesFeed,
  type FeedRequest,
  type FeedSources,
} from '@pauta/syndication/feeds/read-articles-feed'
import { CHANGES_PARAMETERS, readChangesFeed } from '@pauta/syndication/feeds/read-changes-feed'
import { readListingFeed } from '@pauta/syndication/feeds/read-listing-feed'
import { readHubRequest } from '@pauta/syndication/hub/hub-request'
import { recordRequest } from '@pauta/syndication/hub/subscriptions'
import { FEED_FORMATS, FEED_MEDIA_TYPES, writeFeed } from '@pauta/syndication/feeds/write-feed'
import { EVERYTHING, findOtherField } from '@pauta/syndication/selection/selection'
import { readQuery } from '@pauta/syndication/selection/url-grammar'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { addCacheHeaders, preconditionOf, storeFor } from '../cache-headers.ts'
import { corsHeaders, preflight } from '../cors.ts'
import { failureResponse, listQueryParameters } from '../failures.ts'
import { observeHttp } from '../observe-http.ts'
import { errorResponse, textResponse } from '../responses.ts'
import { describeWarnings } from '../warnings-header.ts'
import { feeds } from './endpoint.ts'

/** As long as shared caches store GraphQL's lists and catalogues. */
const FEED_SECONDS = 60
const OPML_SECONDS = 300
const DATABASE_CONNECTIONS = 1
/** Topic and callback have at most 2,048 characters each, which an escape makes three times longer. */
const HUB_BODY_MAX_BYTES = 16 * 1024

const config = loadConfigOf(feeds)
const { catalogueSeconds, corsOrigins, logLevel, portalUrl, siteUrl } = config.settings
const logger = createLogger({ level: logLevel, fields: { function: 'feeds' } })
const baseUrl = config.delivery.apiUrl
const db = connectDatabase(config.database, { maxConnections: DATABASE_CONNECTIONS })
const findVocabulary = memoizeVocabulary({ db, logger }, catalogueSeconds)
const findEntityNames = memoizeEntityNames(db, catalogueSeconds)
const sources: Omit<FeedSources, 'warnings'> = {
  db,
  ...openSearch(connectSearchIndex(config.index), config.embedding),
  logger,
  baseUrl,
  sites: { portalUrl, siteUrl },
}

function respond(mediaType: string, body: string, headers: Record<string, string>): APIGatewayProxyResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      'x-content-type-options': 'nosniff',
      ...headers,
    },
    body,
  }
}

/** Returns the feed of a listing. Its releases are fixed, so it takes no filters. */
async function readListing(
  { subject, ...request }: FeedRequest,
  { items, id }: { items: string | undefined; id: string },
  reading: FeedSources,
): Promise<Feed> {
  const refused = findOtherField(request.selection, EVERYTHING)
  if (refused !== undefined) throw badInput(refused, 'o feed de uma publicação não tem este parâmetro.')
  if (items !== undefined && items !== 'articles' && items !== 'releases')
    throw badInput('items', 'use um destes valores: releases, articles.')
  return await readListingFeed(reading, { ...request, subject, listingId: id, items: items ?? 'releases' })
}

async function answerFeed(
  path: { subject: FeedSubject; format: FeedRequest['format'] },
  event: APIGatewayProxyEvent,
): Promise<APIGatewayProxyResult> {
  const { subject, format } = path
  const others =
    subject.kind === 'listings' ? (['page', 'limit', 'items'] as const) : (['page', 'limit'] as const)
  const parsed = readQuery<'page' | 'limit' | 'items'>(listQueryParameters(event), others)
  const request = { ...path, selection: parsed.selection, page: readFeedPage(parsed.others) }
  const warnings: string[] = []
  const reading = { ...sources, warnings }
  const feed =
    subject.kind === 'listings'
      ? await readListing(request, { items: parsed.others.items, id: subject.id }, reading)
      : await readArticlesFeed(reading, request)
  const checked = { db, findVocabulary, logger }
  const unknown = await listUnknownValues(checked, parsed.selection, { found: feed.items.length })
  return respond(FEED_MEDIA_TYPES[format], writeFeed(feed, format), {
    // Results of a search that lost its meaning are not stored, as in GraphQL.
    ...(warnings.length === 0 && { 'cache-control': storeFor(FEED_SECONDS) }),
    ...describeWarnings([...warnings, ...unknown]),
    'last-modified': feed.updated.toUTCString(),
    ...(feed.links.hub !== null && {
      link: `<${feed.links.hub}>; rel="hub", <${feed.links.self}>; rel="self"`,
    }),
  })
}

/** Returns what happened to articles. */
async function answerChanges(
  event: APIGatewayProxyEvent,
  format: FeedRequest['format'],
): Promise<APIGatewayProxyResult> {
  const parsed = readQuery(listQueryParameters(event), CHANGES_PARAMETERS)
  const warnings: string[] = []
  const feed = await readChangesFeed({ ...sources, warnings }, { format, ...parsed })
  const checked = { db, findVocabulary, logger }
  const unknown = await listUnknownValues(checked, parsed.selection, { found: feed.items.length })
  return respond(FEED_MEDIA_TYPES[format], writeFeed(feed, format), {
    'cache-control': storeFor(FEED_SECONDS),
    ...describeWarnings(unknown),
    'last-modified': feed.updated.toUTCString(),
  })
}

/** Returns the articles of a question, counted. Its answer is stored as long as that of GraphQL's `articleCounts`. */
async function answerCounts(
  event: APIGatewayProxyEvent,
  format: CountsFormat,
): Promise<APIGatewayProxyResult> {
  const { selection, request, locale } = readCountsAddress(listQueryParameters(event), format)
  const { by } = request
  const { index } = sources
  const counts = await readRows(() => countArticlesBy({ index, findEntityNames, findVocabulary }, request))
  const unknown = await listUnknownValues({ db, findVocabulary, logger }, selection, { found: counts.found })
  const name = fileNameOf(`contagens ${by}`, selection, { ending: format, now: new Date() })
  return {
    statusCode: 200,
    headers: {
      'content-type': COUNTS_MEDIA_TYPES[format],
      'x-content-type-options': 'nosniff',
      'cache-control': storeFor(FEED_SECONDS),
      ...(format === 'csv' && { 'content-disposition': `attachment; filename="${name}"` }),
      ...describeWarnings(unknown),
    },
    body: writeCounts(counts, { format, by, locale }),
  }
}

async function answerOpml(write: () => Promise<string>): Promise<APIGatewayProxyResult> {
  return respond(OPML_MEDIA_TYPE, await write(), { 'cache-control': storeFor(OPML_SECONDS) })
}

/** Records a request to the hub, which a job verifies. Throws what is wrong in it. */
async function answerHub(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  if (event.httpMethod !== 'POST')
    return errorResponse(
      405,
      { code: 'BAD_REQUEST', message: 'O hub recebe POST.' },
      { allow: 'POST, OPTIONS' },
    )
  const body = event.body ?? ''
  if (Buffer.byteLength(body) > HUB_BODY_MAX_BYTES)
    return errorResponse(413, { code: 'LIMIT_EXCEEDED', message: 'O pedido é longo demais.' })
  const form = new URLSearchParams(
    event.isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body,
  )
  const { allowedOrigins } = config.outbound
  const request = readHubRequest(form, { baseUrl, allowedOrigins })
  const network = clientNetwork(event.requestContext.identity.sourceIp)
  await recordRequest(db, request, { network, now: new Date() })
  return textResponse(202, 'O pedido será conferido com o endereço informado em alguns minutos.\n')
}

async function answer(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const { path, httpMethod } = event
  if (path === HUB_PATH) return await answerHub(event)
  if (httpMethod !== 'GET' && httpMethod !== 'HEAD')
    return errorResponse(
      405,
      { code: 'BAD_REQUEST', message: 'Feeds e contagens são lidos por GET.' },
      { allow: 'GET, HEAD, OPTIONS' },
    )
  if (path === '/feeds/agencies.opml') return await answerOpml(() => writeAgenciesOpml(sources, baseUrl))
  if (path === '/feeds/themes.opml') return await answerOpml(() => writeThemesOpml(sources.db, baseUrl))
  const changesFormat = FEED_FORMATS.find((one) => path === `/feeds/changes.${one}`)
  if (changesFormat) return await answerChanges(event, changesFormat)
  const countsFormat = COUNTS_FORMATS.find((one) => path === `/export/counts.${one}`)
  if (countsFormat) return await answerCounts(event, countsFormat)
  const known = readFeedPath(path)
  if (known) return await answerFeed(known, event)
  return errorResponse(404, {
    code: 'NOT_FOUND',
    message: `Não há feed em ${path}. Exemplos: /feeds/articles.rss, /feeds/agencies/saude.atom, /feeds/themes/03.json.`,
  })
}

/** Answers feeds, lists of feeds and tables of counts. */
export const handler = observeHttp({ name: 'feeds', logger }, async (event) => {
  if (event.httpMethod === 'OPTIONS') return preflight(event, corsOrigins)
  const result = await answer(event).catch((error: unknown) => failureResponse(error, logger))
  const cached = addCacheHeaders(result, preconditionOf(event), 'origin')
  return { ...cached, headers: { ...corsHeaders(event, corsOrigins), ...cached.headers } }
})
