import { listSampleNames } from '@pauta/sample-data/people/sample-users'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../packages/observatory/src/paths.ts'
import { launchBrowser, readAxe, SCREENSHOTS } from '../support/browser.ts'
import { loadSmallSample, logInOnPage, openTestSite, visitSite } from '../support/observatory.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

type Paths = typeof paths
/** Pages of one thing each: the function makes a path from an identifier. */
type MakesPath = { [Name in keyof Paths]: Paths[Name] extends string ? never : Name }[keyof Paths]

let stack: TestStack
let browser: Browser
let axe: string
/** An identifier for each page of one thing. A page that is added to the site does not compile without one. */
let identifiers: Record<MakesPath, string>

beforeAll(async () => {
  axe = await readAxe()
  stack = await startTestStack({ site: await openTestSite() })
  await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  browser = await launchBrowser()
  const { trendingEntities, articles, marketplaceListings } = await stack.query(`{
    trendingEntities(limit: 1) { entityId }
    articles(limit: 50) { articles { uniqueId agency mostSpecificThemeCode } }
    marketplaceListings { listings { id } }
  }`)
  // Some articles of the sample have no theme.
  const article = articles.articles.find(
    (one: { mostSpecificThemeCode: string | null }) => one.mostSpecificThemeCode,
  )
  identifiers = {
    article: article.uniqueId,
    agency: article.agency,
    theme: article.mostSpecificThemeCode.split('.')[0],
    entity: trendingEntities[0].entityId,
    listing: marketplaceListings.listings[0].id,
  }
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const names = Object.keys(paths) as (keyof Paths)[]
const isMaker = (name: keyof Paths): name is MakesPath => typeof paths[name] !== 'string'
const pathOf = (name: keyof Paths): string => (isMaker(name) ? paths[name](identifiers[name]) : paths[name])

interface Violation {
  id: string
  nodes: { html: string }[]
}

async function listViolations(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** Checks a page that is open: accessibility in light and dark, and its width on a phone and on a wide screen. */
async function inspect(page: Page, name: string) {
  await page.evaluate(axe)
  const found: Record<string, unknown> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SCREENSHOTS}/observatory-${name}-${colorScheme}.png` })
    found[colorScheme] = await listViolations(page)
  }
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    found[`${width} pixels`] = await page.evaluate(
      'Math.max(0, document.documentElement.scrollWidth - innerWidth)',
    )
  }
  return found
}

const FAULTLESS = { light: [], dark: [], '360 pixels': 0, '2560 pixels': 0 }
const MISSING = {
  'an address without a page': '/nao-existe',
  'an article that does not exist': paths.article('nao-existe'),
  'an agency that does not exist': paths.agency('nao-existe'),
  'a theme that does not exist': paths.theme('99'),
  'an entity that does not exist': paths.entity('Q999999999'),
  'a clipping that does not exist': paths.listing('nao-existe'),
}

describe('every page is accessible and fits every width', () => {
  it.each(names)('%s', async (name) => {
    await using visit = await visitSite(browser, stack, { bypassCSP: true })
    await visit.open(pathOf(name))
    expect(await inspect(visit.page, name)).toEqual(FAULTLESS)
    expect(visit.elsewhere).toEqual([])
  })

  it.each(['newClipping', 'myClippings'] as const)('%s of a person who is logged in', async (name) => {
    await using visit = await visitSite(browser, stack, { bypassCSP: true })
    await visit.open(paths[name])
    await logInOnPage(visit, listSampleNames()[0] ?? '')
    await visit.open(paths[name])
    expect(await inspect(visit.page, `${name}-person`)).toEqual(FAULTLESS)
  })

  it.each(Object.entries(MISSING))('%s', async (name, path) => {
    await using visit = await visitSite(browser, stack, { bypassCSP: true })
    await visit.open(path)
    await visit.page.getByRole('link', { name: /^Voltar/ }).waitFor()
    expect(await inspect(visit.page, `missing-${name.split(' ')[1]}`)).toEqual(FAULTLESS)
  })
})

it('reports nothing to the console and asks no other host, on any page', async () => {
  await using visit = await visitSite(browser, stack)
  const reported: Record<string, string[]> = {}
  for (const name of names) {
    await visit.open(pathOf(name))
    reported[name] = visit.problems.splice(0)
  }
  expect(reported).toEqual(Object.fromEntries(names.map((name) => [name, []])))
  expect(visit.elsewhere).toEqual([])
})

it('links to addresses that exist, in the header and the footer', async () => {
  await using visit = await visitSite(browser, stack)
  await visit.open(paths.panorama)
  const links = visit.page.locator('header a, footer a')
  const count = await links.count()
  expect(count).toBeGreaterThan(8)
  for (let position = 0; position < count; position++) {
    await visit.open(paths.about)
    const link = links.nth(position)
    const target = (await link.getAttribute('href')) ?? ''
    await link.click()
    await expect.poll(() => new URL(visit.page.url()).pathname).toMatch(target.split('?')[0] ?? '')
    const text = await visit.page.locator('body').innerText()
    expect({ target, isMissing: /não existe|DEFAULT_4XX/.test(text) }).toEqual({ target, isMissing: false })
  }
})
