import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { openTestSite, visitSite } from '../kit/client/observatory.ts'
import { dayOf } from '../kit/oracles/oracle.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const DAY_MS = 86_400_000

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  const publishedAt = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await stack.publish([
    ...[0, 1, 8].map((days) =>
      anArticle({
        agencyKey: 'saude',
        title: `Ações contra a dengue ${days}`,
        publishedAt: publishedAt(days),
      }),
    ),
    anArticle({ agencyKey: 'mec', title: 'Educação básica', publishedAt: publishedAt(2) }),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const today = dayOf(new Date())
const weekAgo = dayOf(new Date(Date.now() - 6 * DAY_MS))

it('a search names its tab, and gives its days to the page that compares', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/busca')
  expect(await page.title()).toBe('Busca · Pauta')
  await visit.open('/busca?q=dengue')
  expect(await page.title()).toBe('dengue · Busca · Pauta')
  await page.getByRole('button', { name: '7 dias' }).click()
  await page.locator('.outputs').getByRole('link', { name: 'Comparar' }).click()
  await page.getByRole('heading', { name: '“dengue”' }).waitFor()
  expect(await page.getByRole('button', { name: '7 dias' }).getAttribute('aria-pressed')).toBe('true')
  // Days of the page change the question, which has none of its own.
  expect(await page.locator('.compare-number').innerText()).toBe('2 notícias')
  await page.getByRole('button', { name: '30 dias' }).click()
  await expect.poll(() => page.locator('.compare-number').innerText()).toBe('3 notícias')
  await page.getByRole('button', { name: '7 dias' }).click()
  await page.getByRole('button', { name: 'Comparar com o período anterior' }).click()
  await expect
    .poll(() => page.locator('.compare-number').allInnerTexts())
    .toEqual(['2 notícias', '1 notícia'])
  const ticks = page
    .locator('figure svg')
    .first()
    .getByText(/^\d+º dia$/)
  await expect.poll(() => ticks.count()).toBeGreaterThan(1)
  expect(await ticks.allInnerTexts()).not.toContain('0º dia')
})

const EXCLUSIONS = 'excludeAgencies=mec&excludeKeywords=futebol'

it('a widget shows every filter of its search, drops each by one click, and keeps its choices in the address', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  const code = page.locator('.snippet')
  await visit.open(`/busca?q=dengue&states=CE&${EXCLUSIONS}&startDate=${weekAgo}&endDate=${today}`)
  await page.locator('.outputs').getByRole('link', { name: 'Widget' }).click()
  await page.getByText('não mostra notícias novas').waitFor()
  expect(await code.innerText()).toContain(`endDate=${today}`)
  expect(await inspect(page, 'widget-filters')).toEqual(FAULTLESS)
  for (const name of ['De', 'Até'])
    await page.getByRole('button', { name: RegExp(`^Remover ${name} `) }).click()
  for (const name of ['CE', 'exceto Ministério da Educação', 'sem “futebol”'])
    await page.getByRole('button', { name: `Remover ${name}` }).click()
  expect(await page.getByText('não mostra notícias novas').count()).toBe(0)
  await page.getByLabel('Órgão').selectOption('saude')
  await page.getByLabel('Órgão').selectOption('mec')
  await page.getByRole('button', { name: 'Remover Ministério da Educação' }).click()
  await page.getByLabel('Formato').selectOption('cards')
  const chosen = '<pauta-news agencies="saude" filter="q=dengue" limit="5" layout="cards"></pauta-news>'
  await expect.poll(() => code.innerText()).toContain(chosen)
  await page.reload()
  await expect.poll(() => code.innerText()).toContain(chosen)
  expect(await page.getByLabel('Palavras').inputValue()).toBe('dengue')
})
