import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { findHeader } from '../../http/cors.ts'
import { refuse } from '../request/refusal.ts'
import { findExcess } from './text-limits.ts'

/** Lambda accepts events of 6 MB. The event wraps the body and escapes its quotes again. */
const BODY_MAX_BYTES = 5_000_000
const HTTP_OK = 200
const HTTP_BAD_REQUEST = 400
const HTTP_TOO_LARGE = 413
const GRAPHQL_RESPONSE = 'application/graphql-response+json'

/** Returns the body of a request as text. */
export function readBodyText({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '')
}

/** Returns the error for a body above the limit, without parsing it. */
export function refuseLargeBody(
  { body }: APIGatewayProxyEvent,
  maxBytes: number = BODY_MAX_BYTES,
): APIGatewayProxyResult | undefined {
  if (!body || Buffer.byteLength(body) <= maxBytes) return undefined
  return refuse(HTTP_TOO_LARGE, {
    code: 'LIMIT_EXCEEDED',
    message: `O corpo da requisição passa de ${maxBytes} bytes: envie menos itens por vez.`,
  })
}

/** Returns true if the content type is JSON. Media types ignore case (RFC 9110, section 8.3.1). */
export const sendsJson = (event: APIGatewayProxyEvent): boolean =>
  findHeader(event, 'content-type')?.toLowerCase().startsWith('application/json') ?? false

/** Returns the query of a request, if any, or `broken` if the body is not JSON. */
function readQuery(event: APIGatewayProxyEvent): { query?: unknown; broken?: true } {
  if (event.httpMethod === 'GET') return { query: event.queryStringParameters?.['query'] }
  if (event.httpMethod !== 'POST' || !sendsJson(event)) return {}
  try {
    const value: unknown = JSON.parse(readBodyText(event))
    return typeof value === 'object' && value !== null && 'query' in value ? { query: value.query } : {}
  } catch {
    return { broken: true }
  }
}

/**
 * Returns an error for a request that must not reach the GraphQL server: the server would fail on the text, or answer
 * in a shape that differs from every other error. Returns undefined for other requests.
 */
export function refuseRequest(event: APIGatewayProxyEvent): APIGatewayProxyResult | undefined {
  const large = refuseLargeBody(event)
  if (large) return large
  const { query, broken } = readQuery(event)
  if (broken) return refuse(400, { code: 'BAD_REQUEST', message: 'O corpo da requisição não é JSON válido.' })
  const excess = typeof query === 'string' ? findExcess(query) : undefined
  if (excess === undefined) return undefined
  const asksForStatus = findHeader(event, 'accept')?.includes(GRAPHQL_RESPONSE) ?? false
  return refuse(
    asksForStatus ? HTTP_BAD_REQUEST : HTTP_OK,
    { code: 'LIMIT_EXCEEDED', message: excess },
    asksForStatus ? { 'content-type': `${GRAPHQL_RESPONSE}; charset=utf-8` } : {},
  )
}
