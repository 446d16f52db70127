import type { Config } from '@pauta/platform/config/config'
import { createFetcher, type Fetcher } from '../fetch/fetcher.ts'
import { systemClock, type FetchMemory, type HostMemory } from '../fetch/ports.ts'
import { guardedFetch } from '../fetch/public-fetch.ts'
import { relayedFetch } from '../fetch/relayed-fetch.ts'
import { Probe } from '../integrity/probe.ts'

type Settings = Config<'settings' | 'scrapeService'>

const userAgentOf = ({ settings, scrapeService }: Settings) =>
  `Pauta/${settings.version} (+${scrapeService.contact})`

/** The settings name the relay, such as the emulated sites of a laptop, so it may be anywhere. */
const fetchOf = ({ scrapeService: { relay, allowedOrigins } }: Settings) =>
  relay.url === '' ? guardedFetch(allowedOrigins) : relayedFetch(fetch, relay)

/**
 * Returns the fetcher of one request, which reaches these hosts alone. Its user agent has the stage's version and contact.
 */
export function openFetcher(
  config: Settings,
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

/** Returns the checks of pictures and pages, which share the turns of each host with the fetchers. */
export function openProbe(config: Settings, memory: HostMemory, hosts: ReadonlySet<string>): Probe {
  const { delayMilliseconds } = config.scrapeService
  return new Probe({
    fetch: fetchOf(config),
    clock: systemClock,
    memory,
    userAgent: userAgentOf(config),
    delayMilliseconds,
    hosts,
  })
}
