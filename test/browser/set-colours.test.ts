import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { openTestSite, visitSite } from '../kit/client/observatory.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  await stack.publish(
    [2, 26, 60].map((hours) =>
      anArticle({ title: `Dengue recua ${hours}`, agencyKey: 'saude', publishedAt: ago({ hours }) }),
    ),
  )
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const backgroundOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).backgroundColor)

it('where a person sets the colours, what is chosen differs from the rest, and bars are drawn', async () => {
  await using visit = await visitSite(browser, stack, { forcedColors: 'active' })
  const { page } = visit
  await visit.open('/busca?q=dengue')
  await page.getByRole('button', { name: '30 dias' }).click()
  await page.locator('.spark').waitFor()
  const paper = await backgroundOf(page, 'body')
  for (const [chosen, other] of [
    ['nav a[aria-current=page]', 'nav a:not([aria-current])'],
    ['.choice input:checked + span', '.choice input:not(:checked) + span'],
    ['.presets button[aria-pressed=true]', '.presets button[aria-pressed=false]'],
  ] as const)
    expect({ chosen, background: await backgroundOf(page, chosen) }).not.toEqual({
      chosen,
      background: await backgroundOf(page, other),
    })
  expect(await backgroundOf(page, '.spark span:not(.spark-partial)')).not.toBe(paper)
  await visit.open('/')
  await page.locator('.bar').first().waitFor()
  expect(await backgroundOf(page, '.bar')).not.toBe(paper)
})

it('on paper bars keep their colour, and articles have their date, because "ontem" is no day there', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  await page.locator('.bar').first().waitFor()
  await page.emulateMedia({ media: 'print' })
  const time = page.locator('.card-meta time').first()
  expect(
    await page
      .locator('.bar')
      .first()
      .evaluate((bar) => getComputedStyle(bar).printColorAdjust),
  ).toBe('exact')
  const [written, date] = await time.evaluate((element) => [
    getComputedStyle(element, '::after').content,
    element.getAttribute('title'),
  ])
  expect(date).toMatch(/^\d+ de \p{L}+ de \d{4} às \d\d:\d\d$/u)
  expect(written).toBe(`"${date}"`)
  expect(await time.evaluate((element) => getComputedStyle(element).fontSize)).toBe('0px')
})
