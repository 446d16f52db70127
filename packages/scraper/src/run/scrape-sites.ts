import type { AgencyResult } from './run-counts.ts'
import type { RunPorts, RunRequest } from './ports.ts'
import type { Site } from '../site/site.ts'
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
  now(): number
}

/**
 * Scrapes several agencies with `scrapeOne`, which returns null for one that was not read and must not throw. Agencies of one host follow each other; hosts run side
 * by side. With `turns`, a site that came to its end of turn (`stopped: 'deadline'`) gets another one after the others.
 * Returns the results in the order of `sites`, those of one site in the order of its turns.
 */
export async function scrapeByHost<ListedSite extends Site>(
  sites: readonly ListedSite[],
  scrapeOne: (site: ListedSite, turnEnd: number) => Promise<AgencyResult | null>,
  turns?: Turns,
): Promise<AgencyResult[]> {
  const results = new Map<ListedSite, AgencyResult[]>()
  const isOver = () => turns !== undefined && turns.now() >= turns.deadline
  const endOfTurn = (waiting: number) =>
    turns === undefined || waiting === 0
      ? (turns?.deadline ?? Infinity)
      : Math.min(turns.deadline, turns.now() + turns.turn)
  const scrapeHost = async (ofHost: readonly ListedSite[]) => {
    const waiting = [...ofHost]
    for (let site = waiting.shift(); site !== undefined && !isOver(); site = waiting.shift()) {
      const result = await scrapeOne(site, endOfTurn(waiting.length))
      if (result === null) continue
      results.set(site, [...(results.get(site) ?? []), result])
      if (turns !== undefined && result.stopped === 'deadline') waiting.push(site)
    }
  }
  await Promise.all([...Map.groupBy(sites, hostOf).values()].map(scrapeHost))
  return sites.flatMap((site) => results.get(site) ?? [])
}

/** Counts agencies that were refused, because they are unknown or inactive, as agencies with errors. */
function messageOf(results: readonly AgencyResult[], refused: number): string {
  const countAgencies = (of: readonly AgencyResult[]) => new Set(of.map(({ agency }) => agency)).size
  const failed = refused + countAgencies(results.filter(({ errorKind }) => errorKind !== null))
  const asked = refused + countAgencies(results)
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
  const processed = new Set(results.filter(({ status }) => status !== 'error').map(({ agency }) => agency))
  // Single articles that could not be read are asked again; they are no failure of the run.
  const faults = results.filter(({ errorKind }) => errorKind !== null)
  const errors = [
    ...refused,
    ...faults.map(({ agency, errorKind, errorMessage }) => ({
      agency,
      error: `${errorKind ?? 'unknown'}: ${errorMessage ?? ''}`,
    })),
  ]
  let status: RunSummary['status'] = 'completed'
  if (errors.length > 0) status = processed.size > 0 ? 'partial' : 'failed'
  const sum = (field: 'scraped' | 'sent') => results.reduce((total, result) => total + result[field], 0)
  return {
    status,
    start_date: request.window.start,
    end_date: request.window.end,
    articles_scraped: sum('scraped'),
    articles_saved: sum('sent'),
    agencies_processed: [...processed],
    errors,
    message: messageOf(results, refused.length),
    results,
  }
}
