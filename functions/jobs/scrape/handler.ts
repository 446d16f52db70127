import { requestScrape, scrapeRequest } from '@pauta/scraper/store/scraper'
import { findPause } from '@pauta/scraper/store/site-state'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { scrape } from './job.ts'

/**
 * Calls the scraper for one agency. Throws with the scraper's message unless it read the site. A scheduled run of an
 * agency that publishes rarely, or whose site fails, sends no request before the agency's next time.
 */
export const scrapeAgency: JobWork<typeof scrape> = async (context) => {
  const { db, config, parameters, scheduledTime, manual, now, signal } = context
  const pause = manual ? undefined : await findPause(db, { agencyKey: parameters.agency, now })
  if (pause) return { status: 'not_due', until: pause.until, errorKind: pause.errorKind }
  const body = scrapeRequest([parameters.agency], scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/agencies', body, signal })
}

export const handler = runJob(scrape, scrapeAgency)
