import { fetchThrough } from '@pauta/platform/outbound/fetch-through'
import { webAgents } from '@pauta/platform/outbound/outbound-agents'

type GuardedFetch = ReturnType<typeof fetchThrough>

const fetches = new Map<string, GuardedFetch>()

/**
 * Returns the `fetch` for sites that operators name: names that lead to private addresses are refused, except for these
 * exact origins. The process has one set of connections for each list of origins.
 */
export function guardedFetch(allowedOrigins: readonly string[]): GuardedFetch {
  const key = allowedOrigins.join(' ')
  const known = fetches.get(key) ?? fetchThrough(webAgents({ allowedOrigins }))
  fetches.set(key, known)
  return known
}
