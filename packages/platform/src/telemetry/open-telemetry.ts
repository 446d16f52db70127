import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Link, type Tracer } from '@opentelemetry/api'
import type { Span as RecordedSpan } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Span, SpanEnd } from './observation.ts'
import { patientExporter } from './patient-exporter.ts'
import { watchOutwardHttp } from './outward-http.ts'
import type { RootSpan, Tracing, TracingOptions } from './tracing.ts'

/** Longest wait in milliseconds for the collector at the end of the work. */
const FLUSH_TIMEOUT_MS = 1000
/** Most spans that wait to be sent. Further spans are dropped. */
const SPANS_MAX = 2048
const SPANS_PER_REQUEST = 512
const ATTRIBUTE_MAX_CHARACTERS = 2000
const LINKS_MAX = 20

const KINDS = {
  server: SpanKind.SERVER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
} as const

/** Returns the kind of an error. The message may quote user text, so it stays in our own logs. */
function typeOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return 'Error'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

function endSpan(span: RecordedSpan, { name, attributes = {}, error }: SpanEnd): void {
  if (name !== undefined) span.updateName(name)
  span.setAttributes(attributes)
  if (error !== undefined)
    span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', typeOf(error))
  span.end()
}

function wrapSpan(tracer: Tracer, span: RecordedSpan): Span {
  const { traceId, spanId } = span.spanContext()
  const context = trace.setSpan(ROOT_CONTEXT, span)
  return {
    traceId,
    traceparent: `00-${traceId}-${spanId}-01`,
    child: ({ name, kind, attributes = {} }) =>
      wrapSpan(tracer, tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)),
    end: (end = {}) => endSpan(span, end),
  }
}

function readLinks(links: readonly string[]): Link[] {
  return links.slice(0, LINKS_MAX).flatMap((link) => {
    const context = parseTraceParent(link)
    return context ? [{ context }] : []
  })
}

/** Starts tracing by OpenTelemetry: records a share of all work, and all work whose caller is recorded. */
export function startTracing({ service, settings, logger }: TracingOptions): Tracing {
  const { endpoint, headers, sampleRatio } = settings.tracing
  const exporter = patientExporter(
    new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      // The format of OTEL_EXPORTER_OTLP_HEADERS, in which services write blanks as %20.
      headers: parseKeyPairsIntoRecord(headers),
      timeoutMillis: FLUSH_TIMEOUT_MS,
      // A connection from before a freeze is usually dead.
      keepAlive: false,
    }),
    { endpoint, logger },
  )
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: SPANS_MAX,
    maxExportBatchSize: SPANS_PER_REQUEST,
    exportTimeoutMillis: FLUSH_TIMEOUT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': `pauta-${service}`,
      'service.namespace': 'pauta',
      'service.version': settings.version,
      'deployment.environment.name': settings.stage,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampleRatio) }),
    spanLimits: { attributeValueLengthLimit: ATTRIBUTE_MAX_CHARACTERS, linkCountLimit: LINKS_MAX },
    spanProcessors: [processor],
  })
  const tracer = provider.getTracer('pauta')
  watchOutwardHttp()
  return {
    start: (root) => startRoot(tracer, root),
    flush: async () => {
      let timer: NodeJS.Timeout | undefined
      const enough = new Promise((resolve) => (timer = setTimeout(resolve, FLUSH_TIMEOUT_MS)))
      // The exporter itself logs failures, once.
      const sent = Promise.allSettled([processor.forceFlush(), exporter.sent()])
      await Promise.race([sent, enough])
      clearTimeout(timer)
    },
  }
}

function startRoot(tracer: Tracer, { name, kind, attributes, parent, links }: RootSpan): Span | undefined {
  const caller = parent === undefined ? null : parseTraceParent(parent)
  const context = caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
  const options = { kind: KINDS[kind], attributes: attributes ?? {}, links: readLinks(links ?? []) }
  const span = tracer.startSpan(name, options, context)
  return span.isRecording() ? wrapSpan(tracer, span) : undefined
}
