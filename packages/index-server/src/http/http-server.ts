import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Engine } from '../storage/engine.ts'
import { CORS_HEADERS, preflightHeaders } from './cors.ts'
import { embed, readQuery } from './embedded-parameters.ts'
import { HttpError, badRequest } from '../requests/http-error.ts'
import type { ApiRequest, ApiResponse } from './route.ts'
import { findRoute } from './routes.ts'

/** Longer query strings are refused. POST /multi_search accepts larger searches. */
const MAX_QUERY_LENGTH = 4_000
/** Bodies are read whole into memory. */
const MAX_BODY_BYTES = 1 << 28
const REQUEST_TIMEOUT_MILLISECONDS = 10 * 60_000

export function createHttpServer(engine: Engine): Server {
  const server = createServer((request, response) => {
    // A stopping server waits for its connections, so answered connections are closed.
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections())
    })
    void handle(engine, request, response)
  })
  server.requestTimeout = REQUEST_TIMEOUT_MILLISECONDS
  server.keepAliveTimeout = 30_000
  return server
}

async function handle(engine: Engine, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const caller = new AbortController()
  response.once('close', () => {
    if (!response.writableEnded) caller.abort()
  })
  const preflight = preflightHeaders(request)
  if (preflight) {
    response.writeHead(200, preflight).end()
    return
  }
  try {
    await send(response, await answer(engine, request, caller.signal))
  } catch (error) {
    if (response.headersSent || caller.signal.aborted) response.destroy()
    else await send(response, describeError(error))
  }
}

function describeError(error: unknown): ApiResponse {
  if (error instanceof HttpError) return { status: error.status, json: { message: error.message } }
  // Unexpected errors are returned in full, because this server is for development.
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { status: 500, json: { message: `Internal error. ${message}` } }
}

async function answer(engine: Engine, request: IncomingMessage, signal: AbortSignal): Promise<ApiResponse> {
  const target = request.url ?? '/'
  const mark = target.indexOf('?')
  const search = mark < 0 ? '' : target.slice(mark + 1)
  const route = findRoute(request.method ?? 'GET', mark < 0 ? target : target.slice(0, mark))
  const query = readQuery(search)
  const apiKey = String(request.headers['x-typesense-api-key'] ?? query.get('x-typesense-api-key') ?? '')
  const api: ApiRequest = {
    engine,
    path: route?.path ?? {},
    query,
    body: '',
    apiKey,
    now: new Date(),
    signal,
  }
  if (route === undefined) return { status: 404, json: { message: 'Not Found' } }
  if (!route.isOpen && !engine.isReady)
    throw new HttpError(503, 'Not Ready or Lagging: documents are still being loaded.')
  if (request.method === 'GET' && search.length > MAX_QUERY_LENGTH) {
    throw badRequest(
      `Query string exceeds max allowed length of ${MAX_QUERY_LENGTH}. Use the /multi_search end-point for larger payloads.`,
    )
  }
  if (route.demand !== undefined) {
    const embedded = engine.keys.authorize(apiKey, route.demand(api), api.now)
    for (const [name, value] of Object.entries(embedded)) embed(query, name, String(value))
  }
  api.body = await readBody(request)
  return route.handle(api)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY_BYTES)
      throw new HttpError(413, `Request body is larger than ${MAX_BODY_BYTES} bytes: send it in parts.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function send(response: ServerResponse, answer: ApiResponse): Promise<void> {
  if ('json' in answer) {
    const body = Buffer.from(JSON.stringify(answer.json))
    const type = 'application/json; charset=utf-8'
    response.writeHead(answer.status, {
      ...CORS_HEADERS,
      'content-type': type,
      'content-length': body.length,
    })
    response.end(body)
    return
  }
  response.writeHead(answer.status, { ...CORS_HEADERS, 'content-type': 'text/plain; charset=utf-8' })
  // Waits for a slow reader of a long export before writing more lines.
  await pipeline(Readable.from(joinLines(answer.lines)), response)
}

function* joinLines(lines: Iterable<string>): Generator<string> {
  let isFirst = true
  for (const line of lines) {
    yield isFirst ? line : `\n${line}`
    isFirst = false
  }
}
