import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The kinds of spans by their numbers in OTLP. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 }

/** Starts a trace of a caller, by W3C Trace Context. With the flags 00 the trace is not recorded. */
export function newTrace(flags: '00' | '01' = '01') {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` }
}

/** Returns the only span with that name. */
export function named(spans: readonly ReceivedSpan[], name: string): ReceivedSpan {
  const [found, ...others] = spans.filter((span) => span.name === name)
  if (found && others.length === 0) return found
  const all = spans.map((span) => span.name).join(', ')
  throw new Error(`${found ? others.length + 1 : 0} spans are named ${name} of: ${all}`)
}

/** A span in the form in which the collector received it. */
export interface ReceivedSpan {
  /** `service.name` of the sender. */
  service: string
  name: string
  /** One of SPAN_KINDS. */
  kind: number
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  attributes: Record<string, unknown>
  links: string[]
  failed: boolean
}

/** A collector of OpenTelemetry: accepts traces by OTLP over HTTP, in JSON. */
export interface TraceCollector {
  url: string
  spansOf(traceId: string): ReceivedSpan[]
  /** Headers of the last request. */
  headers(): IncomingMessage['headers']
  /** Number of requests so far, with any outcome. */
  requests(): number
  /** Accepts requests from now on without answering. */
  hang(): void
  stop(): Promise<void>
}

interface OtlpValue {
  stringValue?: string
  intValue?: number
  boolValue?: boolean
}
interface OtlpAttribute {
  key: string
  value: OtlpValue
}
interface OtlpSpan {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: OtlpAttribute[]
  links: { traceId: string }[]
  status: { code: number }
}
interface OtlpBody {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[]
}

const STATUS_ERROR = 2

const read = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  )

function readBody({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(read(resource.attributes)['service.name']),
        name: span.name,
        kind: span.kind,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        attributes: read(span.attributes),
        links: span.links.map(({ traceId }) => traceId),
        failed: span.status.code === STATUS_ERROR,
      })),
    ),
  )
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = []
  let headers: IncomingMessage['headers'] = {}
  let requests = 0
  let hangs = false
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    requests++
    headers = request.headers
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    if (request.url !== '/v1/traces') throw new Error(`There is nothing at ${request.url}`)
    spans.push(...readBody(JSON.parse(Buffer.concat(chunks).toString('utf8')) as OtlpBody))
    if (hangs) return
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => response.writeHead(400).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
    headers: () => headers,
    requests: () => requests,
    hang: () => void (hangs = true),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
