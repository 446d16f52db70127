import { connectSearchIndex } from '@pauta/core/search-index/client'
import { openSearch } from '@pauta/core/search-index/open-search'
import { listUnknownValues } from '@pauta/core/vocabulary/unknown-values'
import { memoizeVocabulary } from '@pauta/core/vocabulary/vocabulary'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import type { Observation } from '@pauta/platform/telemetry/observation'
import { openObserver } from '@pauta/platform/telemetry/observer'
import { parseColumns } from '@pauta/syndication/exports/columns'
import { readCursor } from '@pauta/syndication/selection/cursor'
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES } from '@pauta/syndication/exports/encode'
import { fileNameOf } from '@pauta/syndication/exports/file-name'
import {
  countExport,
  maxRowsOf,
  startExport,
  type ExportRequest,
  type StartedExport,
} from '@pauta/syndication/exports/run-export'
import { parseTableLocale } from '@pauta/syndication/exports/table-locale'
import { readQuery } from '@pauta/syndication/selection/url-grammar'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { answerWhole, endWithoutBody, writeAtPace } from '../client-stream.ts'
import { corsHeaders, EXPOSED_HEADERS, preflight } from '../cors.ts'
import { failureResponse, listQueryParameters } from '../failures.ts'
import { describeRequest } from '../observe-http.ts'
import { errorResponse } from '../responses.ts'
import { describeWarnings } from '../warnings-header.ts'
import { exportArticles } from './endpoint.ts'

/** Time for the last page, its bytes and the end of the file. */
const RESERVE_MS = 20_000

const DATABASE_CONNECTIONS = 1

const config = loadConfigOf(exportArticles)
const { catalogueSeconds, corsOrigins, logLevel, stallSeconds, version } = config.settings
const logger = createLogger({ level: logLevel, fields: { function: 'export', version } })
const observer = openObserver({ name: 'export', logger })
const db = connectDatabase(config.database, { maxConnections: DATABASE_CONNECTIONS })
const findVocabulary = memoizeVocabulary({ db, logger }, catalogueSeconds)
const sources = {
  ...openSearch(connectSearchIndex(config.index), config.embedding),
  logger,
}

/** Reads the request of an export. Throws BAD_USER_INPUT or LIMIT_EXCEEDED. Returns undefined for another path. */
function readRequest(event: APIGatewayProxyEvent): ExportRequest | undefined {
  const format = EXPORT_FORMATS.find((one) => event.path === `/export/articles.${one}`)
  if (format === undefined) return undefined
  const { selection, others } = readQuery(listQueryParameters(event), ['columns', 'cursor', 'locale'])
  return {
    format,
    selection,
    columns: parseColumns(others.columns),
    locale: parseTableLocale(others.locale, format),
    cursor: readCursor(others.cursor, selection),
  }
}

/** Returns the headers of an answer: CORS, with the counts readable by pages. */
function describeAnswer(event: APIGatewayProxyEvent): Record<string, string> {
  const headers = corsHeaders(event, corsOrigins)
  if (headers['access-control-allow-origin'])
    headers['access-control-expose-headers'] = `${EXPOSED_HEADERS}, x-total-rows, x-max-rows`
  return { ...headers, 'x-request-id': event.requestContext.requestId }
}

/** Writes the file. The log line has the rows of a file that the client read to its end. */
async function writePieces(
  { pieces }: StartedExport,
  body: awslambda.HttpResponseStream,
  observation: Observation,
): Promise<void> {
  const summary = await writeAtPace(body, pieces, stallSeconds)
  if (summary) observation.fields['rows'] = summary.rows
  else observation.fields['unread'] = true
}

/** An export for GET: its head and its first page. An export for HEAD has no file. */
interface ReadyExport {
  request: ExportRequest
  totalRows: number
  maxRows: number
  warnings: readonly string[]
  file: StartedExport | undefined
}

/** Starts the export, or returns the answer to a request that cannot be served. */
async function start(
  event: APIGatewayProxyEvent,
  context: Context,
): Promise<ReadyExport | { refusal: APIGatewayProxyResult }> {
  if (event.httpMethod === 'OPTIONS') return { refusal: preflight(event, corsOrigins) }
  const isHead = event.httpMethod === 'HEAD'
  if (event.httpMethod !== 'GET' && !isHead) {
    const error = { code: 'BAD_REQUEST', message: 'Exportações são lidas por GET.' } as const
    return { refusal: errorResponse(405, error, { allow: 'GET, HEAD, OPTIONS' }) }
  }
  try {
    const request = readRequest(event)
    if (!request) {
      const message = `Não há exportação em ${event.path}. Use /export/articles.csv, .xlsx, .jsonl ou .parquet.`
      return { refusal: errorResponse(404, { code: 'NOT_FOUND', message }) }
    }
    const maxRows = maxRowsOf(request.selection)
    const reading = { ...sources, warnings: [] as string[] }
    const describe = async (found: number) => [
      ...reading.warnings,
      ...(await listUnknownValues({ db, findVocabulary, logger }, request.selection, { found })),
    ]
    if (isHead) {
      const totalRows = await countExport(reading, request)
      return { request, totalRows, maxRows, warnings: await describe(totalRows), file: undefined }
    }
    const isLate = () => context.getRemainingTimeInMillis() < RESERVE_MS
    const file = await startExport(reading, request, { maxRows, isLate })
    return { request, totalRows: file.totalRows, maxRows, warnings: await describe(file.totalRows), file }
  } catch (error) {
    return { refusal: failureResponse(error, logger) }
  }
}

async function answer(
  event: APIGatewayProxyEvent,
  stream: awslambda.HttpResponseStream,
  { context, observation }: { context: Context; observation: Observation },
): Promise<number> {
  const ready = await start(event, context)
  if ('refusal' in ready) {
    const { refusal } = ready
    answerWhole(stream, { ...refusal, headers: { ...refusal.headers, ...describeAnswer(event) } })
    return refusal.statusCode
  }
  const { request, totalRows, maxRows, warnings, file } = ready
  const name = fileNameOf('notícias', request.selection, { ending: request.format, now: new Date() })
  const body = awslambda.HttpResponseStream.from(stream, {
    statusCode: 200,
    headers: {
      'content-type': EXPORT_MEDIA_TYPES[request.format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-total-rows': String(totalRows),
      'x-max-rows': String(maxRows),
      ...describeWarnings(warnings),
      ...describeAnswer(event),
    },
  })
  if (file) await writePieces(file, body, observation)
  else endWithoutBody(body)
  return 200
}

/** Streams an export of articles and writes one log line at the end. */
export const handler = awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream, context) => {
  await observer(event.requestContext.requestId, async (observation) => {
    Object.assign(observation.fields, describeRequest(event))
    observation.fields['status'] = await answer(event, stream, { context, observation })
  })
})
