import { AsyncLocalStorage } from 'node:async_hooks'

/** What requests are counted by: PostgreSQL and the search index. */
export type Store = 'sql' | 'index'

/** By OpenTelemetry's semantic conventions. None may hold what people wrote, or who they are. */
export type Attributes = Record<string, string | number | boolean | undefined>

/** Something that takes time, as a trace shows it. */
export interface SpanDescription {
  name: string
  kind: 'client' | 'producer' | 'internal'
  attributes?: Attributes
}

/** What is known of it only at its end. Of an error its name or code is told, never its message; a text is its own kind. */
export interface SpanEnd {
  name?: string
  attributes?: Attributes
  error?: unknown
}

/** A part of a trace. There is none where no traces are recorded, or where this one is not among those that are. */
export interface Span {
  readonly traceId: string
  /** By W3C Trace Context, for whoever carries the trace on. */
  readonly traceparent: string
  child(description: SpanDescription): Span
  end(end?: SpanEnd): void
}

/** What is known of one request, batch or run while it is worked on, for its logs and its trace alone. */
export interface Observation {
  readonly requestId: string
  /** The span below which calls are put; it changes while a part of the work has a span of its own. */
  span: Span | undefined
  /** Hosts that are called are users' own, so that no trace names them. */
  readonly hidesHosts: boolean
  /** Requests that were sent to each store. */
  readonly storeReads: Record<Store, number>
  /** How long they took, added up also where they ran side by side. */
  readonly storeMilliseconds: Record<Store, number>
  /** What the line of the log that tells of the work is to say besides. */
  readonly fields: Record<string, unknown>
}

interface Frame {
  observation: Observation
  /** Within a call that has a span, which stands for the requests that it is made of. */
  isCalling: boolean
}

/**
 * The one ambient thing of the project: which work the running code belongs to. Statements and searches are counted where
 * they are sent, which is below pools, loaders and memories that requests share, so what is handed down explicitly gets
 * there no more; and environments that serve one request at a time are Lambda's alone. Nothing but logs and traces may
 * depend on it: without it all works as it does with it.
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

/** Runs work, all of whose calls and log lines belong to the observation. */
export function observe<T>(observation: Observation, work: () => T): T {
  return frames.run({ observation, isCalling: false }, work)
}

/** Runs what belongs to no work though work started it, such as sending the traces themselves. */
export function unobserved<T>(work: () => T): T {
  return frames.run(undefined, work)
}

/** The observation that the running code belongs to. */
export function findObservation(): Observation | undefined {
  return frames.getStore()?.observation
}

/** The observation that a single HTTP request is to be shown under; none within a call that has a span already. */
export function findOpenObservation(): Observation | undefined {
  const frame = frames.getStore()
  return frame?.isCalling === false ? frame.observation : undefined
}

export interface Call extends SpanDescription {
  /** Counted as a request to it. */
  store?: Store
}

/** A call that has begun: its span, where there is one, and its end, of which the first counts. */
export interface StartedCall {
  span: Span | undefined
  end: (end?: SpanEnd) => void
}

const UNOBSERVED: StartedCall = { span: undefined, end: () => {} }

/** Counts and times a call to something outside. For what is no promise of ours; `observeCall` is for the rest. */
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

/** Counts and times a call, whose own requests are not shown besides. Gives and throws what it does. */
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
