import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { loadSmallSample, openTestSite, visitSite } from '../support/observatory.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite(), inbox: { port: 0 } })
  await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

it('shows the panorama at its first address', async () => {
  await using visit = await visitSite(browser, stack)
  await visit.open('/')
  expect(await visit.page.getByRole('heading', { level: 1 }).innerText()).toBe('Panorama')
  await visit.page.getByRole('img', { name: 'Notícias por dia' }).waitFor()
  expect(visit.problems).toEqual([])
  expect(visit.elsewhere).toEqual([])
})
