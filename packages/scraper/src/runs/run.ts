import { MINUTE_MS } from '@pauta/platform/time/time'
import { countRequests } from '../store/hosts.ts'
import { chooseSites, listDueSites, type ReadableSite, type ScrapeRoute } from '../store/listed-sites.ts'
import { pauseBetweenRuns } from './rhythm.ts'
import { findNightShare, findSiteState, finishSiteRun, freeSite, holdSite } from '../store/site-state.ts'
import type { Db } from '@pauta/platform/database/database'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { AgencyResult } from '../crawl/run-counts.ts'
import { coversWindow, orReport, scrapeByHost, scrapeOrReport, type Turns } from './scrape-sites.ts'
import { summariseRun, type RunSummary } from './run-summary.ts'
import { planSite, REQUESTS_PER_DAY, type Plan } from './plan-site.ts'
import type { ScrapeBody } from './requests.ts'
import { openRunStore, type RunOutlets } from '../store/ports.ts'

/** Requests of a day above which every pause doubles. */
const OVER_BUDGET = 0.95 * REQUESTS_PER_DAY

/** Milliseconds that the last article and the end of a run may take after the deadline. */
export const STOP_MARGIN_MS = 150_000

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
      isWhole: coversWindow(result),
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

/** Reads one site once: plans the run, makes it, and stores the state of the site. */
async function readSite(
  site: ReadableSite,
  turnEnd: number,
  { db, now, body, store, fetcher, found, requests, onResult }: Reading,
): Promise<AgencyResult> {
  const state = await findSiteState(db, site.key)
  const plan = planSite(site, state, { body, now: now(), deadline: turnEnd, requests })
  const result = await scrapeOrReport(plan.site, plan.request, { ...store, fetcher, now })
  await finish(plan, result, { db, now: now(), foundAt: found.get(site.key) ?? null, requests })
  onResult(result)
  return result
}

/** What all sites of one call share. */
interface Reading extends Pick<RunSurroundings, 'db' | 'fetcher' | 'now' | 'onResult'> {
  body: ScrapeBody
  store: ReturnType<typeof openRunStore>
  found: ReadonlyMap<string, Date>
  requests: number
}

/**
 * Reads sites: those of one host follow each other, hosts run side by side, and an error of one stops no other. A site
 * that another run reads is left to it.
 */
async function readSites(
  sites: readonly ReadableSite[],
  body: ScrapeBody,
  { db, fetcher, now, deadline, onResult, ...outlets }: RunSurroundings,
  turns?: Turns,
): Promise<{ results: AgencyResult[]; held: string[] }> {
  const found = new Map<string, Date>()
  const store = openRunStore(db, { ...outlets, now, onFound: (agencyKey) => found.set(agencyKey, now()) })
  const requests = await countRequests(db, now())
  const reading = { db, fetcher, now, onResult, body, store, found, requests }
  const held: string[] = []
  const until = new Date(deadline + STOP_MARGIN_MS)
  const results = await scrapeByHost(
    sites,
    (site, turnEnd) =>
      orReport(site, now, async () => {
        if (
          !(await holdSite(db, { agencyKey: site.key, now: now(), until, isScheduled: turns !== undefined }))
        ) {
          held.push(site.key)
          return null
        }
        try {
          return await readSite(site, Math.min(turnEnd, deadline), reading)
        } finally {
          await freeSite(db, { agencyKey: site.key, until })
        }
      }),
    turns,
  )
  return { results, held }
}

const errorOf = (error: string) => (agency: string) => ({ agency, error })

/**
 * Runs the request of one route. The state of an agency is stored before the next agency begins. Agencies that the time
 * limit ended are reported as errors, and the next request for them continues there; so are those that another run reads.
 */
export async function runScrape(
  route: ScrapeRoute,
  body: ScrapeBody,
  surroundings: RunSurroundings,
): Promise<RunSummary> {
  const { sites, refused } = await chooseSites(surroundings.db, route, body.agencies)
  const { results, held } = await readSites(sites, body, surroundings)
  const cut = results.filter(isUnfinished).map(({ agency }) => agency)
  return summariseRun({ window: { start: body.start_date, end: body.end_date } }, results, [
    ...refused,
    ...held.map(errorOf('busy: another run reads this site')),
    ...cut.map(errorOf('deadline: the time limit was reached; the next request continues')),
  ])
}

/** How long one site is read while others of its host are due. */
const TURN_MS = 3 * MINUTE_MS

/**
 * Reads the sites of one route that are due, until the deadline. What is left then is due first in the next call. The
 * summary names the sites that were read, and `left` counts the others.
 */
export async function scrapeDue(
  route: ScrapeRoute,
  body: ScrapeBody,
  surroundings: RunSurroundings,
): Promise<RunSummary & { left: number }> {
  const { db, now, deadline } = surroundings
  const due = await listDueSites(db, route, now())
  const turns = { deadline, turn: TURN_MS, now: () => now().getTime() }
  const { results, held } = await readSites(due, body, surroundings, turns)
  const lastOf = new Map(results.map((result) => [result.agency, result]))
  const read = [...lastOf.values()].filter((result) => !isUnfinished(result)).length
  const summary = summariseRun({ window: { start: body.start_date, end: body.end_date } }, results)
  return { ...summary, left: due.length - held.length - read }
}
