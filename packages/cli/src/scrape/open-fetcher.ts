import { loadConfig } from '@pauta/platform/config/config'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import { relayedFetch } from '@pauta/scraper/fetch/relayed-fetch'

/** Opens a fetcher with the contact, the relay and the pause of the stage, which reaches these hosts alone. */
export function openFetcher(memory: FetchMemory, allowedHosts: ReadonlySet<string>): Fetcher {
  const { settings, scrapeService } = loadConfig('settings', 'scrapeService')
  const { relay, contact, delayMilliseconds } = scrapeService
  return createFetcher({
    fetch: relay.url === '' ? fetch : relayedFetch(fetch, relay),
    clock: systemClock,
    memory,
    userAgent: `Pauta/${settings.version} (+${contact})`,
    allowedHosts,
    delayMilliseconds,
  })
}
