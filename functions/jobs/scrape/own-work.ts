import type { Config } from '@pauta/platform/config/config'
import { ContinueLater } from '@pauta/platform/jobs/run-job'
import type { DbPool } from '@pauta/platform/database/database'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { findObservation } from '@pauta/platform/telemetry/observation'
import type { RunSummary } from '@pauta/scraper/runs/run-summary'
import { openWork, type ScrapeConfig } from '@pauta/scraper/runs/open-work'
import { runScrape, scrapeDue, STOP_MARGIN_MS, type RunSurroundings } from '@pauta/scraper/runs/run'
import type { ScrapeRoute } from '@pauta/scraper/store/listed-sites'
import { areSiteFaults, failureOf } from '@pauta/scraper/runs/failures'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { scrape } from './job.ts'

/** Milliseconds that a run works: the rest is for its last article and its end. */
const WORK_MS = scrape.timeoutSeconds * 1000 - STOP_MARGIN_MS

/** What the scrape jobs need of their context. */
interface OwnContext {
  db: DbPool
  config: ScrapeConfig & Config<'scraper'>
  scheduledTime: Date
  logger: Logger
}

/** Whether the jobs of the stage read the sites themselves. */
export const readsItself = ({ config }: Pick<OwnContext, 'config'>) => config.scraper.url === ''

const surroundingsOf = async ({ config, db, logger }: OwnContext, deadline: number) => ({
  ...(await openWork(config, { db, logger })),
  deadline,
})

/** Adds what was asked of the sites to the log line of the run. */
function observe({ fetcher }: Pick<RunSurroundings, 'fetcher'>, { results }: RunSummary): void {
  const agencies = [...new Set(results.map(({ agency }) => agency))]
  const fields = { agencies, fetches: fetcher.counts, waitedMilliseconds: fetcher.waits() }
  Object.assign(findObservation()?.fields ?? {}, fields)
}

/** The result of a run in the documented words, without that of each agency. */
function replyOf(summary: RunSummary): Record<string, unknown> {
  return Object.fromEntries(Object.entries(summary).filter(([name]) => name !== 'results'))
}

/**
 * Reads all sites of a route that are due. Faults of sites are part of the result: their rows decide when each is asked
 * again, and status and alarms count them. Throws after reading all others when this code or a store failed.
 *
 * Ends at `deadline`, in milliseconds since 1970. A run by hand then continues in another invocation. A scheduled one
 * leaves the rest to the next one, which begins minutes later and reads first what waits longest: with both, each run
 * that is late would add another one that waits for the same hosts.
 */
export async function readDue(
  route: ScrapeRoute,
  context: OwnContext & { manual: boolean },
  deadline = Date.now() + WORK_MS,
): Promise<Record<string, unknown>> {
  const request = { ...scrapeRequest([], context.scheduledTime), agencies: [] }
  const surroundings = await surroundingsOf(context, deadline)
  const summary = await scrapeDue(route, request, surroundings)
  observe(surroundings, summary)
  if (!areSiteFaults(summary.errors)) throw failureOf(summary, `the scrape was ${summary.status}`)
  if (context.manual && summary.left > 0) throw new ContinueLater()
  return replyOf(summary)
}

/**
 * Reads the sites of some agencies now. Throws with the faults of the sites unless it read all. Continues in another
 * invocation when the time was too short.
 */
export async function readNow(
  route: ScrapeRoute,
  agencies: readonly string[],
  context: OwnContext,
): Promise<Record<string, unknown>> {
  const request = { ...scrapeRequest(agencies, context.scheduledTime), agencies: [...agencies] }
  const surroundings = await surroundingsOf(context, Date.now() + WORK_MS)
  const summary = await runScrape(route, request, surroundings)
  observe(surroundings, summary)
  if (summary.results.some(({ stopped }) => stopped === 'deadline')) throw new ContinueLater()
  if (summary.status !== 'completed') throw failureOf(summary, `the scrape was ${summary.status}`)
  return replyOf(summary)
}
