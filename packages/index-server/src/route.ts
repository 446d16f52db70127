import type { Demand } from './api-keys.ts'
import type { Engine } from './engine.ts'

/** A request as its handler sees it. */
export interface ApiRequest {
  engine: Engine
  /** Parts of the path that the route names, decoded. */
  path: Record<string, string>
  query: URLSearchParams
  body: string
  apiKey: string
  now: Date
  /** Aborted when the caller is gone. */
  signal: AbortSignal
}

/** An answer: `json` is written as JSON, `lines` as plain text with one JSON document per line. */
export type ApiResponse = { status: number; json: unknown } | { status: number; lines: Iterable<string> }

export interface Route {
  method: string
  /** Path with `:name` for parts that vary. */
  pattern: string
  /** What a key must be allowed to do; without it the route needs no key, or checks it itself. */
  demand?: (request: ApiRequest) => Demand
  /** Answers while documents are still being loaded. */
  isOpen?: boolean
  handle: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>
}
