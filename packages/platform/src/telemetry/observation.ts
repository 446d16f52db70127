import { AsyncLocalStorage } from 'node:async_hooks'

/** The stores whose requests are counted: PostgreSQL and the search index. */
type Store = 'sql' | 'index'

/** Names follow OpenTelemetry's semantic conventions. Values must not contain text or identity of users. */
export type Attributes = Record<string, string | number | boolean | undefined>

/** An operation that a trace shows. */
interface SpanDescription {
  name: string
  kind: 'client' | 'producer' | 'internal'
  attributes?: Attributes
}

/**
 * Facts known at the end of a span. An error is recorded by its name or code, never by its message. A text is used as
 * the error's kind.
 */
export interface SpanEnd {
  name?: string
  attributes?: Attributes
  error?: unknown
}

/** A span of a trace. Exists only when traces are recorded and this one is sampled. */
export interface Span {
  readonly traceId: string
  /** Header value of W3C Trace Context, for the service that continues the trace. */
  readonly traceparent: string
  child(description: SpanDescription): Span
  end(end?: SpanEnd): void
}

/** Facts about one request, batch or run in progress. Only its logs and its trace use them. */
export interface Observation {
  readonly requestId: string
  /** The parent span of new calls. It changes while a part of the work has its own span. */
  span: Span | undefined
  /** True when the work calls hosts that users chose: traces then omit host names. */
  readonly hidesHosts: boolean
  /** Number of requests to each store. */
  readonly storeReads: Record<Store, number>
  /** Milliseconds of these requests. Concurrent requests are added up. */
  readonly storeMilliseconds: Record<Store, number>
  /** Additional fields of the work's log line. */
  readonly fields: Record<string, unknown>
}

interface Frame {
  observation: Observation
  /** True inside a call that already has a span; HTTP requests of the call get no spans of their own. */
  isCalling: boolean
}

/**
 * The observation of the running code. Uses AsyncLocalStorage because pools, loaders and caches are shared between
 * requests, so a parameter cannot reach them. Only logs and traces may read it; behaviour must not depend on it.
 */
const frames = new AsyncLocalStorage<Frame | undefined>()

export function makeObservation(
  options: Pick<Observation, 'requestId'> & Partial<Pick<Observation, 'span' | 'hidesHosts'>>,
): Observation {
  return {
    requestId: options.requestId,
    span: options.span,
    hidesHosts: options.hidesHosts ?? false,
    storeReads: { sql: 0, index: 0 },
    storeMilliseconds: { sql: 0, index: 0 },
    fields: {},
  }
}

/** Runs work. All calls and log lines of the work belong to the observation. */
export function observe<T>(observation: Observation, work: () => T): T {
  return frames.run({ observation, isCalling: false }, work)
}

/** Runs code outside any observation, such as the export of traces. */
export function unobserved<T>(work: () => T): T {
  return frames.run(undefined, work)
}

/** Returns the observation of the running code, or undefined. */
export function findObservation(): Observation | undefined {
  return frames.getStore()?.observation
}

/** Returns the observation under which an HTTP request is shown. Undefined inside a call that already has a span. */
export function findOpenObservation(): Observation | undefined {
  const frame = frames.getStore()
  return frame?.isCalling === false ? frame.observation : undefined
}

export interface Call extends SpanDescription {
  /** Store for which the call is counted. */
  store?: Store
}

/** A started call: its span, if any, and the function that ends it. Only the first end counts. */
export interface StartedCall {
  span: Span | undefined
  end: (end?: SpanEnd) => void
}

const UNOBSERVED: StartedCall = { span: undefined, end: () => {} }

/** Counts and times a call whose end is not a promise. Use `observeCall` for promises. */
export function startCall({ store, ...description }: Call): StartedCall {
  const observation = findObservation()
  if (!observation) return UNOBSERVED
  if (store) observation.storeReads[store]++
  const span = observation.span?.child(description)
  const start = performance.now()
  let isOver = false
  return {
    span,
    end(end) {
      if (isOver) return
      isOver = true
      if (store) observation.storeMilliseconds[store] += performance.now() - start
      span?.end(end)
    },
  }
}

/** Counts and times a call; its HTTP requests get no spans of their own. Returns and throws what the call does. */
export async function observeCall<T>(call: Call, run: (span: Span | undefined) => Promise<T>): Promise<T> {
  const observation = findObservation()
  if (!observation) return await run(undefined)
  const { span, end } = startCall(call)
  try {
    const result = await frames.run({ observation, isCalling: true }, () => run(span))
    end()
    return result
  } catch (error) {
    end({ error })
    throw error
  }
}
