import { afterAll, beforeAll, expect, it } from 'vitest'
import { anArticle } from '../support/factories.ts'
import { startRun } from '../support/runs.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({
    listNews: (agencies) => agencies.map((agencyKey) => anArticle({ agencyKey })),
  })
})
afterAll(() => stack.stop())

it('requests the news of both broadcasters at their own address', async () => {
  const run = await startRun(stack, 'scrape-ebc')
  const { result } = await run.until('succeeded')
  expect(result).toMatchObject({ status: 'completed', articles_saved: 2, agencies_processed: 2 })
  const request = stack.stack.scraper.requests.at(-1)
  expect(request?.path).toBe('/scrape/ebc')
  expect(request?.body.agencies).toEqual(['agencia_brasil', 'tvbrasil'])
})

it('fails when one of the two could not be read, and names it', async () => {
  stack.stack.scraper.setMode('partial')
  const run = await startRun(stack, 'scrape-ebc')
  const { error } = await run.until('waiting')
  expect(error).toBe('Error: the scrape was partial; 1 of 2 agencies read; tvbrasil: the site did not answer')
})
