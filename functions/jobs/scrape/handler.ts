import { requestScrape, scrapeRequest } from '@pauta/core/scraping/scraper'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { scrape } from './job.ts'

/** Asks the scraper for one agency. Throws with the scraper's message unless it read the site. */
export const scrapeAgency: JobWork<typeof scrape> = async ({ config, parameters, scheduledTime, signal }) => {
  const body = scrapeRequest([parameters.agency], scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/agencies', body, signal })
}

export const handler = runJob(scrape, scrapeAgency)
