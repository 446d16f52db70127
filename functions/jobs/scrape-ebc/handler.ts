import { requestScrape } from '@pauta/scraper/http-service/request-scrape'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { findPause } from '@pauta/scraper/store/site-state'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { readDue, readNow, readsItself } from '../scrape/own-work.ts'
import { EBC_AGENCIES, scrapeEbc } from './job.ts'

/**
 * Reads both sites, or those of them that are due, or calls the scraper that is kept apart. Throws with its message unless
 * it read both. Both publish all day, so only failures of both make a scheduled call wait.
 */
const scrapeBroadcasters: JobWork<typeof scrapeEbc> = async (context) => {
  const { db, config, scheduledTime, manual, now, signal } = context
  if (readsItself(context))
    return manual ? await readNow('ebc', EBC_AGENCIES, context) : await readDue('ebc', context)
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
