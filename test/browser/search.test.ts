import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, readAxe, SCREENSHOTS } from '../kit/client/browser.ts'
import { openTestSite, visitSite, type Visit } from '../kit/client/observatory.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { themed } from '../kit/rows/themes.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const DAY_MS = 86_400_000
const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 900 }

let stack: TestStack
let browser: Browser
let axe: string

/** Agencies of articles about dengue: three of Health, two of Education, one of Culture; and 24 about other things. */
const DENGUE = ['saude', 'saude', 'saude', 'mec', 'mec', 'cultura']

beforeAll(async () => {
  axe = await readAxe()
  stack = await startTestStack({ site: await openTestSite() })
  const now = Date.now()
  const publishedAt = (days: number) => new Date(now - days * DAY_MS).toISOString()
  await stack.publish([
    ...DENGUE.map((agencyKey, at) =>
      anArticle({
        agencyKey,
        title: `Ações contra a dengue ${at}`,
        publishedAt: publishedAt(at * 7),
        ...themed('03'),
      }),
    ),
    ...Array.from({ length: 24 }, (_, at) =>
      anArticle({
        agencyKey: ['saude', 'mec', 'cultura', 'fazenda'][at % 4]!,
        title: `Edital número ${at}`,
        publishedAt: publishedAt(at),
        ...themed('02'),
      }),
    ),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const facet = (page: Page, title: string) =>
  page.locator('.facet', { has: page.getByRole('heading', { name: title }) })
const settle = (page: Page) =>
  page.locator('main:not(:has([aria-busy=true])):not(:has(.skeleton)) .found').waitFor()
/** Presses Tab until the element has the focus; returns the number of presses. */
async function countTabs(page: Page, selector: string): Promise<number> {
  for (let press = 1; press <= 60; press++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return press
  }
  throw new Error(`Tab does not lead to ${selector}`)
}

describe('the counts beside the results', () => {
  it('tell which ministry wrote most on dengue, and one click adds it', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue')
    const rows = facet(page, 'Por órgão').locator('li button')
    await expect.poll(() => rows.count()).toBe(3)
    const texts = await rows.allInnerTexts()
    expect(texts.map((text) => Number(/(\d+) \(/.exec(text)?.[1]))).toEqual([3, 2, 1])
    expect(texts[0]).toContain('Ministério da Saúde')
    await rows.first().click()
    await expect.poll(() => page.locator('.found').innerText()).toBe('3 notícias')
    expect(new URL(page.url()).searchParams.get('agencies')).toBe('saude')
    const chosen = rows.first()
    await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')
    await chosen.click()
    await expect.poll(() => page.locator('.found').innerText()).toBe('6 notícias')
    expect(visit.problems).toEqual([])
  })

  it('draw each week, the present one apart, and lead from a week to its articles', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue')
    const bars = page.locator('.spark span')
    await expect.poll(() => bars.count()).toBe(6)
    expect(await page.locator('.spark-partial').count()).toBe(1)
    expect(await bars.last().getAttribute('class')).toBe('spark-partial')
    await page.getByText('Ver os números').click()
    await facet(page, 'Por semana').locator('li button').first().click()
    await expect.poll(() => page.locator('.found').innerText()).toBe('1 notícia')
    await facet(page, 'Por dia').waitFor()
    expect(visit.problems).toEqual([])
  })

  it('are left out of a search by meaning, which the API does not count', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    await visit.open('/busca?q=dengue&semantic=true')
    await visit.page.getByText(/^As contagens existem na busca por palavras/).waitFor()
    expect(await visit.page.locator('.facet').count()).toBe(0)
  })
})

it('marks the words in the results, whose titles look like links', async () => {
  await using visit = await visitSite(browser, stack, { viewport: DESK })
  await visit.open('/busca?q=DENGUE')
  await expect
    .poll(() => visit.page.locator('.card h3 mark').allInnerTexts())
    .toEqual(DENGUE.map(() => 'dengue'))
  const link = visit.page.locator('.card h3 a').first()
  expect(await link.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('underline')
})

it('sets the last seven days by one click', async () => {
  await using visit = await visitSite(browser, stack, { viewport: DESK })
  const { page } = visit
  await visit.open('/busca?q=edital')
  await page.getByRole('button', { name: '7 dias' }).click()
  await expect.poll(() => page.locator('.found').innerText()).toBe('7 notícias')
  await expect.poll(() => page.locator('.spark span').count()).toBe(7)
})

it('leads by the second skip link to the first result in two presses of Tab at most', async () => {
  await using visit = await visitSite(browser, stack, { viewport: DESK })
  const { page } = visit
  await visit.open('/busca?q=dengue')
  await countTabs(page, '.skip[href="#resultados"]')
  await page.keyboard.press('Enter')
  expect(await countTabs(page, '.card h3 a')).toBeLessThanOrEqual(2)
})

it('shows the first result within the first screen of a phone, with filters and counts folded', async () => {
  await using visit = await visitSite(browser, stack, { viewport: PHONE })
  const { page } = visit
  await visit.open('/busca?q=dengue')
  await settle(page)
  await page.screenshot({ path: `${SCREENSHOTS}/search-phone.png` })
  const title = await page.locator('.card h3').first().boundingBox()
  expect((title?.y ?? Infinity) + (title?.height ?? 0)).toBeLessThan(PHONE.height)
  expect(await page.locator('.search-side details.fold[open]').count()).toBe(0)
  await page.getByText('Contagens', { exact: true }).click()
  await facet(page, 'Por órgão').locator('li button').first().click()
  await expect.poll(() => page.locator('.found').innerText()).toBe('3 notícias')
  // A choice in an open part leaves it open.
  expect(await page.locator('.search-side details.fold[open]').count()).toBe(1)
})

async function listViolations({ page }: Visit): Promise<string[]> {
  await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string }[] }[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)}`)
}

describe('axe finds nothing', () => {
  it.each(
    [DESK, PHONE].flatMap((viewport) =>
      (['light', 'dark'] as const).map((colorScheme) => ({ viewport, colorScheme })),
    ),
  )('at $viewport.width px, $colorScheme', async ({ viewport, colorScheme }) => {
    await using visit = await visitSite(browser, stack, {
      viewport,
      colorScheme,
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    await visit.open('/busca?q=dengue&agencies=saude')
    if (viewport === PHONE)
      for (const summary of await visit.page.locator('.fold > summary').all()) await summary.click()
    await settle(visit.page)
    await visit.page.screenshot({
      path: `${SCREENSHOTS}/search-${viewport.width}-${colorScheme}.png`,
      fullPage: true,
    })
    expect(await listViolations(visit)).toEqual([])
    expect(await visit.page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')).toBe(
      0,
    )
  })
})

it('tells how many new articles match without moving the list, and loads them by a button', async () => {
  await using visit = await visitSite(browser, stack, { viewport: DESK })
  const { page } = visit
  await page.clock.install()
  const streams: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/stream/articles')) streams.push(request.url())
  })
  await visit.open('/busca?agencies=cultura')
  await settle(page)
  expect(streams).toEqual([])
  await page.clock.fastForward(16_000)
  await expect.poll(() => streams.length).toBe(1)
  const title = page.locator('.card h3').first()
  const before = await title.boundingBox()
  const publish = (agencyKey: string, name: string) =>
    stack.publish([anArticle({ agencyKey, title: name, publishedAt: new Date().toISOString() })])
  await publish('cultura', 'Museu abre no domingo')
  await publish('mec', 'Outra escola abre')
  await publish('cultura', 'Teatro fecha na segunda')
  const button = page.getByRole('button', { name: '2 novas: mostrar' })
  await expect
    .poll(async () => {
      await page.clock.fastForward(3000)
      return await button.isVisible()
    })
    .toBe(true)
  expect(await title.boundingBox()).toEqual(before)
  await page.screenshot({ path: join(SCREENSHOTS, 'new-articles.png') })
  await button.click()
  await expect.poll(() => page.locator('.card h3').allInnerTexts()).toContain('Museu abre no domingo')
  expect(await button.isVisible()).toBe(false)
})
