import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { findHeader } from '../http/cors.ts'

/** JSON-RPC's code for errors that the transport defines. */
const TRANSPORT_ERROR = -32_000
const INVALID_REQUEST = -32_600
const METHOD_NOT_FOUND = -32_601

/** Returns an answer with an error of JSON-RPC that belongs to no request. */
function refuse(
  statusCode: number,
  error: { code: number; message: string },
  { headers = {}, id = null }: { headers?: Record<string, string>; id?: string | number | null } = {},
): APIGatewayProxyResult {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id, error }),
  }
}

/**
 * Returns 403 for a page of an origin that is not allowed, as the protocol demands against DNS rebinding. Programs send no
 * Origin header.
 */
function refuseOrigin(
  event: APIGatewayProxyEvent,
  allowed: readonly string[],
): APIGatewayProxyResult | undefined {
  const origin = findHeader(event, 'origin')
  if (origin === undefined || allowed.includes(origin) || allowed.includes('*')) return undefined
  return refuse(403, { code: TRANSPORT_ERROR, message: 'Páginas desta origem não podem usar o MCP.' })
}

/** Returns the text of the body. */
export function readBody({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  return isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : (body ?? '')
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The transport answers the parse error of the protocol.
    return undefined
  }
}

/** The parts of a message that this service reads itself. */
export interface MessageHead {
  id: string | number | null
  method: string | undefined
  /** The tool, resource or prompt of the message. */
  name: string | undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Returns id, method and name of a message, without checking the message. */
function readHead(message: object): MessageHead {
  const { id, method, params } = message as Record<string, unknown>
  const { name } = (typeof params === 'object' && params !== null ? params : {}) as Record<string, unknown>
  const isId = typeof id === 'string' || typeof id === 'number'
  return { id: isId ? id : null, method: textOf(method), name: textOf(name) }
}

/** A request that the transport may answer, or the answer to another request. */
export type ReadRequest = { head: MessageHead | undefined } | { refusal: APIGatewayProxyResult }

/**
 * Checks what the stateless form of the transport leaves to the service: method, origin, no batches, and no subscription,
 * whose stream would never end.
 */
export function readProtocolRequest(
  event: APIGatewayProxyEvent,
  { origins, maxBytes }: { origins: readonly string[]; maxBytes: number },
): ReadRequest {
  const wrongOrigin = refuseOrigin(event, origins)
  if (wrongOrigin) return { refusal: wrongOrigin }
  if (event.httpMethod !== 'POST') {
    const message = 'O MCP é chamado por POST: este serviço não tem sessões nem fluxos.'
    const headers = { allow: 'POST, OPTIONS' }
    return { refusal: refuse(405, { code: TRANSPORT_ERROR, message }, { headers }) }
  }
  const text = readBody(event)
  if (Buffer.byteLength(text) > maxBytes) {
    const message = `O corpo da requisição passa de ${maxBytes} bytes.`
    return { refusal: refuse(413, { code: TRANSPORT_ERROR, message }) }
  }
  const message = parseMessage(text)
  if (Array.isArray(message)) {
    const error = { code: INVALID_REQUEST, message: 'Envie uma mensagem por requisição, sem listas.' }
    return { refusal: refuse(400, error) }
  }
  const head = typeof message === 'object' && message !== null ? readHead(message) : undefined
  if (head?.method?.startsWith('subscriptions/')) {
    const error = { code: METHOD_NOT_FOUND, message: 'Este serviço não envia avisos de mudanças.' }
    return { refusal: refuse(404, error, { id: head.id }) }
  }
  return { head }
}
