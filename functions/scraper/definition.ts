import { defineFunction } from '@pauta/platform/endpoints/define-function'

export const scraper = defineFunction({
  name: 'scraper',
  handler: 'scraper/handler',
  purpose: 'Read the news sites and send their articles to the queue news-ingest.',
  // Lambda's longest. The jobs wait 14 minutes, and the service stops after 11.
  timeoutSeconds: 900,
  memoryMb: 512,
  // One host answers all but the broadcaster's, so more calls would only wait. Jobs ask again after 429.
  concurrency: 3,
  config: ['settings', 'database', 'storage', 'newsIngestQueue', 'scrapeService'],
  rights: ['store-large-texts', 'keep-pages'],
})
