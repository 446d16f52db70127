import { createHash } from 'node:crypto'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { NO_STORE } from './cache-policy.ts'

const HTTP_OK = 200
const HTTP_NOT_MODIFIED = 304
/** 132 bits, in base64. */
const TAG_CHARACTERS = 22

/** What answers of one address differ by: CORS, the media type or the playground, and who asks. */
const VARY = 'origin, accept, authorization'

/** Weak, since a cache on the way may compress the answer, which then is not the same bytes. */
function tagOf(body: string): string {
  const hash = createHash('sha256').update(body).digest('base64url')
  return `W/"${hash.slice(0, TAG_CHARACTERS)}"`
}

const opaqueOf = (tag: string) => tag.replace(/^W\//, '')

/** Whether an If-None-Match header names the tag: `*` does, and of a list one that is equal weakly (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  const listed = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? []
  return listed.some((one) => opaqueOf(one) === opaqueOf(tag))
}

/**
 * An answer with what caches need to know: whether it may be kept, which by default it may not, and what it varies by.
 * One that may be kept has a tag, and is no more than 304 for a caller who has it already.
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
