import type { FunctionArgsMaker } from './function-needs.ts'
import type { StageSettings } from './settings.ts'

/** Lambda's longest. The jobs wait 14 minutes, and the service stops after 11. */
const TIMEOUT_SECONDS = 900
/** Calls at once. One host answers all but the broadcaster's, so more calls would only wait. Jobs ask again after 429. */
const CONCURRENCY = 3

/**
 * The scraper service behind a function URL, and its address. API Gateway would end a call after 29 seconds. The URL is
 * public, and every route but its health check asks for the internal key.
 */
export function makeScraper(settings: StageSettings, functionArgs: FunctionArgsMaker): $util.Input<string> {
  const service = new sst.aws.Function('ScraperService', {
    ...functionArgs({
      name: 'scraper',
      handler: 'functions/scraper/handler.handler',
      purpose: 'Read the news sites and send their articles to the queue news-ingest.',
      config: ['settings', 'database', 'storage', 'newsIngestQueue', 'scrapeService'],
      timeoutSeconds: TIMEOUT_SECONDS,
      memoryMb: 512,
      // Each call holds a connection to the database.
      reservedConcurrency: CONCURRENCY,
      rights: ['store-large-articles', 'keep-pages'],
    }),
    url: { authorization: 'none', cors: false },
  })
  return service.url
}
