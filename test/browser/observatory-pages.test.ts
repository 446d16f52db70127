import { listSampleNames } from '@pauta/sample-data/people/sample-users'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paths } from '../../packages/observatory/src/paths.ts'
import { readRss } from '../kit/oracles/feed-rules.ts'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect } from '../kit/client/inspect.ts'
import { logInOnPage, visitSite } from '../kit/client/observatory.ts'
import { openInState } from '../kit/client/page-states.ts'
import { EDITED, PAGE_NAMES, startSitePages, type SitePages } from '../kit/client/site-pages.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let site: SitePages
let browser: Browser

beforeAll(async () => {
  site = await startSitePages()
  stack = site.stack
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

describe('the home of a feed', () => {
  it.each([
    ['articles', '/feeds/articles.rss', () => paths.panorama],
    [
      'a filter',
      '/feeds/articles.rss?agencies=saude,mec&q=gripe',
      () => `${paths.search}?q=gripe&agencies=saude,mec`,
    ],
    ['a theme', '/feeds/themes/THEME.rss', () => site.pathOf('theme')],
    ['an entity', '/feeds/entities/ENTITY.rss', () => site.pathOf('entity')],
    ['a listing', '/feeds/listings/LISTING.rss', () => site.pathOf('listing')],
  ])('is the page of the observatory about the same: %s', async (_, path, page) => {
    const { theme, entity, listing } = site.identifiers
    const filled = path.replace('THEME', theme).replace('ENTITY', entity).replace('LISTING', listing)
    const { home } = readRss(await (await stack.fetch(filled)).text())
    expect(decodeURIComponent(home ?? '')).toBe(`${stack.stack.frontUrl}${page()}`)
    expect((await fetch(home ?? '')).headers.get('content-type')).toContain('text/html')
  })
})

const MISSING = {
  'an address without a page': '/nao-existe',
  'an article that does not exist': paths.article('nao-existe'),
  'an agency that does not exist': paths.agency('nao-existe'),
  'a theme that does not exist': paths.theme('99'),
  'an entity that does not exist': paths.entity('Q999999999'),
  'a clipping that does not exist': paths.listing('nao-existe'),
  'a version that does not exist': paths.version('nao-existe', 3),
  'a number of a version that is none': '/noticias/nao-existe/versoes/abc',
  'a difference that does not exist': paths.difference('nao-existe', 1, 9),
}

describe('every page is accessible and fits every width', () => {
  it.each(PAGE_NAMES)('%s, which reports nothing to the console and asks no other host', async (name) => {
    await using visit = await visitSite(browser, stack)
    await visit.open(site.pathOf(name))
    expect(visit.problems).toEqual([])
    expect(await inspect(visit.page, name)).toEqual(FAULTLESS)
    expect(visit.elsewhere).toEqual([])
  })

  it('the difference of two versions beside each other', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(`${paths.difference(EDITED)}?vista=lado-a-lado`)
    expect(await inspect(visit.page, 'difference-sides')).toEqual(FAULTLESS)
  })

  it('the form of a clipping by hand', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.newClipping)
    await logInOnPage(visit, listSampleNames()[0] ?? '')
    await visit.page.getByRole('button', { name: 'Montar à mão' }).click()
    await visit.page.getByLabel('Slack ou compatível').check()
    await visit.page.getByRole('button', { name: 'Adicionar horário' }).click()
    const agencies = visit.page.getByRole('combobox', { name: 'Órgãos', exact: true })
    await agencies.selectOption(site.identifiers.agency)
    await visit.page.getByText(/notícias? nas últimas 24 horas/).waitFor()
    await visit.page.locator('.sample a').first().waitFor()
    await visit.page.getByRole('button', { name: 'Ver como o e-mail chega' }).click()
    await visit.page.getByTitle('Em uma janela de 320 px').waitFor()
    const mail = visit.page.frameLocator('iframe[width="640"]')
    await mail.getByText('Prévia: assim esta mensagem seria enviada agora.').waitFor()
    await mail.getByRole('link', { name: 'Acessibilidade' }).waitFor()
    expect(visit.problems).toEqual([])
    expect(await inspect(visit.page, 'clipping-form')).toEqual(FAULTLESS)
  })

  it.each(Object.entries(MISSING))('%s', async (name, path) => {
    await using visit = await visitSite(browser, stack)
    await visit.open(path)
    await visit.page.getByRole('link', { name: /^Voltar/ }).waitFor()
    expect(await inspect(visit.page, `missing-${name.split(' ')[1]}`)).toEqual(FAULTLESS)
  })
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

describe('a page that meets an unusual state', () => {
  it('shows a text where nothing was published', async () => {
    await using visit = await visitSite(browser, stack)
    for (const path of [paths.search, paths.agencies, paths.themes, paths.entities]) {
      await openInState(visit.page, stack.stack.frontUrl + path, 'empty')
      await visit.page.getByText(/^(Nada encontrado|Tente outras palavras)/).waitFor()
    }
    await openInState(visit.page, stack.stack.frontUrl + paths.panorama, 'empty')
    // One message with the command stands in place of the charts, trends and articles.
    await visit.page.locator('.notice code').waitFor()
    await expect.poll(() => visit.page.locator('main :is(figure, h2)').count()).toBe(0)
    expect(visit.problems).toEqual([])
  })

  it('explains when the script of a page does not load, and opens it after a new try', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(paths.panorama)
    await page.route('**/assets/agencies-page-*', (route) => route.abort())
    await page.getByRole('navigation').getByRole('link', { name: 'Órgãos' }).click()
    await page.getByRole('heading', { name: 'Esta página não abriu' }).waitFor()
    await page.unroute('**/assets/agencies-page-*')
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await page.getByRole('heading', { level: 1, name: 'Órgãos' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(paths.agencies)
  })

  it('reports a field that failed as a failure, not as something that does not exist', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.page.route('**/graphql?**', async (route) => {
      const errors = [{ message: 'x', path: ['entity'], extensions: { code: 'INTERNAL' } }]
      await route.fulfill({ json: { data: { entity: null, coverage: [], articles: null }, errors } })
    })
    await visit.page.goto(stack.stack.frontUrl + site.pathOf('entity'))
    const alert = visit.page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain('Algo falhou do nosso lado.')
    await visit.page.unroute('**/graphql?**')
    await visit.page.getByRole('button', { name: 'Tentar de novo' }).click()
    await visit.page.getByRole('heading', { level: 1 }).waitFor()
    expect(visit.problems).toEqual([])
  })

  it('shows the definition to which an address leads', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(`${paths.freshness}#pausa-longa`)
    const definition = visit.page.locator('#pausa-longa:target')
    await definition.waitFor()
    const top = () => definition.evaluate((element) => element.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(800)
  })

  it('shows that an address with a wrong escape does not exist, and opens others from there', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open('/orgaos/%E0%A4%A')
    await visit.page.getByRole('heading', { name: 'Página não encontrada' }).waitFor()
    await visit.page.getByRole('link', { name: 'Temas' }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Temas' }).waitFor()
    // The browser reports the status of the first page.
    expect(visit.problems).toEqual([expect.stringContaining('404')])
  })

  it('opens a theme whose code has a dot by its address, and after a reload', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.theme('03.02'))
    const heading = visit.page.getByRole('heading', { level: 1 })
    await heading.waitFor()
    const name = await heading.innerText()
    await visit.page.reload()
    await expect.poll(() => heading.innerText()).toBe(name)
    expect(visit.problems).toEqual([])
  })

  it('finds an agency that was read and has no news, and says so on its page', async () => {
    await tables.scrapeSites.add(stack.db, [{ agencyKey: 'abin', lastRunAt: new Date() }])
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.agencies)
    await visit.page.getByRole('searchbox').fill('Inteligência')
    await visit.page.getByRole('link', { name: 'Agência Brasileira de Inteligência' }).first().click()
    await visit.page.getByRole('heading', { level: 1, name: 'Agência Brasileira de Inteligência' }).waitFor()
    await visit.page.getByText('Este órgão ainda não tem notícias aqui.').waitFor()
    expect(visit.problems).toEqual([])
  })

  it('tells which agencies the catalogue lacks', async () => {
    await stack.publish([
      anArticle({ agencyKey: 'orgao-desconhecido', publishedAt: new Date().toISOString() }),
    ])
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.agencies)
    await visit.page.getByRole('searchbox').fill('desconhecido')
    await visit.page.getByRole('link', { name: 'orgao-desconhecido (fora do catálogo)' }).first().waitFor()
    await visit.page.getByRole('searchbox').fill('Ministério da Saúde')
    const known = visit.page.getByRole('link', { name: /^Ministério da Saúde/ }).first()
    expect(await known.innerText()).toBe('Ministério da Saúde')
    expect(visit.problems).toEqual([])
  })

  it('moves the focus to a page that a link opened', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.panorama)
    await visit.page.getByRole('navigation').getByRole('link', { name: 'Temas' }).click()
    await visit.page.getByRole('heading', { level: 1, name: 'Temas' }).waitFor()
    await expect.poll(() => visit.page.evaluate('document.activeElement.id')).toBe('conteudo')
  })

  it('shows all pages to an operator in one line of the header', async () => {
    await using visit = await site.visitAs(browser, 'operator')
    await visit.open(paths.about)
    await visit.page.locator('.site-header').getByRole('link', { name: 'Operação' }).waitFor()
    const middles = await visit.page.locator('.site-header > a, .site-header nav a').evaluateAll((links) =>
      links.map((link) => {
        const { top, height } = link.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    expect(middles.length).toBeGreaterThan(10)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(10)
  })

  it.each([
    ['the filters that a button empties', '/busca?agencies=saude', '.filters > button', '.filters'],
    ['the results of the next page', '/busca', 'nav.pages button:enabled', '#resultados'],
    ['the form by hand', '/recortes/novo', '.prompt button[type=button]', 'main h1'],
  ])('keeps the focus when what was pressed goes away: %s', async (_, path, pressed, place) => {
    await using visit = await site.visitAs(browser, 'reader')
    const { page } = visit
    await visit.open(path)
    const label = await page.locator(pressed).first().innerText()
    await page.locator(pressed).first().press('Enter')
    const focused = () =>
      page.evaluate(
        ({ wanted, former }) => {
          const { activeElement } = document
          return activeElement?.matches(wanted) === true && activeElement.textContent !== former
        },
        { wanted: place, former: label },
      )
    await expect.poll(focused).toBe(true)
  })

  it('keeps the focus near a deletion that was taken back', async () => {
    await using visit = await site.visitAs(browser, 'reader')
    const { page } = visit
    await visit.open(paths.myClippings)
    await page.getByRole('button', { name: 'Excluir' }).first().press('Enter')
    await page.getByRole('button', { name: 'Desfazer' }).press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.matches("article.card")')).toBe(true)
  })

  it('explains that the service of logins does not answer', async () => {
    await using visit = await visitSite(browser, stack)
    await visit.open(paths.newClipping)
    await visit.page.route('**/site.json', (route) => route.abort())
    await visit.page.getByRole('button', { name: 'Entrar', exact: true }).click()
    const alert = visit.page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).toContain('O serviço de entrada não respondeu.')
  })

  it('offers a login to a person whose session the API does not accept any more', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(paths.myClippings)
    await logInOnPage(visit, 'leitora-de-ontem')
    await page.evaluate(`(() => {
      const session = JSON.parse(localStorage.getItem('pauta.session'))
      localStorage.setItem('pauta.session', JSON.stringify({ ...session, token: 'x.y.z' }))
    })()`)
    await page.reload()
    await page.getByText('Entre na sua conta para ver esta página.').waitFor()
    await logInOnPage(visit, 'leitora-de-ontem')
    await page.getByText('Você ainda não tem clippings.').waitFor()
    const otherTab = await page.context().newPage()
    await otherTab.goto(stack.stack.frontUrl + paths.about)
    await otherTab.getByRole('navigation').getByRole('link', { name: 'Meus clippings' }).click()
    await expect.poll(() => otherTab.getByText('Você ainda não tem clippings.').count()).toBe(1)
  })

  it('pages through the listings', async () => {
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await page.route('**/graphql?**', async (route) => {
      const response = await route.fetch()
      const json = (await response.json()) as { data: { marketplaceListings?: { total: number } } }
      if (json.data.marketplaceListings) json.data.marketplaceListings.total = 21
      await route.fulfill({ response, json })
    })
    await visit.open(paths.clippings)
    await page.getByRole('button', { name: 'Seguintes' }).click()
    await page.getByText('Página 2 de 2').waitFor()
    await page.getByText('Nada encontrado.').waitFor()
    await page.goBack()
    await expect.poll(() => page.locator('main .card').count()).toBeGreaterThan(0)
  })
})

it('lets a reader follow a published clipping, and stop', async () => {
  await using visit = await visitSite(browser, stack)
  const { page } = visit
  await visit.open(site.pathOf('listing'))
  const name = await page.locator('h1').innerText()
  await page.getByRole('button', { name: 'Seguir por e-mail' }).click()
  await page.getByLabel('Outro nome').fill('leitora-que-segue')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Seguir por e-mail' }).click()
  await page.getByText('Você segue este clipping').waitFor()
  await visit.open(paths.myClippings)
  const card = page.locator('main article', { hasText: name })
  await card.getByRole('button', { name: 'Deixar de seguir' }).click()
  await page.getByText('Você ainda não tem clippings.').waitFor()
  await visit.open(site.pathOf('listing'))
  await expect.poll(() => page.getByRole('button', { name: 'Seguir por e-mail' }).count()).toBe(1)
})
