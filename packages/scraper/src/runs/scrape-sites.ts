import type { Site } from '../site/site.ts'
import type { RunPorts, RunRequest } from '../crawl/ports.ts'
import { RunCounts, type AgencyResult } from '../crawl/run-counts.ts'
import { scrapeSite } from '../crawl/scrape-site.ts'

const hostOf = ({ listingUrls: [url = ''] }: Site) => URL.parse(url)?.host ?? ''

/** Whether a run read everything that the listings name for its days, except single articles. */
export const coversWindow = ({ status, stopped }: Pick<AgencyResult, 'status' | 'stopped'>): boolean =>
  status !== 'error' && stopped !== 'error' && stopped !== 'deadline'

/** Scrapes one agency as `scrapeSite` does. Returns a fault of a port as the result of the agency, too. */
export async function scrapeOrReport(
  site: Site,
  request: RunRequest,
  ports: RunPorts,
): Promise<AgencyResult> {
  return await orReport(
    site,
    () => ports.now(),
    () => scrapeSite(site, request, ports),
  )
}

/** Returns an error of the work for one agency as its result, so that others go on. */
export async function orReport<Result extends AgencyResult | null>(
  site: Site,
  now: () => Date,
  work: () => Promise<Result>,
): Promise<Result | AgencyResult> {
  const counts = new RunCounts(site, site.kind, now())
  try {
    return await work()
  } catch (error) {
    counts.addError(error, 'run')
    return counts.finish('error', now())
  }
}

/** How the sites of a host share its time, in milliseconds. */
export type Turns = {
  /** No turn begins after this instant, in milliseconds since 1970. */
  readonly deadline: number
  /** How long a site is read while others of its host wait. It continues behind them. */
  readonly turn: number
  readonly now: () => number
}

/**
 * Scrapes several agencies with `scrapeOne`, which returns null for one that was not read and must not throw. Agencies of
 * one host follow each other; hosts run side by side. With `turns`, a site that came to its end of turn (`stopped:
 * 'deadline'`) gets another one after the others. Returns the results in the order of `sites`, those of one site in the
 * order of its turns.
 */
export async function scrapeByHost<ListedSite extends Site>(
  sites: readonly ListedSite[],
  scrapeOne: (site: ListedSite, turnEnd: number) => Promise<AgencyResult | null>,
  turns?: Turns,
): Promise<AgencyResult[]> {
  const results = new Map<ListedSite, AgencyResult[]>()
  const { deadline, turn, now } = turns ?? { deadline: Infinity, turn: Infinity, now: Date.now }
  const scrapeHost = async (ofHost: readonly ListedSite[]) => {
    const waiting = [...ofHost]
    for (let site = waiting.shift(); site !== undefined && now() < deadline; site = waiting.shift()) {
      const isLast = waiting.length === 0
      const result = await scrapeOne(site, isLast ? deadline : Math.min(deadline, now() + turn))
      if (result === null) continue
      results.set(site, [...(results.get(site) ?? []), result])
      if (turns !== undefined && result.stopped === 'deadline') waiting.push(site)
    }
  }
  await Promise.all([...Map.groupBy(sites, hostOf).values()].map(scrapeHost))
  return sites.flatMap((site) => results.get(site) ?? [])
}
