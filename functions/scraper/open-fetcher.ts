import type { Config } from '@pauta/platform/config/config'
import { createFetcher, type Fetcher } from '@pauta/scraper/fetch/fetcher'
import { systemClock, type FetchMemory } from '@pauta/scraper/fetch/ports'
import { NEWS_HOSTS } from '@pauta/scraper/fetch/news-hosts'
import { relayedFetch } from '@pauta/scraper/fetch/relayed-fetch'

/** Opens the fetcher of one request. It names the stage's version and contact to the sites. */
export function openFetcher(
  { settings, scrapeService }: Config<'settings' | 'scrapeService'>,
  memory: FetchMemory,
): Fetcher {
  const { contact, relay, delayMilliseconds } = scrapeService
  return createFetcher({
    fetch: relay.url === '' ? fetch : relayedFetch(fetch, relay),
    clock: systemClock,
    memory,
    userAgent: `Pauta/${settings.version} (+${contact})`,
    allowedHosts: NEWS_HOSTS,
    delayMilliseconds,
  })
}
