import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, takePicture } from '../kit/client/browser.ts'
import { inBothThemes, inspectLooks } from '../kit/client/inspect.ts'
import { openTestSite, visitSite } from '../kit/client/observatory.ts'
import { tabTo } from '../kit/client/tab-to.ts'
import { dayOf } from '../kit/oracles/oracle.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { themed } from '../kit/rows/themes.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const DAY_MS = 86_400_000
const PHONE = { width: 360, height: 640 }
const DESK = { width: 1280, height: 900 }

let stack: TestStack
let browser: Browser

/** Agencies of articles about dengue: three of Health, two of Education, one of Culture; and 24 about other things. */
const DENGUE = ['saude', 'saude', 'saude', 'mec', 'mec', 'cultura']
/** The states of which they speak: Ceará in two, São Paulo in one; and whom they name. */
const FEATURES = [
  { states: ['CE', 'SP'], entities: [named('Q1'), named('Q2')] },
  { states: ['CE'], entities: [named('Q1')] },
]

function named(canonicalId: string) {
  return { text: `Nome ${canonicalId}`, type: 'ORG', count: 1, canonical_id: canonicalId, salience: 0.5 }
}

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  const now = Date.now()
  const publishedAt = (days: number) => new Date(now - days * DAY_MS).toISOString()
  const dengue = DENGUE.map((agencyKey, at) =>
    anArticle({
      uniqueId: `dengue_00000${at}`,
      agencyKey,
      title: `Ações contra a dengue ${at}`,
      publishedAt: publishedAt(at * 7),
      ...themed('03'),
    }),
  )
  const others = Array.from({ length: 24 }, (_, at) =>
    anArticle({
      agencyKey: ['saude', 'mec', 'cultura', 'fazenda'][at % 4]!,
      title: `Edital número ${at}`,
      publishedAt: publishedAt(at),
      ...themed('02'),
    }),
  )
  await stack.publish(
    [...dengue, ...others],
    FEATURES.map((features, at) => ({ uniqueId: `dengue_00000${at}`, features })),
  )
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
describe('the counts beside the results', () => {
  it.each([
    [
      'ministry wrote most on dengue',
      'Por órgão',
      'agencies',
      [3, 2, 1],
      'Ministério da Saúde',
      'saude',
      'SELECT',
    ],
    ['state is spoken of most', 'Por estado de que falam', 'states', [2, 1], 'Ceará', 'CE', 'SELECT'],
    ['entity is named most', 'Por entidade citada', 'entityCanonical', [2, 1], 'Nome Q1', 'Q1', 'DIV'],
  ])('tell which %s, and one click adds it', async (_, title, parameter, counts, label, key, field) => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue')
    const rows = facet(page, title).locator('li button')
    await expect.poll(() => rows.count()).toBe(counts.length)
    const texts = await rows.allInnerTexts()
    expect(texts.map((text) => Number(/(\d+) \(/.exec(text)?.[1]))).toEqual(counts)
    expect(texts[0]).toContain(label)
    await rows.first().click()
    await expect.poll(() => page.locator('.found').innerText()).toBe(`${counts[0]} notícias`)
    expect(new URL(page.url()).searchParams.get(parameter)).toBe(key)
    // The chosen value is a chip of the filters, by its name, and part of the table for Excel.
    await page.getByRole('button', { name: `Remover ${label}` }).waitFor()
    const table = await page.getByRole('link', { name: 'Excel (.xlsx)' }).getAttribute('href')
    expect(new URL(table ?? '', page.url()).searchParams.get(parameter)).toBe(key)
    for (const link of await page.locator('.outputs a[href*="/export/"]').all())
      expect(
        (
          await page.request.head(await link.evaluate((element) => (element as HTMLAnchorElement).href))
        ).status(),
      ).toBe(200)
    const chosen = rows.first()
    await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true')
    await chosen.click()
    await expect.poll(() => page.locator('.found').innerText()).toBe('6 notícias')
    expect(visit.problems).toEqual([])
    // The focus moves to the list beside the chip that goes, or to the group of a field that opens suggestions.
    await rows.first().click()
    await page.getByRole('button', { name: `Remover ${label}` }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe(field)
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

describe('what a search leaves out', () => {
  const isFound = async (page: Page, found: string) => {
    await expect.poll(() => page.locator('.found').innerText()).toBe(found)
  }
  const without = (page: Page, name: string) => page.getByRole('button', { name: `Remover ${name}` })

  it('is chosen among the filters, shown again by its address, and part of every way out', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue')
    await page.getByLabel('Exceto os órgãos').selectOption('saude')
    await isFound(page, '3 notícias')
    const words = page.getByLabel('Sem as palavras')
    // An alert would refuse signs alone.
    await words.fill('!, 3; dengue  hemorrágica')
    await words.press('Enter')
    await isFound(page, '2 notícias')
    expect(await words.inputValue()).toBe('')
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('excludeAgencies')).toBe('saude')
    expect(searchParams.get('excludeKeywords')).toBe('3,dengue hemorrágica')
    const feed = await page
      .getByRole('link', { name: 'RSS' })
      .evaluate((link) => (link as HTMLAnchorElement).href)
    expect((await (await page.request.get(feed)).text()).match(/<item>/g)).toHaveLength(2)
    await page.reload()
    await without(page, 'Ministério da Saúde').waitFor()
    await without(page, '3').waitFor()
    await page.getByText('Filtros (2)').waitFor()
    await isFound(page, '2 notícias')
    await page.locator('.outputs').getByRole('link', { name: 'Comparar' }).click()
    const name = '“dengue” · exceto Ministério da Saúde · sem “3” · sem “dengue hemorrágica”'
    await page.getByRole('heading', { name }).waitFor()
    await page.goBack()
    await without(page, '3').click()
    await isFound(page, '3 notícias')
    await expect.poll(() => words.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.goBack()
    await isFound(page, '2 notícias')
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await isFound(page, '6 notícias')
    expect(visit.problems).toEqual([])
  })

  it('is named by the alert of the search, and where nothing is found', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue&excludeAgencies=saude&excludeKeywords=futebol')
    await page.getByRole('button', { name: 'Receber por e-mail' }).click()
    await page
      .getByText('Chegam as notícias novas com: dengue; exceto Ministério da Saúde; sem “futebol”.')
      .waitFor()
    expect(await page.getByText('veja as exceções nos filtros').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Órgão', exact: true }).selectOption('saude')
    await page.getByText('veja as exceções nos filtros').waitFor()
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
  await tabTo(page, '.skip[href="#resultados"]')
  await page.keyboard.press('Enter')
  expect(await tabTo(page, '.card h3 a')).toBeLessThanOrEqual(2)
})

it('shows the first result within the first screen of a phone, with filters and counts folded', async () => {
  await using visit = await visitSite(browser, stack, { viewport: PHONE })
  const { page } = visit
  await visit.open('/busca?q=dengue')
  await settle(page)
  await takePicture(page, 'search-phone')
  const title = await page.locator('.card h3').first().boundingBox()
  expect((title?.y ?? Infinity) + (title?.height ?? 0)).toBeLessThan(PHONE.height)
  expect(await page.locator('.search-side details.fold[open]').count()).toBe(0)
  await page.getByText('Contagens', { exact: true }).click()
  await facet(page, 'Por órgão').locator('li button').first().click()
  await expect.poll(() => page.locator('.found').innerText()).toBe('3 notícias')
  // A choice in an open part leaves it open.
  expect(await page.locator('.search-side details.fold[open]').count()).toBe(1)
})

const dayBefore = (days: number) => dayOf(new Date(Date.now() - days * DAY_MS))
/** Weeks 1 to 5 before today have one article each on dengue: of Health in 1 and 2, of Education in 3 and 4. */
const LAST_14 = `startDate=${dayBefore(14)}&endDate=${dayBefore(1)}`
const [DENGUE_QUESTION, EARLIER_QUESTION] = [
  'q=dengue',
  `q=dengue&startDate=${dayBefore(28)}&endDate=${dayBefore(15)}`,
].map(encodeURIComponent)
const COMPARISON = `/comparar?question=${DENGUE_QUESTION}&question=${EARLIER_QUESTION}&${LAST_14}`

describe('the comparison', () => {
  const cards = (page: Page) => page.locator('.compare-cards li')

  it('counts each question with its part and the days before, over time and by agency', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open(COMPARISON)
    await expect
      .poll(() => cards(page).locator('.compare-number').allInnerTexts())
      .toEqual(['2 notícias', '2 notícias'])
    // Of 14 days with one other article each, and the two on dengue.
    const [now, earlier] = await cards(page).allInnerTexts()
    expect(now).toContain('12,5% de todas as notícias')
    expect(now).toMatch(/Antes, de .+: 2 notícias \(.+Mudança: 0%/s)
    expect(earlier).toMatch(/Antes, de .+: 1 notícia \(.+Mudança: \+100%/s)
    const bars = page.locator('.compare-agencies > li')
    // Agencies with as many articles stand in the order of their names.
    const named = await bars.allInnerTexts()
    expect(named.map((text) => text.match(/[\d,]+(?= \()/g))).toEqual([
      ['0', '2'],
      ['2', '0'],
    ])
    expect(named[1]).toMatch(/Ministério da Saúde[^]+2 \([\d,]+%\); antes 0/)
    await page.locator('#comparacao-no-tempo .plot svg').waitFor()
    await page.locator('#comparacao-no-tempo').getByRole('button', { name: 'Tabela' }).click()
    const rows = page.locator('#comparacao-no-tempo tbody tr')
    expect(await rows.count()).toBe(28)
    expect(visit.problems).toEqual([])
  })

  it('asks one request for each question, and shows the same after a reload of its address', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/comparar')
    await cards(page).first().waitFor()
    const asked: string[] = []
    page.on('request', (request) => {
      const query = new URL(request.url()).searchParams.get('query') ?? request.postData() ?? ''
      if (query.includes('query Compare(')) asked.push(query)
    })
    await page.getByLabel('Palavras: Pergunta 1').fill('dengue')
    await page.keyboard.press('Enter')
    await cards(page).getByRole('heading', { name: '“dengue”' }).waitFor()
    await expect.poll(() => asked.length).toBe(1)
    await page.getByRole('button', { name: 'Comparar com o período anterior' }).click()
    await expect.poll(() => cards(page).count()).toBe(2)
    await expect.poll(() => asked.length).toBe(2)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('pergunta-2')
    await page.getByText('Parte de todas as notícias').click()
    const shown = await cards(page).allInnerTexts()
    await visit.open(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect.poll(() => cards(page).allInnerTexts()).toEqual(shown)
    await expect.poll(() => page.getByLabel('Parte de todas as notícias').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Remover a pergunta 1' }).click()
    await expect.poll(() => cards(page).count()).toBe(1)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('pergunta-1')
  })

  it('takes five questions, which the keyboard alone adds from a search', async () => {
    await using visit = await visitSite(browser, stack, { viewport: DESK })
    const { page } = visit
    await visit.open('/busca?q=dengue&agencies=saude')
    await page.locator('.outputs').getByRole('link', { name: 'Comparar' }).focus()
    await page.keyboard.press('Enter')
    await cards(page).getByRole('heading', { name: '“dengue” · Ministério da Saúde' }).waitFor()
    const add = page.getByRole('button', { name: 'Acrescentar pergunta' })
    for (const words of ['edital', 'dengue', 'ações', 'número']) {
      await add.focus()
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search')
      await page.keyboard.type(words)
      await page.keyboard.press('Enter')
      await cards(page)
        .getByRole('heading', { name: `“${words}”`, exact: true })
        .waitFor()
    }
    expect(await add.isDisabled()).toBe(true)
    expect(new URL(page.url()).searchParams.getAll('question')).toHaveLength(5)
  })

  it('shows its first number within the first screen of a phone', async () => {
    await using visit = await visitSite(browser, stack, { viewport: PHONE })
    const { page } = visit
    await visit.open(COMPARISON)
    const number = await cards(page).locator('.compare-number').first().boundingBox()
    expect((number?.y ?? Infinity) + (number?.height ?? 0)).toBeLessThan(PHONE.height)
  })
})

const INSPECTED = [
  [
    'search',
    '/busca?q=dengue&agencies=saude&excludeAgencies=mec&states=CE&excludeKeywords=futebol',
    '.found',
  ],
  ['compare', COMPARISON, '#comparacao-no-tempo .plot svg'],
] as const

describe('axe finds nothing', () => {
  it.each(
    INSPECTED.flatMap(([name, path, ready]) =>
      [DESK, PHONE].map((viewport) => ({ name, path, ready, viewport })),
    ),
  )('$name at $viewport.width px', async ({ name, path, ready, viewport }) => {
    await using visit = await visitSite(browser, stack, {
      viewport,
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    await visit.open(path)
    if (viewport === PHONE)
      for (const summary of await visit.page.locator('.fold > summary').all()) await summary.click()
    await visit.page.locator(`main:not(:has([aria-busy=true])):not(:has(.skeleton)) ${ready}`).waitFor()
    expect(await inspectLooks(visit.page, inBothThemes(viewport.width), { name })).toEqual([])
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
  await takePicture(page, 'new-articles')
  await button.click()
  await expect.poll(() => page.locator('.card h3').allInnerTexts()).toContain('Museu abre no domingo')
  expect(await button.isVisible()).toBe(false)
})
