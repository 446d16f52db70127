import { requestScrape, scrapeRequest } from '@pauta/scraper/store/scraper'
import { findPause } from '@pauta/scraper/store/site-state'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { EBC_AGENCIES, scrapeEbc } from './job.ts'

/**
 * Calls the scraper for both sites. Throws with the scraper's message unless it read both. Both publish all day, so only
 * failures of both make a scheduled run wait.
 */
const scrapeBroadcasters: JobWork<typeof scrapeEbc> = async (context) => {
  const { db, config, scheduledTime, manual, now, signal } = context
  const pauses = manual
    ? []
    : await Promise.all(EBC_AGENCIES.map((agencyKey) => findPause(db, { agencyKey, now })))
  const failing = pauses.flatMap((pause) => (pause?.errorKind ? [pause] : []))
  if (failing.length === EBC_AGENCIES.length)
    return { status: 'not_due', until: failing[0]?.until, errorKind: failing[0]?.errorKind }
  const body = scrapeRequest(EBC_AGENCIES, scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/ebc', body, signal })
}

export const handler = runJob(scrapeEbc, scrapeBroadcasters)
