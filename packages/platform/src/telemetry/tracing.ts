import type { Config } from '../config/config.ts'
import type { Logger } from './logger.ts'
import type { Attributes, Span } from './observation.ts'

/** The first span of a piece of work. */
export interface RootSpan {
  name: string
  /** What asked for it: a request, or messages of a queue. */
  kind: 'server' | 'consumer'
  attributes?: Attributes
  /** The trace that it carries on (W3C Trace Context), where its caller has one; unreadable text is none. */
  parent?: string | undefined
  /** Other traces that it does work of, likewise. */
  links?: readonly string[]
}

/** Records traces and sends them to a collector. Nothing of it ever fails the work that it looks at. */
export interface Tracing {
  /** The span of a piece of work; undefined when it is not among those that are recorded. */
  start(root: RootSpan): Span | undefined
  /** Sends what has been recorded, in a second at most: an environment may be frozen after it. */
  flush(): Promise<void>
}

export interface TracingOptions {
  /** Name of the function that the traces are of. */
  service: string
  settings: Config<'settings'>['settings']
  logger: Logger
}
