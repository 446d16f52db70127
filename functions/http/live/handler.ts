import { toArticleFilter } from '@pauta/syndication/selection/convert-selection'
import { readQuery } from '@pauta/syndication/selection/url-grammar'
import { findStart, type Following } from '@pauta/core/history/follow'
import { isPosition } from '@pauta/core/history/position'
import { openTail } from '@pauta/core/history/tail'
import { loadConfigOf } from '@pauta/platform/config/load-config-of'
import { connectDatabase, readRows } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { openObserver } from '@pauta/platform/telemetry/observer'
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { answerWhole, endWithoutBody, watchClient, writeAtPace } from '../client-stream.ts'
import { corsHeaders, findHeader, preflight } from '../cors.ts'
import { failureResponse, listQueryParameters } from '../failures.ts'
import { describeRequest } from '../observe-http.ts'
import { errorResponse } from '../responses.ts'
import { live } from './endpoint.ts'
import { followArticles } from './follow-articles.ts'

/** Delay of an event after its commit, at most. */
const POLL_MS = 1000
const DATABASE_CONNECTIONS = 1
/** Time for the end of a connection. */
const RESERVE_MS = 10_000

const config = loadConfigOf(live)
const { corsOrigins, logLevel, stallSeconds, version } = config.settings
const logger = createLogger({ level: logLevel, fields: { function: 'live', version } })
const observer = openObserver({ name: 'live', logger })
const db = connectDatabase(config.database, { maxConnections: DATABASE_CONNECTIONS })
/** One tail of the log for all connections of the process. */
const tail = openTail({ db, pollMs: POLL_MS, logger })

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // Stops proxies from buffering the stream.
  'x-accel-buffering': 'no',
}

/** Returns what a client names as the place where it continues: its last event, else `since`. Throws BAD_USER_INPUT. */
function readSince(event: APIGatewayProxyEvent, since: string | undefined): string | undefined {
  const lastEventId = findHeader(event, 'last-event-id')?.trim()
  if (!lastEventId) return since
  if (!isPosition(lastEventId)) throw badInput('last-event-id', 'não é a posição de um acontecimento.')
  return lastEventId
}

async function readRequest(event: APIGatewayProxyEvent): Promise<Pick<Following, 'after' | 'filter'>> {
  const { selection, others } = readQuery(listQueryParameters(event), ['since'])
  if (selection.q !== null) throw badInput('q', 'a transmissão compara título e resumo: use keywords.')
  const since = readSince(event, others.since)
  return {
    after: await readRows(() => findStart({ db, tail }, since)),
    filter: toArticleFilter(selection),
  }
}

/** Returns the answer to a request that is no stream. */
function refuse(event: APIGatewayProxyEvent): APIGatewayProxyResult | undefined {
  if (event.httpMethod === 'OPTIONS') return preflight(event, corsOrigins)
  if (event.httpMethod === 'GET' || event.httpMethod === 'HEAD') return undefined
  const error = { code: 'BAD_REQUEST', message: 'A transmissão é lida por GET.' } as const
  return errorResponse(405, error, { allow: 'GET, HEAD, OPTIONS' })
}

/** Answers one connection. Returns its status and the number of its events. */
async function answer(
  event: APIGatewayProxyEvent,
  stream: awslambda.HttpResponseStream,
  context: Context,
): Promise<{ status: number; events?: number }> {
  const headers = { ...corsHeaders(event, corsOrigins), 'x-request-id': event.requestContext.requestId }
  const refusal = refuse(event)
  const request =
    refusal ?? (await readRequest(event).catch((error: unknown) => failureResponse(error, logger)))
  if ('statusCode' in request) {
    answerWhole(stream, { ...request, headers: { ...request.headers, ...headers } })
    return { status: request.statusCode }
  }
  const body = awslambda.HttpResponseStream.from(stream, {
    statusCode: 200,
    headers: { ...STREAM_HEADERS, ...headers },
  })
  if (event.httpMethod === 'HEAD') {
    endWithoutBody(body)
    return { status: 200 }
  }
  const isLate = () => context.getRemainingTimeInMillis() < RESERVE_MS
  const frames = followArticles(tail, { ...request, signal: watchClient(body), isLate })
  const summary = await writeAtPace(body, frames, stallSeconds)
  return { status: 200, ...summary }
}

/** Streams what happens to articles and writes one log line at the end. */
export const handler = awslambda.streamifyResponse<APIGatewayProxyEvent>(async (event, stream, context) => {
  await observer(event.requestContext.requestId, async ({ fields }) => {
    Object.assign(fields, describeRequest(event), await answer(event, stream, context))
  })
})
