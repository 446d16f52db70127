import { fetchThrough } from '@pauta/platform/outbound/fetch-through'
import { webAgents } from '@pauta/platform/outbound/outbound-agents'

/**
 * The `fetch` for sites that operators name: names that lead to private addresses are refused. One set of connections
 * for the process.
 */
export const publicFetch = fetchThrough(webAgents({ allowedOrigins: [] }))
