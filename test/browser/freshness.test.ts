import { connectQueues } from '@pauta/platform/queues/queues'
import { startSites, type Sites } from '@pauta/emulators/sites/sites'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { inspectLooks } from '../kit/client/inspect.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { aSite, someNews } from '../kit/services/news-sites.ts'
import { loadSmallSample, openTestSite, visitSite, type Visit } from '../kit/client/observatory.ts'
import { startRun } from '../kit/workers/runs.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const AGENCY = 'mec'
const NAME = 'Ministério da Educação'
const REFRESH_MS = 61_000

let stack: TestStack
let sites: Sites
let browser: Browser

beforeAll(async () => {
  sites = await startSites({
    port: 0,
    sites: [aSite(AGENCY)],
    listNews: () => [someNews('hoje', new Date(Date.now() - 600_000))],
  })
  stack = await startTestStack({
    site: await openTestSite(),
    sites: { relay: { url: sites.url }, delayMilliseconds: 0 },
  })
  await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  const days = Array.from({ length: 20 }, (_, day) => ago({ days: day + 1 }))
  await stack.publish(days.map((publishedAt) => anArticle({ agencyKey: AGENCY, publishedAt })))
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
  await sites.stop()
})

/** Makes the scraper read the agency's site now. */
async function scrape(): Promise<void> {
  const run = await startRun(stack, 'scrape', { agency: AGENCY }, { target: AGENCY })
  // A site that fails makes the run wait for its retry.
  await expect.poll(async () => (await run.find())?.status).toMatch(/succeeded|waiting|failed/)
}

const sweep = async () => (await startRun(stack, 'sweep')).until('succeeded')

/** Opens a page whose clock a test can move. A route switches the cache of the browser off. */
async function watch(path: string, options: Parameters<typeof visitSite>[2] = {}): Promise<Visit> {
  const visit = await visitSite(browser, stack, options)
  await visit.page.clock.install()
  await visit.page.route('**/graphql*', (route) => route.continue())
  await visit.open(path)
  return visit
}

const rowOf = (page: Page) => page.locator('.rhythm:not(.delays) li', { hasText: NAME })
const findAgency = (page: Page) => page.getByRole('searchbox', { name: 'Encontrar um órgão' }).fill(NAME)

const LIGHT_LOOKS = [
  { width: 1280, colorScheme: 'light' },
  { width: 360, colorScheme: 'light' },
] as const

/** Logs the operator in at the emulator's page. */
async function logIn(page: Page, name = 'operacao'): Promise<void> {
  await page.getByRole('button', { name: 'Entrar como operação' }).click()
  await page.getByLabel('Outro nome').fill(name)
  await page.getByLabel('Outro nome').press('Enter')
  await page.waitForURL((url) => url.pathname === '/operacao')
}

describe('the page of freshness', () => {
  it('shows a site that stops answering and recovers, without a reload', async () => {
    await scrape()
    await using visit = await watch('/atualidade')
    const { page } = visit
    await findAgency(page)
    await expect.poll(() => rowOf(page).innerText()).toMatch(/em dia\s+publicou (hoje|ontem)/)

    sites.intercept(() => 'forbidden')
    for (let run = 0; run < 3; run += 1) await scrape()
    await sweep()
    await page.clock.fastForward(REFRESH_MS)
    await expect.poll(() => rowOf(page).innerText()).toContain('sem leitura')
    expect(await rowOf(page).innerText()).toContain('recusa acesso')
    expect(await page.locator('.incidents .lasting').innerText()).toMatch(
      new RegExp(`Site sem leitura: ${NAME}\\s+.* · dura há .* · 3 leituras falharam`),
    )

    sites.intercept(undefined)
    await tables.scrapeBreakers.remove(stack.db)
    await scrape()
    await sweep()
    await page.clock.fastForward(REFRESH_MS)
    await expect.poll(() => rowOf(page).innerText()).toContain('em dia')
    expect(await page.locator('.incidents li').first().innerText()).toContain('recuperado em')
    expect(visit.problems).toEqual([])
    expect(visit.elsewhere).toEqual([])
  })

  it('shows the numbers of the API in its table, its counts and its quotation', async () => {
    await using visit = await watch('/atualidade')
    const { page } = visit
    const { agencyFreshness } = await stack.query(
      '{ agencyFreshness(limit: 500) { agencyKey state silentDays longPauseDays articles } }',
    )
    const rows = agencyFreshness as { agencyKey: string; state: string; articles: number }[]
    const states = Object.groupBy(rows, ({ state }) => state)
    const count = (state: string) => states[state]?.length ?? 0
    const shown = await page
      .locator('.kpis > div')
      .evaluateAll((boxes) =>
        boxes.map((box) => [
          box.querySelector('dt')?.textContent,
          Number(box.querySelector('dd')?.textContent),
        ]),
      )
    expect(Object.fromEntries(shown)).toEqual({
      'em dia': count('FRESH'),
      [count('LATE') === 1 ? 'atrasado' : 'atrasados']: count('LATE'),
      [count('SILENT') === 1 ? 'silencioso' : 'silenciosos']: count('SILENT'),
      [count('STOPPED') === 1 ? 'parado' : 'parados']: count('STOPPED'),
      'sem leitura': count('UNREAD'),
    })
    expect(await page.locator('blockquote').innerText()).toContain(
      `${count('FRESH')} de ${rows.length - count('UNKNOWN')} órgãos`,
    )
    await page.getByRole('button', { name: 'Tabela' }).first().click()
    const table = await page.locator('.numbers tbody tr').evaluateAll((lines) =>
      lines.map((line) => {
        const cells = [...line.querySelectorAll('td')].map((cell) => cell.textContent)
        return [cells[0], Number(cells[7])]
      }),
    )
    expect(Object.fromEntries(table)).toEqual(
      Object.fromEntries(rows.map(({ agencyKey, articles }) => [agencyKey, articles])),
    )
  })

  it('asks every minute, and nothing while its tab is hidden or the reader has paused it', async () => {
    await using visit = await watch('/atualidade')
    const { page } = visit
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/graphql')) asked += 1
    })
    const hide = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))`)
    await page.clock.fastForward(REFRESH_MS)
    await expect.poll(() => asked).toBe(1)
    await hide(true)
    await page.clock.fastForward(10 * REFRESH_MS)
    expect(asked).toBe(1)
    await hide(false)
    await page.clock.runFor(10)
    await expect.poll(() => asked).toBe(2)
    await page.getByRole('button', { name: 'Pausar atualização' }).click()
    await page.getByRole('button', { name: 'Retomar atualização' }).waitFor()
    // Preact ends the effects of the earlier state by timers of its own, which a jump of the clock may call too late.
    await page.clock.runFor(1000)
    await page.clock.fastForward(10 * REFRESH_MS)
    expect(asked).toBe(2)
  })

  it('keeps its numbers without a connection, and explains what to do', async () => {
    await using visit = await watch('/atualidade')
    const { page } = visit
    await page.context().setOffline(true)
    await expect.poll(() => page.locator('.offline').innerText()).toContain('Sem conexão')
    await page.clock.fastForward(REFRESH_MS)
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('Reconecte-se')
    expect(await page.locator('.rhythm li').count()).toBeGreaterThan(1)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('.offline').count()).toBe(0)
  })

  it('is accessible and fits its window', async () => {
    await using visit = await watch('/atualidade')
    const looks = [
      { width: 1280, colorScheme: 'dark' },
      ...LIGHT_LOOKS,
      { width: 2560, colorScheme: 'light' },
    ] as const
    expect(await inspectLooks(visit.page, looks, { name: 'atualidade' })).toEqual([])
  })
})

describe('the page for operators', () => {
  it('is not in the navigation, and asks visitors to log in', async () => {
    await using visit = await watch('/operacao')
    expect(await visit.page.getByRole('link', { name: 'Operação' }).count()).toBe(0)
    await visit.page.getByRole('textbox', { name: /token/ }).fill('lixo')
    await visit.page.getByRole('button', { name: 'Usar token' }).click()
    expect(await visit.page.getByRole('alert').innerText()).toContain('não é um token válido')
    await logIn(visit.page, 'visita')
    await expect.poll(() => visit.page.getByRole('alert').innerText()).toContain('não pode ver esta página')
  })

  it('shows dead letters with their reasons, and copies the command that sends them back', async () => {
    await connectQueues().send(stack.stack.queueUrl('enrich-dlq'), ['not json'])
    await sweep()
    await using visit = await watch('/operacao', { permissions: ['clipboard-read', 'clipboard-write'] })
    const { page } = visit
    await logIn(page)
    const row = page.getByRole('region', { name: 'Filas e mensagens recusadas' }).locator('tr', {
      hasText: 'SyntaxError',
    })
    await row.waitFor()
    await row.getByRole('button').click()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      'npm run job -- reconcile-dlq --queue enrich',
    )
    expect(await page.getByRole('link', { name: 'Operação' }).getAttribute('aria-current')).toBe('page')
    expect(await inspectLooks(page, LIGHT_LOOKS, { name: 'operacao' })).toEqual([])
    await page.getByRole('button', { name: 'Sair da operação' }).click()
    await page.getByRole('button', { name: 'Usar token' }).waitFor()
    expect(await page.getByRole('link', { name: 'Operação' }).count()).toBe(0)
    expect(visit.problems).toEqual([])
  })

  it('names the store that is down before a login, also when the API fails', async () => {
    await using visit = await watch('/atualidade')
    const { page } = visit
    await page.route('**/graphql*', (route) => route.abort())
    await page.route('**/ready', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/json',
        body: JSON.stringify({
          status: 'down',
          dependencies: { postgresql: 'ok', 'search-index': 'down' },
          writes: { postgresql: 'ok' },
          index: null,
          pipeline: null,
        }),
      }),
    )
    await visit.open('/operacao')
    const alert = page.locator('.stores')
    await expect.poll(() => alert.innerText()).toContain('O índice de busca não responde')
    expect(await alert.innerText()).toContain(`curl -s ${stack.stack.frontUrl}/ready`)
    expect(await inspectLooks(page, LIGHT_LOOKS, { name: 'operacao-sem-indice' })).toEqual([])
    await page.unroute('**/ready')
    await page.clock.fastForward(REFRESH_MS)
    await page.getByText('O PostgreSQL e o índice de busca respondem').waitFor()
  })

  it('leads from each number to its table, and tells zero from other numbers', async () => {
    await using visit = await watch('/operacao')
    const { page } = visit
    await logIn(page)
    const numbers = page.locator('.troubles > div')
    await numbers.first().waitFor()
    const links = await numbers.evaluateAll((boxes) =>
      boxes.map((box) => {
        const link = box.querySelector('a')
        const isZero = link?.textContent === '0'
        return [isZero === box.classList.contains('zero'), document.querySelector(link?.hash ?? '#') !== null]
      }),
    )
    expect(links).toEqual(Array.from({ length: 6 }, () => [true, true]))
    const days = page.getByRole('region', { name: 'Últimos sete dias' }).locator('tbody tr')
    expect(await days.count()).toBe(7)
  })

  it('opens with a pasted service token', async () => {
    await using visit = await watch('/operacao')
    await visit.page.getByRole('textbox', { name: /token/ }).fill(await stack.stack.serviceToken())
    await visit.page.getByRole('button', { name: 'Usar token' }).click()
    await expect
      .poll(() => visit.page.getByRole('heading', { level: 2 }).allInnerTexts())
      .toContain('Etapas das notícias')
  })
})

describe('the search page', () => {
  it('chooses an entity by the first letters of its name, and its address keeps the choice', async () => {
    const { entitySuggestions } = await stack.query(
      '{ entitySuggestions(type: "CANONICAL", limit: 1) { entityId label count } }',
    )
    const [entity] = entitySuggestions as { entityId: string; label: string; count: number }[]
    const label = entity?.label ?? ''
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/busca')
    const field = page.getByRole('searchbox', { name: 'Entidade' })
    await field.fill(label.slice(0, 6).toLowerCase())
    await page.getByRole('list', { name: 'Entidades com mais notícias' }).getByText(label).first().click()
    await expect.poll(() => new URL(page.url()).searchParams.get('entityCanonical')).toBe(entity?.entityId)
    const { articles } = await stack.query(
      'query ($id: String!) { articles(filter: { entityCanonical: [$id] }) { found } }',
      { id: entity?.entityId },
    )
    await expect.poll(() => page.locator('.found').innerText()).toContain(String(articles.found))
    await page.reload()
    await page.getByRole('button', { name: `Remover ${label}` }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('entityCanonical')).toBeNull()
    expect(visit.problems).toEqual([])
  })
})
