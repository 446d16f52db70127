import { createHash } from 'node:crypto'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { findHeader } from './cors.ts'

export const NO_STORE = 'private, no-store'

const BROWSER_MAX_SECONDS = 60

/**
 * Returns the header for an answer that shared caches may store for some seconds; with 0 nobody may. Browsers get a
 * shorter time, because only a shared cache can be purged when an article is taken down.
 */
export function storeFor(sharedSeconds: number): string {
  if (sharedSeconds === 0) return NO_STORE
  const browserSeconds = Math.min(sharedSeconds / 2, BROWSER_MAX_SECONDS)
  return `public, max-age=${browserSeconds}, s-maxage=${sharedSeconds}, stale-while-revalidate=${sharedSeconds}`
}

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

/** The headers of a request that name the answer that the caller has. */
export interface Precondition {
  ifNoneMatch?: string | undefined
  ifModifiedSince?: string | undefined
}

/** Returns the headers of a request that name the answer that the caller has. */
export function preconditionOf(event: APIGatewayProxyEvent): Precondition {
  return {
    ifNoneMatch: findHeader(event, 'if-none-match'),
    ifModifiedSince: findHeader(event, 'if-modified-since'),
  }
}

/**
 * Whether the caller has the answer. A tag takes precedence over a date (RFC 9110, 13.1.3). Dates must be equal: when the
 * newest article is taken down, the date of the answer goes back.
 */
function isCurrent(
  { ifNoneMatch, ifModifiedSince }: Precondition,
  { etag, lastModified }: { etag: string; lastModified: string | undefined },
): boolean {
  if (ifNoneMatch !== undefined) return namesTag(ifNoneMatch, etag)
  if (ifModifiedSince === undefined || lastModified === undefined) return false
  return Date.parse(ifModifiedSince) === Date.parse(lastModified)
}

/**
 * Adds `cache-control` (by default no-store), `vary` and, for an answer that may be stored, an `etag`. Returns 304
 * without a body if the caller already has the answer.
 */
export function addCacheHeaders(
  result: APIGatewayProxyResult,
  precondition: Precondition,
  vary: string = VARY,
): APIGatewayProxyResult {
  const cacheControl = String(result.headers?.['cache-control'] ?? '')
  const isKept = cacheControl.startsWith('public') && result.statusCode === HTTP_OK
  if (!isKept) return { ...result, headers: { ...result.headers, 'cache-control': NO_STORE, vary } }
  const modified = result.headers?.['last-modified']
  const lastModified = typeof modified === 'string' ? modified : undefined
  const kept = {
    'cache-control': cacheControl,
    etag: tagOf(result.body),
    vary,
    ...(lastModified && { 'last-modified': lastModified }),
  }
  if (isCurrent(precondition, { etag: kept.etag, lastModified }))
    return { statusCode: HTTP_NOT_MODIFIED, headers: kept, body: '' }
  return { ...result, headers: { ...result.headers, ...kept } }
}
