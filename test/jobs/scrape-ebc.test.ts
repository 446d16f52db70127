import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { clearTables, tables, timeAhead } from '../kit/rows/tables.ts'
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

it.each([
  [['agencia_brasil', 'tvbrasil'], true],
  [['tvbrasil'], false],
])('makes a scheduled call wait when %j failed: %j', async (failed, waits) => {
  scraper.setMode('normal')
  const until = timeAhead(1, 'hour')
  await clearTables(stack.db, ['scrapeSites'])
  for (const agencyKey of ['agencia_brasil', 'tvbrasil'])
    await tables.scrapeSites.add(stack.db, {
      agencyKey,
      nextAt: until,
      errorKind: failed.includes(agencyKey) ? 'anti_bot' : null,
    })
  const run = await startRun(stack, 'scrape-ebc', {}, { manual: false, scheduledTime: new Date() })
  expect((await run.until('succeeded')).result).toMatchObject(
    waits
      ? { status: 'not_due', until: until.toISOString(), errorKind: 'anti_bot' }
      : { status: 'completed' },
  )
})
