import type { Config } from '../config/config.ts'
import type { Logger } from './logger.ts'
import type { Attributes, Span } from './observation.ts'

/** The first span of a piece of work. */
export interface RootSpan {
  name: string
  /** Source of the work: a request, or messages of a queue. */
  kind: 'server' | 'consumer'
  attributes?: Attributes
  /** Trace of the caller (W3C Trace Context), which the work continues. Unreadable text is ignored. */
  parent?: string | undefined
  /** Other traces to which the work belongs, in the same format. */
  links?: readonly string[]
}

/** Records traces and sends them to a collector. Tracing never fails the observed work. */
export interface Tracing {
  /** Returns the span of a piece of work; undefined when the work is not sampled. */
  start(root: RootSpan): Span | undefined
  /** Sends the recorded spans, within one second: Lambda may freeze the environment afterwards. */
  flush(): Promise<void>
}

export interface TracingOptions {
  /** Name of the traced function. */
  service: string
  settings: Config<'settings'>['settings']
  logger: Logger
}
