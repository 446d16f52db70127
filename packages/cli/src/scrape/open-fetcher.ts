import { loadConfig } from '@pauta/platform/config/config'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { NEWS_HOSTS } from '@pauta/scraper/fetch/news-hosts'
import { systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import { relayedFetch } from '@pauta/scraper/fetch/relayed-fetch'

/** Opens a fetcher with the contact, the relay and the pause of the stage. */
export function openFetcher(memory: FetchMemory): Fetcher {
  const { settings, scrapeService } = loadConfig('settings', 'scrapeService')
  const { relay, contact, delayMilliseconds } = scrapeService
  return createFetcher({
    fetch: relay.url === '' ? fetch : relayedFetch(fetch, relay),
    clock: systemClock,
    memory,
    userAgent: `Pauta/${settings.version} (+${contact})`,
    allowedHosts: NEWS_HOSTS,
    delayMilliseconds,
  })
}
