import { countRequests } from '../store/hosts.ts'
import { chooseSites, type ScrapeRoute } from '../store/listed-sites.ts'
import { pauseBetweenRuns } from '../store/rhythm.ts'
import { findNightShare, findSiteState, finishSiteRun } from '../store/site-state.ts'
import type { Db } from '@pauta/platform/database/database'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { AgencyResult, RunPorts } from '../run/ports.ts'
import { scrapeByHost, scrapeOrReport, summariseRun, type RunSummary } from '../run/scrape-sites.ts'
import { planSite, REQUESTS_PER_DAY, type Plan } from './plan-site.ts'
import type { ScrapeBody } from './requests.ts'
import { openRunStore, type RunOutlets } from '../store/ports.ts'

/** Requests of a day above which every pause doubles. */
const OVER_BUDGET = 0.95 * REQUESTS_PER_DAY

export interface RunSurroundings extends RunOutlets {
  db: Db
  fetcher: Fetcher
  now: () => Date
  /** Milliseconds since 1970 after which no further article is started. */
  deadline: number
  /** Called with the result of each agency. */
  onResult: (result: AgencyResult) => void
}

const isUnfinished = ({ stopped }: AgencyResult) => stopped === 'deadline'

async function finish(
  { site, request }: Plan,
  result: AgencyResult,
  context: { db: Db; now: Date; foundAt: Date | null; requests: number },
): Promise<void> {
  const { db, now, requests } = context
  const agencyKey = site.key
  const state = await findSiteState(db, agencyKey)
  const isFailed = result.status === 'error'
  const pause = pauseBetweenRuns(
    {
      newsDays: state?.newsDays ?? [],
      nightShare: await findNightShare(db, { agencyKey, now }),
      foundAt: context.foundAt ?? state?.lastFoundAt ?? null,
      failures: isFailed ? (state?.failures ?? 0) + 1 : 0,
      errorKind: result.errorKind,
      isOverBudget: requests > OVER_BUDGET,
    },
    now,
  )
  const { kind, structure, errorKind, errorMessage, pages, unchanged, listed, scraped, sent } = result
  await finishSiteRun(
    db,
    {
      agencyKey,
      kind,
      structure,
      isFailed,
      isUnfinished: isUnfinished(result),
      errorKind,
      errorMessage,
      hasFound: context.foundAt !== null,
      lookedAgain: request.looksAgain,
      wasDeep: request.isDeep,
      nextAt: isUnfinished(result) ? null : new Date(now.getTime() + pause),
      pages,
      unchanged,
      listed,
      undated: result.undated,
      scraped,
      sent,
      removed: result.removed,
      readings: result.readings,
      fallbacks: result.fallbacks,
      seconds: result.seconds,
      fields: result.fields,
    },
    now,
  )
}

/**
 * Runs the request of one route: agencies of one host follow each other, hosts run side by side. The state of an agency
 * is stored before the next agency begins. Agencies that the time limit ended are reported as errors, and the next
 * request for them continues there.
 */
export async function runScrape(
  route: ScrapeRoute,
  body: ScrapeBody,
  { db, fetcher, now, deadline, onResult, ...outlets }: RunSurroundings,
): Promise<RunSummary> {
  const { sites, refused } = await chooseSites(db, route, body.agencies)
  const found = new Map<string, Date>()
  const store = openRunStore(db, { ...outlets, onFound: (agencyKey) => found.set(agencyKey, now()) })
  const ports: RunPorts = { ...store, fetcher, now }
  const requests = await countRequests(db, now())
  const results = await scrapeByHost(sites, async (site) => {
    const plan = planSite(site, await findSiteState(db, site.key), { body, now: now(), deadline, requests })
    const result = await scrapeOrReport(plan.site, plan.request, ports)
    await finish(plan, result, { db, now: now(), foundAt: found.get(site.key) ?? null, requests })
    onResult(result)
    return result
  })
  const window = { start: body.start_date, end: body.end_date }
  const cut = results.filter(isUnfinished).map(({ agency }) => ({
    agency,
    error: 'deadline: the time limit was reached; the next request continues',
  }))
  return summariseRun({ window }, results, [...refused, ...cut])
}
