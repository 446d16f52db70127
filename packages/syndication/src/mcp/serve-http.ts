import { createMcpHandler } from '@modelcontextprotocol/server'
import type { ExecuteOperation } from './operation.ts'
import { makeMcpServer, type McpOptions } from './server.ts'

/** Arguments of the largest tool call, a clipping of 10 recortes, are below 200 KB. */
export const REQUEST_MAX_BYTES = 256 * 1024

/** Answers one request to /mcp. */
export type McpEndpoint = (request: Request) => Promise<Response>

/**
 * Returns the stateless endpoint of the streamable HTTP transport. It serves the revision 2026-07-28 of the protocol, and
 * clients of 2025 through the same server. Each request gets a new server with the rights of its caller.
 */
export function makeMcpEndpoint({
  executeFor,
  onRefusal,
  ...options
}: Omit<McpOptions, 'execute'> & {
  /** Returns the executor with the rights of a value of the Authorization header. */
  executeFor: (authorization: string | undefined) => ExecuteOperation
  /** Receives the reason why the transport refused a request. */
  onRefusal: (error: Error) => void
}): McpEndpoint {
  const { fetch } = createMcpHandler(
    ({ requestInfo }) =>
      makeMcpServer({
        ...options,
        execute: executeFor(requestInfo?.headers.get('authorization') ?? undefined),
      }),
    {
      legacy: 'stateless',
      // No tool sends messages before its result, so every answer is one JSON body.
      responseMode: 'auto',
      keepAliveMs: 0,
      maxRequestBodySize: REQUEST_MAX_BYTES,
      onerror: onRefusal,
    },
  )
  return fetch
}
