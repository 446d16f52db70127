import type { AgencyResult, RunPorts, RunRequest, Site } from './ports.ts'
import { RunCounts } from './run-counts.ts'
import { scrapeSite } from './scrape-site.ts'

/** The outcome of a run over several agencies, in the words of the scrape routes. */
export type RunSummary = {
  readonly status: 'completed' | 'partial' | 'failed'
  readonly start_date: string
  readonly end_date: string
  readonly articles_scraped: number
  readonly articles_saved: number
  /** Keys of agencies that were read, also those without news. */
  readonly agencies_processed: readonly string[]
  readonly errors: readonly { agency: string; error: string }[]
  readonly message: string
  readonly results: readonly AgencyResult[]
}

const hostOf = ({ listingUrls: [url = ''] }: Site) => URL.parse(url)?.host ?? ''

/** Scrapes one agency as `scrapeSite` does. Returns a fault of a port as the result of the agency, too. */
export async function scrapeOrReport(
  site: Site,
  request: RunRequest,
  ports: RunPorts,
): Promise<AgencyResult> {
  const counts = new RunCounts(site, site.kind, ports.now())
  try {
    return await scrapeSite(site, request, ports)
  } catch (error) {
    counts.addError(error, 'run')
    return counts.finish('error', ports.now())
  }
}

/**
 * Scrapes several agencies with `scrapeOne`. Agencies of one host follow each other; hosts run side by side. Returns the
 * results in the order of `sites`.
 */
export async function scrapeByHost<ListedSite extends Site>(
  sites: readonly ListedSite[],
  scrapeOne: (site: ListedSite) => Promise<AgencyResult>,
): Promise<AgencyResult[]> {
  const results = new Map<ListedSite, AgencyResult>()
  const scrapeHost = async (ofHost: readonly ListedSite[]) => {
    for (const site of ofHost) results.set(site, await scrapeOne(site))
  }
  await Promise.all([...Map.groupBy(sites, hostOf).values()].map(scrapeHost))
  return sites.flatMap((site) => results.get(site) ?? [])
}

/** Counts agencies that were refused, because they are unknown or inactive, as agencies with errors. */
function messageOf(results: readonly AgencyResult[], refused: number): string {
  const failed = refused + results.filter((result) => result.status !== 'success').length
  const asked = refused + results.length
  return failed === 0 ? `${asked} agencies read` : `${failed} of ${asked} agencies with errors`
}

/**
 * Returns the outcome of a run. `refused` names requested agencies that are unknown or inactive. The status is
 * `completed` without errors, also without news; `failed` with errors and nothing read; `partial` otherwise.
 */
export function summariseRun(
  request: Pick<RunRequest, 'window'>,
  results: readonly AgencyResult[],
  refused: readonly { agency: string; error: string }[] = [],
): RunSummary {
  const processed = results.filter(({ status }) => status !== 'error')
  const faults = results.filter(({ status }) => status !== 'success')
  const errors = [
    ...refused,
    ...faults.map(({ agency, errorKind, errorMessage }) => ({
      agency,
      error: `${errorKind ?? 'unknown'}: ${errorMessage ?? ''}`,
    })),
  ]
  let status: RunSummary['status'] = 'completed'
  if (errors.length > 0) status = processed.length > 0 ? 'partial' : 'failed'
  const sum = (field: 'scraped' | 'sent') => results.reduce((total, result) => total + result[field], 0)
  return {
    status,
    start_date: request.window.start,
    end_date: request.window.end,
    articles_scraped: sum('scraped'),
    articles_saved: sum('sent'),
    agencies_processed: processed.map(({ agency }) => agency),
    errors,
    message: messageOf(results, refused.length),
    results,
  }
}
