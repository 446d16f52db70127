import { fetchOf, userAgentOf, type FetchSettings } from '../fetch/open-fetcher.ts'
import { systemClock, type HostMemory } from '../fetch/ports.ts'
import { Probe } from './probe.ts'

/** Returns the checks of pictures and pages, which share the turns of each host with the fetchers. */
export function openProbe(config: FetchSettings, memory: HostMemory, hosts: ReadonlySet<string>): Probe {
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
