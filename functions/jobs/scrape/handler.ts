import { chooseSites } from '@pauta/scraper/store/listed-sites'
import { requestScrape } from '@pauta/scraper/http-service/request-scrape'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { findPause } from '@pauta/scraper/store/site-state'
import { RefusedRun, runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { scrape } from './job.ts'
import { readDue, readNow, readsItself } from './own-work.ts'

/**
 * Without an agency, the stage's own scraper reads all sites that are due; for a scraper that is kept apart, each agency
 * becomes a run, which calls it. A run of one agency throws with the message of the scraper unless it read the site. No
 * scheduled run asks the site of an agency that publishes rarely, or whose site fails, before the agency's next time.
 */
export const scrapeSites: JobWork<typeof scrape> = async (context) => {
  const { db, config, parameters, scheduledTime, manual, now, signal, startTargets } = context
  const { agency } = parameters
  if (agency === undefined) {
    if (readsItself(context)) return await readDue('agencies', context)
    const targets = (await chooseSites(db, 'agencies', [])).sites.map(({ key }) => key)
    await startTargets(targets)
    return { status: 'started', agencies: targets.length }
  }
  const [refused] = (await chooseSites(db, 'agencies', [agency])).refused
  if (refused) throw new RefusedRun(`${refused.agency}: ${refused.error}`)
  const pause = manual ? undefined : await findPause(db, { agencyKey: agency, now })
  if (pause) return { status: 'not_due', until: pause.until, errorKind: pause.errorKind }
  if (readsItself(context)) return await readNow('agencies', [agency], context)
  const body = scrapeRequest([agency], scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/agencies', body, signal })
}

export const handler = runJob(scrape, scrapeSites)
