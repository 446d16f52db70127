import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { findOpenObservation, type Attributes, type Span } from './observation.ts'

const HTTP_BAD_REQUEST = 400

/** A request of `fetch`, after Node's documentation of undici's channels. */
interface FetchRequest {
  origin: string | URL
  method: string
}

/** Spans of requests in flight. Other channels report their ends. */
const spans = new WeakMap<object, Span>()

/**
 * Follows OpenTelemetry's conventions for HTTP. Paths are omitted: those of a bot, of a browser's push endpoint or of a
 * webhook are secrets. Hosts that users chose are omitted too.
 */
function begin(request: object, method: string, origin: URL | null): void {
  const observation = findOpenObservation()
  if (!observation?.span) return
  const attributes: Attributes = { 'http.request.method': method }
  if (origin && !observation.hidesHosts) {
    attributes['server.address'] = origin.hostname
    attributes['server.port'] = Number(origin.port) || (origin.protocol === 'https:' ? 443 : 80)
  }
  const host = attributes['server.address']
  const name = host === undefined ? method : `${method} ${String(host)}`
  spans.set(request, observation.span.child({ name, kind: 'client', attributes }))
}

function answered(request: object, status: number): void {
  const attributes: Attributes = { 'http.response.status_code': status }
  finish(request, { attributes, ...(status >= HTTP_BAD_REQUEST && { error: String(status) }) })
}

function finish(request: object, end: { attributes?: Attributes; error?: unknown }): void {
  spans.get(request)?.end(end)
  spans.delete(request)
}

function originOf(request: ClientRequest): URL | null {
  const written = request.getHeader('host')
  return URL.parse(`${request.protocol}//${typeof written === 'string' ? written : request.host}`)
}

let isWatching = false

/**
 * Gives every HTTP request of traced work its own span, with Node's diagnostics channels. Covers `node:http`, which the
 * AWS SDK and the delivery channels use, and `fetch`. A span ends when the answer begins.
 */
export function watchOutwardHttp(): void {
  if (isWatching) return
  isWatching = true
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest }
    begin(request, request.method, originOf(request))
  })
  subscribe('http.client.response.finish', (message) => {
    const { request, response } = message as { request: ClientRequest; response: IncomingMessage }
    answered(request, response.statusCode ?? 0)
  })
  subscribe('http.client.request.error', (message) => {
    const { request, error } = message as { request: ClientRequest; error: unknown }
    finish(request, { error })
  })
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: FetchRequest }
    begin(request, request.method, URL.parse(String(request.origin)))
  })
  subscribe('undici:request:headers', (message) => {
    const { request, response } = message as { request: FetchRequest; response: { statusCode: number } }
    answered(request, response.statusCode)
  })
  subscribe('undici:request:error', (message) => {
    const { request, error } = message as { request: FetchRequest; error: unknown }
    finish(request, { error })
  })
}
