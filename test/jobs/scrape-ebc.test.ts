import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { startRun } from '../kit/workers/runs.ts'
import { startScraper, type Scraper } from '../kit/services/scraper-service.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let scraper: Scraper
beforeAll(async () => {
  scraper = await startScraper({
    listNews: (agencies) => agencies.map((agencyKey) => anArticle({ agencyKey })),
  })
  stack = await startTestStack({ outsideScraper: { url: scraper.url } })
  scraper.sendTo(stack.stack.queueUrl('news-ingest'))
})
afterAll(async () => {
  await stack.stop()
  await scraper.stop()
})

it('requests the news of both broadcasters at their own address', async () => {
  const run = await startRun(stack, 'scrape-ebc')
  const { result } = await run.until('succeeded')
  expect(result).toMatchObject({ status: 'completed', articles_saved: 2, agencies_processed: 2 })
  const request = scraper.requests.at(-1)
  expect(request?.path).toBe('/scrape/ebc')
  expect(request?.body.agencies).toEqual(['agencia_brasil', 'tvbrasil'])
})

it('fails when one of the two could not be read, and names it', async () => {
  scraper.setMode('partial')
  const run = await startRun(stack, 'scrape-ebc')
  const { error } = await run.until('waiting')
  expect(error).toBe('Error: the scrape was partial; 1 of 2 agencies read; tvbrasil: the site did not answer')
})
