import { findRelease, findReleaseContents, listDigests } from '@pauta/clippings/releases/release'
import { listReleaseArticles } from '@pauta/clippings/releases/release-articles'
import { withIds } from '@pauta/core/search-index/filter'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import { listDocuments } from '@pauta/core/search-index/search'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { addCacheHeaders, preconditionOf, storeFor } from './cache-headers.ts'
import { failureResponse } from './failures.ts'
import { observeHttp } from './observe-http.ts'
import { pageResponse } from './page.ts'

/** As long as shared caches store releases of GraphQL. */
const PAGE_SECONDS = 60
const DATABASE_CONNECTIONS = 1

const config = loadConfig('settings', 'database', 'index', 'delivery')
const logger = createLogger({ level: config.settings.logLevel, fields: { function: 'pages' } })
const db = connectDatabase(config.database, { maxConnections: DATABASE_CONNECTIONS })
const index = connectSearchIndex(config.index)
const baseUrl = config.delivery.apiUrl

/** The pages run nothing and load only the pictures and styles that they contain. */
const POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src https: data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

function respond(body: string): APIGatewayProxyResult {
  return {
    statusCode: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': storeFor(PAGE_SECONDS),
    },
    body,
  }
}

const notFound = (what: string) => new PublicError('NOT_FOUND', what)

/** Returns the page of a release that anybody may see. Throws NOT_FOUND for all others. Each page loads late. */
async function answerRelease(id: string): Promise<APIGatewayProxyResult> {
  const { LISTED_ARTICLES, RELEASE_PAGE_FIELDS, renderReleasePage } =
    await import('@pauta/syndication/pages/release-page')
  const asked = { id, userId: null }
  const [release, contents, digests] = await readRows(() =>
    Promise.all([findRelease(db, asked), findReleaseContents(db, asked), listDigests(db, [id])]),
  )
  const digestHtml = digests.get(id)
  if (!release || !contents || digestHtml === undefined)
    throw notFound('Esta edição não existe ou não é pública.')
  const shown = { ...contents, articleIds: contents.articleIds?.slice(0, LISTED_ARTICLES) ?? null }
  const articles = await listReleaseArticles(index, shown, RELEASE_PAGE_FIELDS)
  return respond(renderReleasePage({ ...release, digestHtml }, articles, baseUrl))
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
  return respond(renderArticlePage(article, baseUrl))
}

async function answer(path: string): Promise<APIGatewayProxyResult> {
  const [, kind, id = ''] = /^\/(edicoes|artigos)\/([^/]+)$/.exec(path) ?? []
  if (kind === undefined || !URL.canParse(`x:${id}`)) throw notFound('Não há página neste endereço.')
  const decoded = decodeURIComponent(id)
  return kind === 'edicoes' ? await answerRelease(decoded) : await answerArticle(decoded)
}

/** Answers the pages of releases and articles, which work without scripts. */
export const handler = observeHttp({ name: 'pages', settings: config.settings, logger }, async (event) => {
  const result = await answer(event.path).catch((error: unknown) => {
    if (error instanceof PublicError && error.code === 'NOT_FOUND')
      return pageResponse(404, { heading: 'Página não encontrada', paragraphs: [error.message] })
    return failureResponse(error, logger)
  })
  return addCacheHeaders(result, preconditionOf(event), 'accept')
})
