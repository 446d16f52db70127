import type { NewsSites } from './news-sites.ts'
import { encodeWindows1252 } from './windows-1252.ts'

/** Statuses whose answers have no body. */
const EMPTY = new Set([204, 304])

/**
 * Returns a fetch that asks the sites in the same process, without a network. `slow` answers never come: they reject when
 * the signal aborts. Closed connections reject as they do over a network.
 */
export function fetchFrom(sites: NewsSites): (address: string, init?: RequestInit) => Promise<Response> {
  return async (address, init = {}) => {
    const url = new URL(address)
    const { answer, delivery } = sites.reply({
      method: init.method ?? 'GET',
      host: url.host,
      path: decodeURIComponent(url.pathname),
      query: url.searchParams,
      headers: Object.fromEntries(new Headers(init.headers)),
    })
    if (delivery === 'slow')
      return await new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => reject(new Error('time-out')))
      })
    if (delivery === 'hang-up' || delivery === 'cut-off') throw new TypeError('fetch failed')
    const { body, status, headers } = answer
    const bytes = delivery === 'wrong-charset' && typeof body === 'string' ? encodeWindows1252(body) : body
    return new Response(EMPTY.has(status) ? null : (bytes as BodyInit), { status, headers })
  }
}
