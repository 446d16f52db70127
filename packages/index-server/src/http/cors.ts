import type { IncomingMessage } from 'node:http'

const MAX_AGE_SECONDS = 86_400

/** Headers of every answer: pages of any origin may read it, as with Typesense's default `enable-cors`. */
export const CORS_HEADERS = { 'access-control-allow-origin': '*' }

/**
 * Returns the headers of the answer to a browser's preflight request, which asks before it sends a key. Returns
 * undefined for other requests. As in Typesense, the headers that the browser names are allowed.
 */
export function preflightHeaders({ method, headers }: IncomingMessage): Record<string, string> | undefined {
  const asked = headers['access-control-request-headers']
  const isPreflight = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
  if (!isPreflight) return undefined
  return {
    ...CORS_HEADERS,
    'access-control-allow-methods': 'POST, GET, DELETE, PUT, PATCH, OPTIONS',
    ...(asked !== undefined && { 'access-control-allow-headers': asked }),
    'access-control-max-age': String(MAX_AGE_SECONDS),
  }
}
