import type { Config } from '@pauta/platform/config/config'
import { createFetcher, type Fetcher } from './fetcher.ts'
import { systemClock, type FetchMemory } from './ports.ts'
import { guardedFetch } from './public-fetch.ts'
import { relayedFetch } from './relayed-fetch.ts'

/** What the configuration says of requests to sites. */
export type FetchSettings = Config<'settings' | 'scrapeService'>

/** The user agent of every request: the version of the stage, and whom to write to. */
export const userAgentOf = ({ settings, scrapeService }: FetchSettings) =>
  `Pauta/${settings.version} (+${scrapeService.contact})`

/** The settings name the relay, such as the emulated sites of a laptop, so it may be anywhere. */
export const fetchOf = ({ scrapeService: { relay, allowedOrigins } }: FetchSettings) =>
  relay.url === '' ? guardedFetch(allowedOrigins) : relayedFetch(fetch, relay)

/**
 * Returns the fetcher of one request, which reaches these hosts alone. Its user agent has the stage's version and contact.
 */
export function openFetcher(
  config: FetchSettings,
  memory: FetchMemory,
  allowedHosts: ReadonlySet<string>,
): Fetcher {
  return createFetcher({
    fetch: fetchOf(config),
    clock: systemClock,
    memory,
    userAgent: userAgentOf(config),
    allowedHosts,
    delayMilliseconds: config.scrapeService.delayMilliseconds,
  })
}
