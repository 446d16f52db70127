import { createHash } from 'node:crypto'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { NO_STORE } from './cache-policy.ts'

const HTTP_OK = 200
const HTTP_NOT_MODIFIED = 304
/** 132 bits, in base64. */
const TAG_CHARACTERS = 22

/** The request headers that change the answer of an address: CORS, media type or playground, and the caller. */
const VARY = 'origin, accept, authorization'

/** Returns a weak tag, because a cache may compress the answer and change its bytes. */
function tagOf(body: string): string {
  const hash = createHash('sha256').update(body).digest('base64url')
  return `W/"${hash.slice(0, TAG_CHARACTERS)}"`
}

const opaqueOf = (tag: string) => tag.replace(/^W\//, '')

/**
 * Returns true if an If-None-Match header contains the tag: `*`, or a list with a weakly equal tag (RFC 9110,
 * 13.1.2).
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const listed = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  return listed.some((one) => opaqueOf(one) === opaqueOf(tag))
}

/**
 * Adds `cache-control` (by default no-store), `vary` and, for an answer that may be stored, an `etag`. Returns 304
 * without a body if the caller already has the answer.
 */
export function addCacheHeaders(
  result: APIGatewayProxyResult,
  ifNoneMatch: string | undefined,
): APIGatewayProxyResult {
  const cacheControl = String(result.headers?.['cache-control'] ?? '')
  const isKept = cacheControl.startsWith('public') && result.statusCode === HTTP_OK
  if (!isKept) return { ...result, headers: { ...result.headers, 'cache-control': NO_STORE, vary: VARY } }
  const kept = { 'cache-control': cacheControl, etag: tagOf(result.body), vary: VARY }
  if (namesTag(ifNoneMatch, kept.etag)) return { statusCode: HTTP_NOT_MODIFIED, headers: kept, body: '' }
  return { ...result, headers: { ...result.headers, ...kept } }
}
