import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { PublicError } from '../errors.ts'
import { assertPublicHttpsUrl } from './public-url.ts'
import { RequestFilteringHttpsAgent } from 'request-filtering-agent'
import { publicLookup, RefusedAddressError, type ResolveAll } from './public-lookup.ts'

/** Senders keep about 50 requests in flight; a single receiver gets no more than that of them. */
const SOCKETS_PER_HOST_MAX = 50
const FREE_SOCKETS_MAX = 64
/** Shorter than providers keep theirs, and than a frozen function usually sleeps: a stale socket is an unclear answer. */
const IDLE_SOCKET_MS = 4000

const POOL = {
  keepAlive: true,
  maxSockets: SOCKETS_PER_HOST_MAX,
  maxFreeSockets: FREE_SOCKETS_MAX,
  timeout: IDLE_SOCKET_MS,
  scheduling: 'lifo',
} as const

/** Chooses the connection pool for a URL, or says why there is none. */
export interface OutboundAgents {
  /** Throws RefusedAddressError when the URL must not be asked. */
  agentFor(url: URL): HttpAgent | HttpsAgent
  close(): void
}

/** Pools for hosts that the configuration names, such as a provider's own API: no address is out of bounds. */
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
  /** Origins let through exactly as written, such as `http://localhost:8025`; empty in every deployed stage. */
  allowedOrigins: readonly string[]
  /** Asked instead of the system's resolver. */
  resolve?: ResolveAll
}

/** The check of the text, which also turned decimal, octal and hexadecimal hosts into plain addresses. */
function assertGuarded(url: URL): void {
  try {
    assertPublicHttpsUrl(url.href, 'url', [])
  } catch (error) {
    if (!(error instanceof PublicError)) throw error
    throw new RefusedAddressError('not a public https address on port 443', { cause: error })
  }
}

/** The pool behind the check of the text: it connects to public addresses alone, whatever a name resolves to. */
export function publicHttpsAgent(resolve?: ResolveAll): HttpsAgent {
  return new RequestFilteringHttpsAgent({ ...POOL, lookup: publicLookup(resolve) })
}

/**
 * Pools for URLs that users give: https on 443, to public addresses alone, checked on the very answer of the resolver
 * that the socket then connects to. Two checks stand behind each other, ours and that of request-filtering-agent, so
 * that a hole in one list is not a hole.
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
