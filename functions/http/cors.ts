import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { WARNINGS_HEADER } from './warnings-header.ts'

const PREFLIGHT_MAX_AGE_SECONDS = 86_400
const ALLOWED_METHODS = 'GET, POST, OPTIONS'
/** Our own headers, and those that Apollo Client, urql, graphql-sse and clients of MCP send by default. */
const ALLOWED_HEADERS = [
  'authorization',
  'content-type',
  'accept',
  'x-request-id',
  'traceparent',
  'apollographql-client-name',
  'apollographql-client-version',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
].join(', ')
export const EXPOSED_HEADERS = `x-request-id, retry-after, ${WARNINGS_HEADER}`

/** Returns a request header, ignoring the case of its name; API Gateway keeps the client's case. */
export function findHeader(event: APIGatewayProxyEvent, name: string): string | undefined {
  const { headers } = event
  if (headers?.[name] !== undefined) return headers[name]
  for (const header in headers) if (header.toLowerCase() === name) return headers[header]
  return undefined
}

/** Whether the request reads what anybody may read: no method that writes, and no token. Cookies have no meaning here. */
function isAnonymousRead(event: APIGatewayProxyEvent): boolean {
  const reads = event.httpMethod === 'GET' || event.httpMethod === 'HEAD'
  return reads && findHeader(event, 'authorization') === undefined
}

/**
 * Returns headers that let pages of an allowed origin read the answer. Pages of any origin may read anonymous answers to
 * GET, as widgets do. `Vary` makes caches separate origins.
 */
export function corsHeaders(event: APIGatewayProxyEvent, allowed: readonly string[]): Record<string, string> {
  const origin = findHeader(event, 'origin')
  const vary = { vary: 'origin' }
  if (origin !== undefined && !allowed.includes(origin) && isAnonymousRead(event))
    return { ...vary, 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED_HEADERS }
  if (origin === undefined || !(allowed.includes(origin) || allowed.includes('*'))) return vary
  return {
    ...vary,
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}

/** Answers a browser's preflight request. */
export function preflight(event: APIGatewayProxyEvent, allowed: readonly string[]): APIGatewayProxyResult {
  return {
    statusCode: 204,
    headers: {
      ...corsHeaders(event, allowed),
      'access-control-allow-methods': ALLOWED_METHODS,
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': String(PREFLIGHT_MAX_AGE_SECONDS),
    },
    body: '',
  }
}
