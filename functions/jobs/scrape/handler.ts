import { requestScrape, scrapeRequest } from '@pauta/core/scraping/scraper'
import { runJob, type JobWork } from '@pauta/platform/jobs/run-job'
import { scrape } from './job.ts'

/** Fails with what the scraper says unless it has read the agency's site. */
export const scrapeAgency: JobWork<typeof scrape> = async ({ config, parameters, scheduledTime, signal }) => {
  const body = scrapeRequest([parameters.agency], scheduledTime)
  return await requestScrape(config.scraper, { path: '/scrape/agencies', body, signal })
}

export const handler = runJob(scrape, scrapeAgency)
