import { scraper } from '../functions/scraper/definition.ts'
import type { FunctionArgsMaker } from './function-needs.ts'

/**
 * The scraper service behind a function URL, and its address. API Gateway would end a call after 29 seconds. The URL is
 * public, and every route but its health check asks for the internal key.
 */
export function makeScraper(functionArgs: FunctionArgsMaker): $util.Input<string> {
  const service = new sst.aws.Function('ScraperService', {
    ...functionArgs(scraper),
    url: { authorization: 'none', cors: false },
  })
  return service.url
}
