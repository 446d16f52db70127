import { requestScrape, scrapeRequest } from '@pauta/core/scraping/scraper'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { EBC_AGENCIES, scrapeEbc } from './job.ts'

/** Asks the scraper for both sites. Throws with the scraper's message unless it read both. */
const scrapeBroadcasters: JobWork<typeof scrapeEbc> = async ({ config, scheduledTime, signal }) => {
  const body = scrapeRequest(EBC_AGENCIES, scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/ebc', body, signal })
}

export const handler = runJob(scrapeEbc, scrapeBroadcasters)
