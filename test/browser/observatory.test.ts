import { readFile } from 'node:fs/promises'
import type { SeedArticle } from '@pauta/sample-data/articles/seed-article'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import { XMLParser } from 'fast-xml-parser'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { makeClient } from '../kit/client/client.ts'
import { loadSmallSample, logInOnPage, openTestSite, toOracle, visitSite } from '../kit/client/observatory.ts'
import { tabTo } from '../kit/client/tab-to.ts'
import { dayOf, makeOracle, select } from '../kit/oracles/oracle.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { createClipping } from '../kit/rows/people.ts'
import { themed } from '../kit/rows/themes.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser
let articles: SeedArticle[]

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite(), inbox: { port: 0 } })
  articles = await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const titlesOf = (page: Page) => page.locator('main .card h3')
const readCount = (text: string) => Number(/^[\d.]+/.exec(text)?.[0].replaceAll('.', ''))

function findCommonest(values: readonly string[]): string {
  const counts = Map.groupBy(values, (value) => value)
  return [...counts].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}

const listWords = (text: string) => text.toLowerCase().match(/\p{L}{6,}/gu) ?? []

/** The agency with most articles since a day, and the word of most of their titles. */
function chooseSearch(startDate = '') {
  const recent = articles.filter(({ publishedAt }) => dayOf(publishedAt) >= startDate)
  const agency = findCommonest(recent.map(({ agencyKey }) => agencyKey))
  const own = recent.filter(({ agencyKey }) => agencyKey === agency)
  return { agency, word: findCommonest(own.flatMap(({ title }) => [...new Set(listWords(title))])) }
}

async function readFeed(path: string): Promise<{ title: string; titles: string[] }> {
  const response = await fetch(new URL(path, stack.stack.frontUrl))
  expect(response.status).toBe(200)
  const { rss } = new XMLParser({ isArray: (name) => name === 'item' }).parse(await response.text()) as {
    rss: { channel: { title: string; item: { title: unknown }[] } }
  }
  return { title: rss.channel.title, titles: rss.channel.item.map(({ title }) => String(title)) }
}

/** The page shows one article of each story, and counts all. */
const SEARCH = `query ($query: String!, $filter: ArticleFilter, $stories: ArticleFilter) {
  search(query: $query, filter: $filter) { found }
  shown: search(query: $query, filter: $stories) { articles { title } } }`

describe('search', () => {
  it('filters, keeps its state in the address, opens an article and comes back', async () => {
    const startDate = dayOf(new Date(Date.now() - 30 * 86_400_000))
    const { agency, word } = chooseSearch(startDate)
    const filter = { agencies: [agency], startDate }
    const stories = { ...filter, oneStoryPer: true }
    const { search, shown } = await stack.query(SEARCH, { query: word, filter, stories })
    const expected = shown.articles.map(({ title }: { title: string }) => title)
    expect(expected.length).toBeGreaterThan(1)
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/busca')
    await page.getByLabel('Buscar notícias').fill(word)
    await page
      .locator('.filters label', { hasText: /^Órgão/ })
      .locator('select')
      .selectOption(agency)
    await page.getByLabel('De', { exact: true }).fill(startDate)
    await expect.poll(() => titlesOf(page).allInnerTexts()).toEqual(expected)
    expect(readCount(await page.locator('.found').innerText())).toBe(search.found)
    const address = page.url()
    await page.reload()
    await expect.poll(() => titlesOf(page).allInnerTexts()).toEqual(expected)
    await titlesOf(page).first().getByRole('link').click()
    await page.getByRole('heading', { level: 1, name: expected[0] }).waitFor()
    await page.goBack()
    await expect.poll(() => titlesOf(page).allInnerTexts()).toEqual(expected)
    expect(page.url()).toBe(address)
    expect({ problems: visit.problems, elsewhere: visit.elsewhere }).toEqual({ problems: [], elsewhere: [] })
  })

  it('keeps every filter of two that change before the page is drawn again', async () => {
    const { agency } = chooseSearch()
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/busca')
    const agencies = page.locator('.filters select').first()
    await agencies.locator(`option[value="${agency}"]`).waitFor({ state: 'attached' })
    await page.evaluate((chosen) => {
      const select = document.querySelector<HTMLSelectElement>('.filters select')!
      const from = document.querySelector<HTMLInputElement>('.filters input[type="date"]')!
      select.value = chosen
      select.dispatchEvent(new Event('change', { bubbles: true }))
      from.value = '2020-01-01'
      for (const type of ['input', 'change']) from.dispatchEvent(new Event(type, { bubbles: true }))
    }, agency)
    expect(new URL(page.url()).search).toBe(`?agencies=${agency}&startDate=2020-01-01`)
  })

  it('links the feed of its filter', async () => {
    const { agency } = chooseSearch()
    await using visit = await visitSite(browser, stack)
    await visit.open(`/busca?agencies=${agency}`)
    const link = visit.page.locator('.outputs').getByRole('link', { name: 'RSS' })
    const feed = await readFeed((await link.getAttribute('href')) ?? '')
    const { articles: listed } = await stack.query(
      'query ($filter: ArticleFilter) { articles(limit: 30, filter: $filter) { articles { title } } }',
      { filter: { agencies: [agency], oneStoryPer: true } },
    )
    expect(feed.titles).toEqual(listed.articles.map(({ title }: { title: string }) => title))
  })

  it('works by the keyboard alone, from the skip link to an article', async () => {
    const { word } = chooseSearch()
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/busca')
    await tabTo(page, '.skip')
    await page.keyboard.press('Enter')
    await tabTo(page, 'input[type=search]')
    await page.keyboard.type(word)
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(word)
    await page.locator('main:not(:has([aria-busy=true])):not(:has(.skeleton)) .found').waitFor()
    const title = await titlesOf(page).first().innerText()
    await tabTo(page, '.card h3 a')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  })
})

describe('the panorama', () => {
  it('leads from days that a reader drags over to their articles', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/')
    await page.getByRole('img', { name: 'Notícias por dia' }).waitFor()
    const area = page.locator('.brush')
    await area.scrollIntoViewIfNeeded()
    const box = (await area.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width * 0.4, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.6, y, { steps: 3 })
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 3 })
    await page.mouse.up()
    await page.locator('.selection').waitFor()
    const from = await page.getByLabel('De', { exact: true }).inputValue()
    const to = await page.getByLabel('Até', { exact: true }).inputValue()
    expect(from < to).toBe(true)
    const chosen = articles.filter(
      ({ publishedAt }) => dayOf(publishedAt) >= from && dayOf(publishedAt) <= to,
    )
    expect(readCount(await page.locator('.selection').innerText())).toBe(chosen.length)
    await page.getByRole('link', { name: 'Ver as notícias deste intervalo' }).click()
    await expect.poll(async () => readCount(await page.locator('.found').innerText())).toBe(chosen.length)
  })

  it('shows the numbers of the API, which are those of the rows', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/')
    const [total, agencies, themes] = (await page.locator('.kpis').first().locator('dd').allInnerTexts()).map(
      readCount,
    )
    const figure = page.locator('figure', { has: page.getByRole('heading', { name: 'Notícias por dia' }) })
    await figure.getByRole('button', { name: 'Tabela' }).click()
    const cells = await figure.locator('tbody td').allInnerTexts()
    const timeline = cells.flatMap((date, position) =>
      position % 2 === 0 ? [{ date, count: Number(cells[position + 1]) }] : [],
    )
    expect(timeline).toEqual(makeOracle(toOracle(articles), new Date(), {}).articlesTimeline(30))
    // The page counts days of Brasília, so that its address always shows the same numbers.
    const counted = articles.filter(({ publishedAt }) => dayOf(publishedAt) >= (timeline[0]?.date ?? ''))
    expect({ total, agencies, themes }).toEqual({
      total: counted.length,
      agencies: new Set(counted.map(({ agencyKey }) => agencyKey)).size,
      themes: new Set(counted.flatMap(({ themeL1Code }) => themeL1Code ?? [])).size,
    })
    const { articlesTimeline } = await stack.query('{ articlesTimeline(range: { days: 30 }) { date count } }')
    expect(articlesTimeline).toEqual(timeline)
    const downloading = page.waitForEvent('download')
    await figure.getByRole('button', { name: 'CSV' }).click()
    const csv = await readFile(await (await downloading).path(), 'utf8')
    const [, ...lines] = csv.trim().split('\r\n')
    expect(lines.slice(0, -3)).toEqual(timeline.map(({ date, count }) => `${date},${count}`))
    expect(lines.slice(-3)).toEqual([
      expect.stringContaining('Fonte: Pauta'),
      expect.stringMatching(/^http.+\?startDate=.+&endDate=.+#noticias-por-dia$/),
      expect.stringContaining('CC BY-ND 3.0'),
    ])
  })

  it('counts a theme as the API and the rows do', async () => {
    const code = findCommonest(articles.flatMap(({ themeL1Code }) => themeL1Code ?? []))
    const expected = select(toOracle(articles), { themes: [code] }).length
    await using visit = await visitSite(browser, stack)
    await visit.open(`/temas/${code}`)
    const [, all] = (await visit.page.locator('.kpis dd').allInnerTexts()).map(readCount)
    const { articles: listed } = await stack.query(
      'query ($filter: ArticleFilter) { articles(limit: 0, filter: $filter) { found } }',
      { filter: { themes: [code] } },
    )
    expect({ all, found: listed.found }).toEqual({ all: expected, found: expected })
  })
})

it('the login page opens by its address, leads to the clippings, and names a refusal', async () => {
  await using visit = await visitSite(browser, stack)
  const alert = visit.page.getByRole('alert')
  await visit.open('/entrar')
  expect(await alert.count()).toBe(0)
  await logInOnPage(visit, 'leitora-nova', '/recortes')
  await visit.open('/entrar?state=unknown&error=access_denied')
  expect(await alert.innerText()).toContain('A entrada não foi concluída')
})

describe('a clipping', () => {
  it('is made of a sentence, arrives by mail and has a feed', async () => {
    // The sample of some minutes has no news about health in the last days, and a release without news sends no mail.
    const title = 'Saúde amplia a vacinação contra a gripe'
    await stack.publish([
      anArticle({ title, agencyKey: 'saude', publishedAt: ago({ hours: 3 }), ...themed('03') }),
    ])
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/recortes/novo')
    await logInOnPage(visit, 'leitora-nova')
    await page.getByLabel('O que você quer acompanhar').fill('Notícias sobre saúde e vacinação')
    await page.evaluate(`
      globalThis.shown = []
      new MutationObserver(() => {
        const steps = document.querySelectorAll('.steps li').length
        if (steps !== shown.at(-1)) shown.push(steps)
      }).observe(document.querySelector('main'), { childList: true, subtree: true })`)
    await page.getByRole('button', { name: 'Montar filtros' }).click()
    await page.getByRole('heading', { name: 'Proposta' }).waitFor()
    expect(await page.evaluate('shown')).toEqual(expect.arrayContaining([1, 2, 3]))
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Proposta')
    await page
      .getByText(/notícias? nas últimas 24 horas/)
      .first()
      .waitFor()
    await page.getByLabel('Nome do clipping').fill('Saúde da leitora')
    await page.getByRole('button', { name: 'Salvar clipping' }).click()
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'Saúde da leitora' }) })
    await card.getByRole('button', { name: 'Enviar agora' }).click()
    await card.getByText('A edição está a caminho.').waitFor()
    const to = 'leitora-nova@pauta.local'
    const listMail = () => stack.stack.inbox?.list({ channel: 'email', to }) ?? []
    await expect
      .poll(() => listMail().map(({ title }) => title))
      .toEqual([expect.stringContaining('Saúde da leitora')])
    await card.getByText('O que seleciona').click()
    const link = card.getByRole('link', { name: /^RSS/ }).first()
    const feed = await readFeed((await link.getAttribute('href')) ?? '')
    const known = new Set([title, ...articles.map((article) => article.title)])
    expect(feed.titles.length).toBeGreaterThan(0)
    expect(feed.titles.filter((title) => !known.has(title))).toEqual([])
    expect(visit.problems).toEqual([])
    await page.goto(`${stack.stack.inbox?.url}/messages/${listMail()[0]?.id}`)
    await page.getByText('Saúde da leitora').first().waitFor()
  })

  it('is made by hand, edited, duplicated, published and deleted, with an undo', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    page.on('dialog', (dialog) => void dialog.accept())
    await visit.open('/recortes/novo')
    await logInOnPage(visit, 'leitora-editora')
    const { agency, word } = chooseSearch()
    await page.getByRole('button', { name: 'Montar à mão' }).click()
    await page.getByLabel('Nome do clipping').fill('À mão')
    await page.getByLabel('Palavras, separadas por vírgula', { exact: true }).fill(`${word}, outra`)
    await page.getByLabel('Sem as palavras').fill('futebol')
    await page.getByRole('combobox', { name: 'Órgãos', exact: true }).selectOption(agency)
    await page.getByText(/notícias? nas últimas 24 horas/).waitFor()
    await page.getByRole('button', { name: 'Adicionar recorte' }).click()
    await page.getByRole('button', { name: 'Remover Recorte 2' }).click()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Recortes')
    await page.getByLabel('Horário 1 (Brasília)').fill('08:00')
    await page.getByRole('button', { name: 'Adicionar horário' }).click()
    await page.getByLabel('Horário 2 (Brasília)').fill('18:30')
    for (const day of ['domingo', 'sábado']) await page.getByLabel(day).uncheck()
    await page.getByLabel('Último dia (opcional)').fill('2099-12-31')
    await page.getByLabel('Slack ou compatível').check()
    await page.getByLabel('Slack ou compatível: endereço (https)').fill('https://hooks.slack.com/services/x')
    await page.getByLabel('Outros e-mails').fill('ana@exemplo.org; rui@exemplo.org')
    await page.getByRole('button', { name: 'Salvar clipping' }).click()
    await page.getByText('todos precisam dos mesmos minutos').waitFor()
    await page.getByLabel('Horário 2 (Brasília)').fill('18:00')
    await page.getByRole('button', { name: 'Salvar clipping' }).click()
    const cardOf = (name: string) =>
      page.locator('.card', { has: page.getByRole('heading', { name, exact: true }) })
    await cardOf('À mão').getByText('de segunda a sexta, às 08:00 e 18:00').waitFor()
    await cardOf('À mão').getByRole('link', { name: 'Editar' }).click()
    expect(await page.getByLabel('Palavras, separadas por vírgula', { exact: true }).inputValue()).toBe(
      `${word}, outra`,
    )
    expect(await page.getByLabel('Outros e-mails').inputValue()).toBe('ana@exemplo.org, rui@exemplo.org')
    expect(await page.getByLabel('Último dia (opcional)').inputValue()).toBe('2099-12-31')
    expect(await page.getByLabel('Slack ou compatível: endereço (https)').inputValue()).toBe(
      'https://hooks.slack.com/services/x',
    )
    await page.getByLabel('Nome do clipping').fill('Outro nome')
    await page.getByRole('button', { name: 'Salvar clipping' }).click()
    await cardOf('Outro nome').getByRole('link', { name: 'Duplicar' }).click()
    await page.getByRole('button', { name: 'Salvar clipping' }).click()
    const copy = cardOf('Cópia de Outro nome')
    await copy.getByRole('button', { name: 'Publicar', exact: true }).click()
    await copy.getByRole('button', { name: 'Despublicar' }).click()
    await copy.getByText('não está mais publicado').waitFor()
    await copy.getByRole('button', { name: 'Excluir' }).click()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Desfazer')
    await page.keyboard.press('Enter')
    await copy.getByRole('button', { name: 'Excluir' }).click()
    await copy.waitFor({ state: 'detached' })
    expect(visit.problems).toEqual([])
  })

  it('without news says that nothing is sent', async () => {
    const name = 'leitora-sem-novidades'
    const token = await stack.stack.token({ sub: name, ...describePerson(name) })
    await createClipping(makeClient(stack.stack.graphqlUrl, token), {
      name: 'Sem novidades',
      recortes: [{ title: 'Nada', themes: [], agencies: [], keywords: ['zxqwvplutônio'] }],
    })
    await using visit = await visitSite(browser, stack)
    await visit.open('/meus-recortes')
    await logInOnPage(visit, name)
    await visit.page.getByRole('button', { name: 'Enviar agora' }).click()
    await visit.page.getByText('nada será enviado agora').waitFor()
    expect(await visit.page.getByText('A edição está a caminho.').count()).toBe(0)
  })

  it('takes its times and days from the sentence', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open('/recortes/novo')
    await logInOnPage(visit, 'leitora-da-frase')
    await page
      .getByLabel('O que você quer acompanhar')
      .fill('vacinação, de segunda a sexta, às 8h e às 18h, exceto futebol')
    await page.getByRole('button', { name: 'Montar filtros' }).click()
    expect(await page.getByLabel('Horário 1 (Brasília)').inputValue()).toBe('08:00')
    expect(await page.getByLabel('Horário 2 (Brasília)').inputValue()).toBe('18:00')
    expect(await page.getByLabel('domingo').isChecked()).toBe(false)
    expect(await page.getByLabel('sexta').isChecked()).toBe(true)
    const words = await page.getByLabel('Palavras, separadas por vírgula', { exact: true }).inputValue()
    expect(words).not.toMatch(/segunda|sexta/i)
    expect(await page.getByLabel('Sem as palavras').first().inputValue()).toContain('futebol')
  })
})

it('explains to a reader without a connection what to do, and continues when it is back', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open('/busca')
  await page.context().setOffline(true)
  await page.getByText('Sem conexão: os números podem estar desatualizados.').waitFor()
  await page.getByLabel('Buscar notícias').fill('vacinação')
  await page.getByText('Você está sem conexão.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Tentar de novo' }).click()
  await page.locator('.found').waitFor()
  expect(await page.getByText('Sem conexão').count()).toBe(0)
})
