import type { Demand } from '../storage/api-keys.ts'
import type { Engine } from '../storage/engine.ts'

/** A request, as passed to its handler. */
export interface ApiRequest {
  engine: Engine
  /** Path parameters of the route, decoded. */
  path: Record<string, string>
  query: URLSearchParams
  body: string
  apiKey: string
  now: Date
  /** Aborted when the caller disconnects. */
  signal: AbortSignal
}

/** An answer. `json` is written as JSON, `lines` as plain text with one JSON document per line. */
export type ApiResponse = { status: number; json: unknown } | { status: number; lines: Iterable<string> }

export interface Route {
  method: string
  /** Path with `:name` for parameters. */
  pattern: string
  /** The action that a key must allow. Without it, the route needs no key or checks the key itself. */
  demand?: (request: ApiRequest) => Demand
  /** True when the route answers while documents are being loaded. */
  isOpen?: boolean
  handle: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>
}
