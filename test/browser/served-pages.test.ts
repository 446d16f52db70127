import { PUBLISHER_PATHS } from '@pauta/platform/config/publisher'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../packages/observatory/src/paths.ts'
import { launchBrowser, takePicture } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { openTestSite, publishEdits, visitSite } from '../kit/client/observatory.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const ARTICLE = 'editada_000001'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  await publishEdits(stack, ARTICLE)
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

describe('pages that functions make, and pages on paper', () => {
  it.each(Object.keys(PUBLISHER_PATHS))('%s, which functions make', async (path) => {
    await using visit = await visitSite(browser, stack, { bypassCSP: true })
    await visit.open(path)
    expect(await inspect(visit.page, `publisher-${path.slice(1)}`)).toEqual(FAULTLESS)
    expect(visit.problems).toEqual([])
  })

  it('an article without scripts', async () => {
    await using visit = await visitSite(browser, stack, { javaScriptEnabled: false })
    await visit.page.goto(stack.stack.frontUrl + paths.article(ARTICLE))
    const { page } = visit
    expect(await page.locator('main article p').count()).toBeGreaterThan(1)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await takePicture(page, `observatory-served-${colorScheme}`)
    }
    expect(visit.problems).toEqual([])
  })

  it('an article that the script takes over: its text never goes away', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    let answer = () => {}
    const isAsked = new Promise<void>((resolve) => (answer = resolve))
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/graphql*', async (route) => {
      answer()
      await isReleased
      await route.continue()
    })
    await page.goto(stack.stack.frontUrl + paths.article(ARTICLE))
    await isAsked
    await page.locator('.site-header nav').waitFor()
    const text = await page.locator('main article').innerText()
    expect(text).toContain('Foram 1.500 casos')
    release()
    await page.locator('#historia').waitFor()
    expect(visit.problems).toEqual([])
  })

  it.each(['search', 'agency'] as const)('%s on paper, without what only a screen can use', async (name) => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(name === 'search' ? `${paths.search}?q=dengue` : paths.agency('saude'))
    await page.emulateMedia({ media: 'print' })
    await takePicture(page, `observatory-paper-${name}`, { fullPage: true })
    expect(await page.locator('nav:visible, form:visible, button:visible, input:visible').count()).toBe(0)
    expect(await page.locator('main h1').isVisible()).toBe(true)
    expect(await page.locator('.card:visible').count()).toBeGreaterThan(0)
  })
})
