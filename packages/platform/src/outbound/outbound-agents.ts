import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP } from 'node:net'
import { PublicError } from '../errors.ts'
import { isPublicAddress } from './public-address.ts'
import { assertPublicHttpsUrl } from './public-url.ts'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { publicLookup, RefusedAddressError, type ResolveAll } from './public-lookup.ts'

/** Most sockets per host. Senders keep about 50 requests in flight, for all receivers together. */
const SOCKETS_PER_HOST_MAX = 50
const FREE_SOCKETS_MAX = 64
/**
 * Milliseconds before an idle socket closes. Shorter than the limits of providers and than most freezes of a function:
 * a request on a stale socket may or may not arrive.
 */
const IDLE_SOCKET_MS = 4000

const POOL = {
  keepAlive: true,
  maxSockets: SOCKETS_PER_HOST_MAX,
  maxFreeSockets: FREE_SOCKETS_MAX,
  timeout: IDLE_SOCKET_MS,
  scheduling: 'lifo',
} as const

/** Returns the connection pool for a URL, or refuses the URL. */
export interface OutboundAgents {
  /** Throws RefusedAddressError when the URL must not be called. */
  agentFor(url: URL): HttpAgent | HttpsAgent
  close(): void
}

/** Returns pools for hosts from the configuration, such as the API of a provider. Every address is allowed. */
export function trustedAgents(): OutboundAgents {
  const http = new HttpAgent(POOL)
  const https = new HttpsAgent(POOL)
  return {
    agentFor: (url) => (url.protocol === 'http:' ? http : https),
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

export interface GuardOptions {
  /** Origins that are allowed exactly as written, such as `http://localhost:8025`. Empty in every deployed stage. */
  allowedOrigins: readonly string[]
  /** Replaces the system's resolver. */
  resolve?: ResolveAll
}

/**
 * Checks the text of the URL. The URL parser has already converted decimal, octal and hexadecimal hosts to plain
 * addresses.
 */
function assertGuarded(url: URL): void {
  try {
    assertPublicHttpsUrl(url.href, 'url', [])
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    throw new RefusedAddressError('not a public https address on port 443', { cause: error })
  }
}

/** Returns a pool that connects only to public addresses. The address that a name resolves to is checked. */
export function publicHttpsAgent(resolve?: ResolveAll): HttpsAgent {
  return new RequestFilteringHttpsAgent({ ...POOL, lookup: publicLookup(resolve) })
}

/**
 * Returns pools for URLs that users enter: https on port 443, public addresses only. The address is checked in the same
 * resolver answer to which the socket connects. Both our check and request-filtering-agent must accept an address, so
 * that a gap in one list does no harm.
 */
export function guardedAgents({ allowedOrigins, resolve }: GuardOptions): OutboundAgents {
  const trusted = trustedAgents()
  const guarded = publicHttpsAgent(resolve)
  return {
    agentFor(url) {
      if (allowedOrigins.includes(url.origin)) return trusted.agentFor(url)
      assertGuarded(url)
      return guarded
    },
    close() {
      trusted.close()
      guarded.destroy()
    },
  }
}

/**
 * Returns pools for pages of the web: http or https, any port, public addresses only, which are checked as for
 * `guardedAgents`.
 */
export function webAgents({ allowedOrigins, resolve }: GuardOptions): OutboundAgents {
  const trusted = trustedAgents()
  const http = new RequestFilteringHttpAgent({ ...POOL, lookup: publicLookup(resolve) })
  const https = publicHttpsAgent(resolve)
  return {
    agentFor(url) {
      if (allowedOrigins.includes(url.origin)) return trusted.agentFor(url)
      const host = url.hostname.replace(/^\[|\]$/g, '')
      // Sockets resolve names alone, so an address in the URL is checked here.
      if (isIP(host) !== 0 && !isPublicAddress(host)) throw new RefusedAddressError(`${host} is not public`)
      return url.protocol === 'http:' ? http : https
    },
    close() {
      trusted.close()
      http.destroy()
      https.destroy()
    },
  }
}
