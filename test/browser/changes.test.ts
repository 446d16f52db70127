import { upsertArticles } from '@pauta/core/ingest/writes'
import { removeArticles } from '@pauta/core/removals/removals'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../packages/observatory/src/paths.ts'
import { launchBrowser } from '../kit/client/browser.ts'
import { openTestSite, visitSite } from '../kit/client/observatory.ts'
import { anArticle, received } from '../kit/rows/factories.ts'
import { passInterval } from '../kit/rows/scrape-rows.ts'
import { tables } from '../kit/rows/tables.ts'
import { NewsSite, siteDate } from '../kit/services/news-site.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { startRun } from '../kit/workers/runs.ts'

const EDITED = 'editada_000001'
const REMOVED = 'removida_000002'
/** An hour ago. All versions have one publication: another one would be an edit. */
const PUBLISHED_MS = Date.now() - 3_600_000
const at = (minute: number) => new Date(PUBLISHED_MS + minute * 60_000).toISOString()
const version = (minute: number, cases: string) =>
  anArticle({
    uniqueId: EDITED,
    agencyKey: 'saude',
    title: 'Casos de dengue',
    content: `Foram ${cases} casos em Belém.`,
    publishedAt: at(0),
    extractedAt: at(minute),
  })

const countEvents = (agencyKey: string) => tables.articleEvents.count(stack.db, { agencyKey })

const site = new NewsSite()
let stack: TestStack
let browser: Browser

beforeAll(async () => {
  await site.start()
  stack = await startTestStack({
    site: await openTestSite(),
    sites: { relay: { url: site.url }, delayMilliseconds: 0 },
  })
  const removed = anArticle({
    uniqueId: REMOVED,
    agencyKey: 'mec',
    title: 'Vagas em creches',
    publishedAt: at(0),
    extractedAt: at(0),
  })
  await stack.publish([version(0, '1.200'), removed])
  await upsertArticles(stack.db, [received(version(1, '1.500'))])
  await removeArticles(stack.db, [
    { uniqueId: REMOVED, agencyKey: 'mec', url: received(removed).url, removedAt: new Date(at(2)) },
  ])
  await stack.publish([version(2, '1.500')])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
  await site.stop()
})

describe('the page of changes', () => {
  it('lists edits and removals with the words that changed, and filters them', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(paths.changes)
    const changes = page.locator('.change')
    await expect.poll(() => changes.count()).toBe(2)
    expect(await changes.nth(0).innerText()).toContain('Retirada do site')
    expect(await changes.nth(1).innerText()).toMatch(/Números alterados\s+“1.200” → “1.500”/)
    await page.getByLabel('Quanto a edição muda').selectOption('FIGURES')
    await expect.poll(() => changes.count()).toBe(1)
    expect(page.url()).toContain('grade=FIGURES')
    await page.getByLabel('Quanto a edição muda').selectOption('NAMES')
    await page.getByText('Nada mudou neste período').waitFor()
    expect(visit.elsewhere).toEqual([])
  })

  it('counts changes by agency, as charts with their numbers', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.changes)
    const chart = visit.page.locator('#mudancas-por-orgao')
    await chart.getByRole('button', { name: 'Tabela' }).click()
    expect(await chart.locator('tbody tr').count()).toBe(2)
    expect(await visit.page.locator('#mudancas-no-tempo svg').count()).toBe(1)
  })

  it('leads to the difference, whose address the feed has too', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.changes)
    await visit.page.getByRole('link', { name: 'Ver a diferença' }).click()
    await visit.page.locator('del', { hasText: '1.200' }).waitFor()
    const feed = await (await stack.fetch('/feeds/changes.json?kinds=edited')).json()
    const [item] = (feed as { items: { url: string }[] }).items
    expect(new URL(item?.url ?? '').pathname).toBe(new URL(visit.page.url()).pathname)
  })
})

describe('the history of an article', () => {
  it('shows the difference as one text and side by side, not by colour alone', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(paths.article(EDITED))
    await page.getByRole('link', { name: 'o que mudou da versão 1 para a 2' }).click()
    const inline = page.locator('.diff')
    expect(await inline.innerText()).toContain('Foram')
    expect(await inline.locator('del').textContent()).toBe('saiu: 1.200 fim. ')
    expect(await inline.locator('ins').textContent()).toBe('entrou: 1.500 fim. ')
    const lineOf = (tag: 'ins' | 'del') =>
      inline.locator(tag).evaluate((element) => getComputedStyle(element).textDecorationLine)
    expect([await lineOf('ins'), await lineOf('del')]).toEqual(['underline', 'line-through'])
    await page.getByRole('link', { name: 'Lado a lado' }).click()
    await expect.poll(() => page.locator('.diff-sides .diff').count()).toBe(2)
    expect(await page.locator('.diff').nth(0).locator('ins').count()).toBe(0)
    expect(await page.locator('.diff').nth(1).locator('del').count()).toBe(0)
  })

  it('has an address and a citation for each version and each difference', async () => {
    await using visit = await visitSite(browser, stack, {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page } = visit
    for (const path of [paths.version(EDITED, 1), paths.difference(EDITED, 1, 2)]) {
      await visit.open(path)
      await page.getByRole('button', { name: 'Copiar citação' }).click()
      await page.getByRole('button', { name: 'Copiada' }).waitFor()
      const cited = String(await page.evaluate('navigator.clipboard.readText()'))
      expect(cited).toContain('“Casos de dengue”')
      expect(cited).toContain(`Disponível em: ${stack.stack.frontUrl}${path}.`)
    }
    await visit.open(paths.version(EDITED, 1))
    await page.getByText('Foram 1.200 casos em Belém.').waitFor()
  })

  it('says that the site removed the article, and keeps its text', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.article(REMOVED))
    await visit.page.getByRole('heading', { name: 'Vagas em creches', level: 1 }).waitFor()
    expect(await visit.page.getByText('O site do órgão retirou esta página').count()).toBe(2)
  })
})

describe('a figure that a site edits silently', () => {
  const agency = 'turismo'
  const slug = 'praias'
  const title = 'Praias do Nordeste'
  // The site makes its tag of the end of the article.
  const text = (visitors: string) =>
    `O ministério apresentou o balanço do feriado nas praias da região. Visitantes: ${visitors}.`

  /** Collects the frames of a stream until it is closed. */
  async function listen() {
    const ending = new AbortController()
    const response = await stack.fetch(`/stream/articles?agencies=${agency}`, { signal: ending.signal })
    const heard = { text: '' }
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard.text += Buffer.from(chunk as Uint8Array).toString()
    })().catch((error: unknown) => {
      if (!ending.signal.aborted) throw error
    })
    return {
      heard,
      async [Symbol.asyncDispose]() {
        ending.abort()
        await reading
      },
    }
  }

  it('is on the page, in the feed and in the stream one scrape interval later, with the words', async () => {
    const scrape = async () => {
      await (
        await startRun(stack, 'scrape', { agency }, { target: agency, manual: false })
      ).until('succeeded')
    }
    const date = siteDate(new Date(Date.now() - 3_600_000))
    site.publish(agency, { slug, title, date, text: text('1.200') })
    await scrape()
    await expect.poll(() => countEvents(agency)).toBe(1)
    await using stream = await listen()
    site.articles.set(agency, [{ slug, title, date, text: text('1.500') }])
    await passInterval(stack.db, agency)
    await scrape()
    await expect.poll(() => countEvents(agency)).toBe(2)

    const words = 'números alterados: “1.200” → “1.500”'
    await expect.poll(() => stream.heard.text).toContain(words)
    expect(stream.heard.text).toContain('"grade":"figures"')
    const feed = await (await stack.fetch(`/feeds/changes.atom?agencies=${agency}&grades=figures`)).text()
    expect(feed).toContain(words)
    expect(feed).toContain('Edição, números alterados: Praias do Nordeste')
    await using visit = await visitSite(browser, stack)
    await visit.open(`${paths.changes}?agency=${agency}&grade=FIGURES`)
    const change = visit.page.locator('.change')
    await expect.poll(() => change.count()).toBe(1)
    expect(await change.innerText()).toContain('“1.200” → “1.500”')
    expect(await change.innerText()).toContain('Números alterados')
  })
})
