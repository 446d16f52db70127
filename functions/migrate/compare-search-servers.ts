import { lookup } from 'node:dns/promises'
import { connectSearchIndex } from '@pauta/core/search-index/client'
import {
  assertFilled,
  getSecondAddress,
  readServer,
  type ServerState,
} from '@pauta/core/search-index/second-server'
import { waitUntilHealthy } from '@pauta/core/search-index/wait-until-healthy'
import { loadConfig } from '@pauta/platform/config/config'
import { createLogger } from '@pauta/platform/telemetry/logger'
import * as z from 'zod'

const config = loadConfig('settings', 'index')
const logger = createLogger({
  level: config.settings.logLevel,
  fields: { function: 'compare-search-servers' },
})

/** Below the time-out of the function. */
const LIMIT_MS = 600_000
const INTERVAL_MS = 5_000

/** Of a deployment: the server that the name will lead to, and the other one. Empty: a question of `npm run patch-search`. */
const requestSchema = z.object({ live: z.url(), second: z.url() }).or(z.strictObject({}))

interface Comparison {
  /** The server that the name of the index leads to now. */
  live: Pick<ServerState, 'isHealthy' | 'documents'>
  second: ServerState
  /** Whether the name still leads to the server that settings call the second one. */
  isNameOnSecond: boolean
}

const addressOf = async (url: string) => (await lookup(new URL(url).hostname)).address

/** Runs before the name of the index moves to another server, and when an operator asks how full the servers are. */
export const handler = async (event: unknown): Promise<Comparison> => {
  const request = requestSchema.parse(event)
  if ('live' in request) {
    const address = { ...config.index, url: request.live, nodes: [] }
    await waitUntilHealthy(connectSearchIndex(address), { limitMs: LIMIT_MS, intervalMs: INTERVAL_MS })
    const [live, second] = await Promise.all([
      readServer(config.index, request.live),
      readServer(config.index, request.second),
    ])
    logger.info({ live, second }, 'search servers')
    assertFilled(live, second)
    return { live, second, isNameOnSecond: false }
  }
  const { url: secondUrl } = getSecondAddress(config.index)
  const [live, second, named, other] = await Promise.all([
    readServer(config.index, config.index.url),
    readServer(config.index, secondUrl),
    addressOf(config.index.url),
    addressOf(secondUrl),
  ])
  return { live, second, isNameOnSecond: named === other }
}
