import { loadConfig } from '@pauta/platform/config/config'
import type { Fetcher } from '@pauta/scraper/fetch/fetcher'
import type { FetchMemory } from '@pauta/scraper/fetch/ports'
import { openFetcher as openFetcherOf } from '@pauta/scraper/fetch/open-fetcher'

/** Opens a fetcher with the contact, the relay and the pause of the stage, which reaches these hosts alone. */
export const openFetcher = (memory: FetchMemory, allowedHosts: ReadonlySet<string>): Fetcher =>
  openFetcherOf(loadConfig('settings', 'scrapeService'), memory, allowedHosts)
