import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { inBothThemes, inspectLooks } from '../kit/client/inspect.ts'
import { loadSmallSample, openTestSite, visitSite } from '../kit/client/observatory.ts'
import { dayOf } from '../kit/oracles/oracle.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const DAY_MS = 86_400_000
/** A body that publishes: its name stands in what readers cite and save. */
const PUBLISHER = 'Observatório do Interior'
/** Data of the sample. */
const DAYS = 40
/** What a page with charts may weigh, as the browser receives it. */
const PAGE_MAX_BYTES = 300_000
/** Connections of HTTP/1.1 that a browser opens to a host. */
const MAX_SCRIPTS = 6

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({
    site: await openTestSite(),
    publisher: { name: PUBLISHER, textLicence: 'Domínio público', dataLicence: 'CC BY 4.0' },
  })
  await loadSmallSample(stack, { count: 300, days: DAYS, now: new Date() })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const dayBefore = (days: number) => dayOf(new Date(Date.now() - days * DAY_MS))
const chart = (page: Page, name: string) =>
  page.locator('figure.chart', { has: page.getByRole('heading', { name, exact: true }) })

async function save(page: Page, figure: ReturnType<typeof chart>, button: string): Promise<Buffer> {
  const downloading = page.waitForEvent('download')
  await figure.getByRole('button', { name: button, exact: true }).click()
  return await readFile(await (await downloading).path())
}

it('keeps its period in the address, which shows the same days after a reload', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  await page.getByText('7 dias', { exact: true }).click()
  await expect.poll(() => page.url()).toContain(`?startDate=${dayBefore(6)}&endDate=${dayBefore(0)}`)
  await page.goto(`${stack.stack.frontUrl}/?startDate=${dayBefore(20)}&endDate=${dayBefore(10)}`)
  const figure = chart(page, 'Notícias por dia')
  await figure.getByRole('button', { name: 'Tabela' }).click()
  const cells = await figure.locator('tbody td').allInnerTexts()
  expect([cells[0], cells.at(-2), cells.length]).toEqual([dayBefore(20), dayBefore(10), 22])
})

it('is cited in two clicks, with source, period, address and date', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit.open('/')
  const figure = chart(page, 'Temas com mais notícias')
  const address = `${stack.stack.frontUrl}/?startDate=${dayBefore(29)}&endDate=${dayBefore(0)}#temas`
  for (const [button, start] of [
    ['Copiar citação', 'OBSERVATÓRIO DO INTERIOR. Temas com mais notícias, dados de '],
    ['Copiar BibTeX', '@misc{observatorio-do-interior-temas-'],
    ['Copiar endereço', address],
  ] as const) {
    await figure.getByRole('button', { name: button }).click()
    const copied = () => page.evaluate('navigator.clipboard.readText()')
    await expect.poll(copied).toMatch(start.slice(0, 12))
    const text = String(await copied())
    expect(text.startsWith(start)).toBe(true)
    expect(text).toContain(address)
  }
})

it('is saved as SVG and PNG with its title, source and date, whether Plot or HTML draws it', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  for (const name of ['Notícias por dia', 'Temas com mais notícias', 'Tom das notícias por órgão']) {
    const figure = chart(page, name)
    await figure.scrollIntoViewIfNeeded()
    if (name !== 'Temas com mais notícias') await figure.locator('.plot svg').first().waitFor()
    const svg = String(await save(page, figure, 'SVG'))
    expect(svg).toContain(`>${name}</text>`)
    expect(svg).toMatch(new RegExp(`Fonte: ${PUBLISHER}, .+; dados de .+ a .+; lidos em .+\\.`))
    expect(svg).toContain('<rect')
    expect(svg).not.toMatch(/var\(--|currentColor|NaN/)
    const png = await save(page, figure, 'PNG')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBeGreaterThan(1200)
    expect(String(await save(page, figure, 'CSV'))).toContain(
      'Licença dos textos: Domínio público. Licença dos dados: CC BY 4.0. As contagens são feitas por Observatório',
    )
  }
  expect(visit.problems).toEqual([])
})

it('prints shares in the bars of tones, and the scale of the colours of themes, in files too', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  const tones = chart(page, 'Tom das notícias por órgão')
  await tones.scrollIntoViewIfNeeded()
  await tones.locator('.plot svg rect').first().waitFor()
  const texts = await tones.locator('.plot svg text').allTextContents()
  // Besides the ticks, one share at least in each bar.
  expect(texts.filter((text) => /^\d+%$/.test(text)).length).toBeGreaterThan(12)
  const themes = chart(page, 'Quem escreve sobre o quê')
  await themes.scrollIntoViewIfNeeded()
  await themes.locator('.plot svg').first().waitFor()
  expect(await themes.locator('.scale-swatch').allInnerTexts()).toEqual(['10%', '25%', '50%', '100%'])
  const svg = String(await save(page, themes, 'SVG'))
  const darkness = [...svg.matchAll(/width="12" height="12" fill="[^"]+" fill-opacity="([\d.]+)"/g)]
  expect(darkness.map(([, opacity]) => Math.round(Number(opacity) * 10_000))).toEqual([
    2350, 3625, 5750, 10_000,
  ])
})

it('draws bars and steps, and the day that has not ended apart', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  const days = chart(page, 'Notícias por dia').locator('.plot svg')
  await days.waitFor()
  expect(await days.locator('g rect').count()).toBe(30)
  expect(await days.locator('g[stroke-dasharray] rect').count()).toBe(1)
  const lines = chart(page, 'Temas ao longo do tempo').locator('.plot svg')
  await lines.waitFor()
  const paths = await lines.locator('path[d]').evaluateAll((all) => all.map((path) => path.getAttribute('d')))
  expect(paths.filter((path) => path?.includes('C'))).toEqual([])
})

it('says when data begin later than the period', async () => {
  await using visit = await visitSite(browser, stack)
  await visit.open(`/?startDate=${dayBefore(89)}&endDate=${dayBefore(0)}`)
  await chart(visit.page, 'Notícias por dia').getByText('Os dados começam em').waitFor()
  const [, , , mean] = await visit.page.locator('.kpis dd').allInnerTexts()
  // 300 articles over 40 days, not over 90.
  expect(Number(mean?.replace(',', '.'))).toBeGreaterThan(5)
})

it('keeps the chosen days when a reader empties a field, and takes whole days alone', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/')
  const from = page.getByLabel('De', { exact: true })
  const last = await page.getByLabel('Até', { exact: true }).inputValue()
  await from.fill(last)
  const chosen = page.locator('.selection')
  await chosen.waitFor()
  const words = await chosen.innerText()
  await from.fill('')
  await from.blur()
  expect(await from.inputValue()).toBe(last)
  expect(await chosen.innerText()).toBe(words)
  await visit.open('/busca')
  await page.getByLabel('De', { exact: true }).fill('0002-06-01')
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('De', { exact: true }).fill(last)
  await expect.poll(() => new URL(page.url()).searchParams.get('startDate')).toBe(last)
  await page.getByLabel('De', { exact: true }).fill('')
  await expect.poll(() => new URL(page.url()).search).toBe('')
  expect(visit.problems).toEqual([])
})

it('copies queries that any client of the API runs as they are', async () => {
  const { trendingEntities, articles } = await stack.query(`{
    trendingEntities(limit: 1) { entityId }
    articles(limit: 50) { articles { mostSpecificThemeCode } }
  }`)
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const entity = `/entidades/${trendingEntities[0].entityId}`
  // A theme with parts has a chart of them.
  const codes: (string | null)[] = articles.articles.map(
    (one: { mostSpecificThemeCode: string | null }) => one.mostSpecificThemeCode,
  )
  const theme = `/temas/${codes.find((code) => code?.includes('.'))?.split('.')[0]}`
  for (const path of ['/', '/orgaos/saude', entity, theme, '/atualidade']) {
    await visit.open(path)
    const buttons = page.getByRole('button', { name: 'Copiar consulta GraphQL' })
    const count = await buttons.count()
    expect(count).toBeGreaterThan(0)
    const source = RegExp(`^Fonte: ${PUBLISHER}, consulta \\w+ da API\\.( Dados de .+ a .+\\.)?$`)
    expect(await page.getByText(source).count()).toBe(count)
    for (let position = count - 1; position >= 0; position--) {
      await buttons.nth(position).click()
      await page.getByRole('button', { name: 'Copiada' }).first().waitFor()
      const text = String(await page.evaluate('navigator.clipboard.readText()'))
      expect(text).toMatch(/^query \w+/)
      await stack.query(text)
    }
  }
})

it.each([1280, 360])('has no fault that axe finds at %i px', async (width) => {
  await using visit = await visitSite(browser, stack, {
    viewport: { width, height: 800 },
    bypassCSP: true,
    reducedMotion: 'reduce',
  })
  const { page } = visit
  await visit.open('/')
  await chart(page, 'Órgãos ao longo do tempo').locator('.plot svg').waitFor()
  // Where columns have no place, agencies and their themes are a list.
  await expect.poll(() => page.locator('.matrix-list').count()).toBe(width < 600 ? 1 : 0)
  expect(await inspectLooks(page, inBothThemes(width), { name: 'panorama' })).toEqual([])
})

it.each(['/', '/orgaos/saude', '/comparar?question=q%3Ddengue'])(
  'weighs less than 300 kB in few files with its charts at %s',
  async (path) => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    const network = await page.context().newCDPSession(page)
    await network.send('Network.enable')
    let bytes = 0
    network.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    // A slow connection waits for each answer. The library of the charts must not wait for one.
    const library = page.waitForRequest(/\/marks-/)
    await page.route(/\/graphql/, async (route) => {
      await library
      await route.continue()
    })
    await visit.open(path)
    await page.locator('.plot svg').first().waitFor()
    await page.waitForLoadState('networkidle')
    // More files than a browser asks for at once would wait for each other.
    expect(scripts.length).toBeLessThanOrEqual(MAX_SCRIPTS)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThan(PAGE_MAX_BYTES)
  },
)
