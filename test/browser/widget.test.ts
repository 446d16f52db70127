import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, takePicture } from '../kit/client/browser.ts'
import { listViolations } from '../kit/client/inspect.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser
let site: Server
let siteUrl: string

/** A second element that its page hides. */
const ANOTHER = '<pauta-news agencies="mec" hidden></pauta-news>'

/** A page of another site, with a policy that forbids everything that the widget does not need. */
function servePage(apiUrl: string): Server {
  return createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://site')
    const attributes = [...searchParams].map(([name, value]) => ` ${name}="${value}"`).join('')
    const element = `<pauta-news${attributes}></pauta-news>`
    const script = `<script src="${apiUrl}/widget.js"></script>`
    const content = pathname === '/script-last' ? `${element}${ANOTHER}${script}` : `${script}${element}`
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; script-src ${apiUrl}; connect-src ${apiUrl}; style-src 'unsafe-inline'`,
    })
    response.end(
      `<!doctype html><html lang="${pathname === '/script-last' ? 'ar" dir="rtl' : 'pt-BR'}"><title>Site</title><body><main><h1>Site</h1>${content}</main>`,
    )
  })
}

beforeAll(async () => {
  stack = await startTestStack()
  await stack.publish([
    anArticle({
      title: 'Campanha de vacinação começa',
      agencyKey: 'saude',
      imageUrl: 'https://www.gov.br/foto.jpg',
      publishedAt: ago({ hours: 1 }),
    }),
    anArticle({ title: 'Enem tem nova data', agencyKey: 'mec', publishedAt: ago({ hours: 2 }) }),
  ])
  const { origin } = new URL(stack.stack.graphqlUrl)
  site = servePage(origin)
  await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  site?.close()
  await stack.stop()
})

async function open(query: string, colorScheme: 'light' | 'dark' = 'light') {
  const page = await browser.newPage({ viewport: { width: 700, height: 500 }, colorScheme })
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto(`${siteUrl}/?${query}`)
  return { page, requests }
}

describe('the widget on another site under a strict policy', () => {
  it('shows the news of its filter by GET requests', async () => {
    const { page, requests } = await open('agencies=saude&limit=3')
    await expect
      .poll(() => page.locator('pauta-news li a').allInnerTexts())
      .toEqual(['Campanha de vacinação começa'])
    expect(requests.filter((request) => request.endsWith('.json'))).toEqual(['GET /feeds/articles.json'])
    await takePicture(page, 'widget-light')
    await page.close()
  })

  it('says which agency does not exist, to readers where there is no news, and always to the page', async () => {
    const { page } = await open('agencies=ministerio-da-saude')
    await expect
      .poll(() => page.locator('pauta-news [role=status]').innerText())
      .toMatch(
        /Nenhuma notícia para este filtro\.\s+agencies: não existe órgão com a chave “ministerio-da-saude”/,
      )
    const heard = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          document.addEventListener('pauta-warning', (event) =>
            resolve((event as CustomEvent<string[]>).detail),
          )
          document.querySelector('pauta-news')?.setAttribute('agencies', 'saude,nada')
        }),
    )
    expect(heard).toEqual(['agencies: não existe órgão com a chave “nada”.'])
    await expect
      .poll(() => page.locator('pauta-news li a').allInnerTexts())
      .toEqual(['Campanha de vacinação começa'])
    await page.close()
  })

  it('takes any filter of addresses, words included, and names its source', async () => {
    const { page } = await open(`filter=${encodeURIComponent('q=vacinação&startDate=2020-01-01')}`)
    await expect
      .poll(() => page.locator('pauta-news li a').allInnerTexts())
      .toEqual(['Campanha de vacinação começa'])
    expect(await page.locator('pauta-news [part=source]').innerText()).toBe('Fonte: Pauta')
    expect(await page.locator('pauta-news [part=source] a').getAttribute('href')).toMatch(/^https?:/)
    await page.evaluate(() => document.querySelector('pauta-news')?.setAttribute('filter', 'agencias=saude'))
    await page.getByRole('alert').waitFor()
    await page.close()
  })

  it('loads once for each element that was on the page before the script, and once for changes of one moment', async () => {
    const page = await browser.newPage()
    const filters: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/feeds/articles.json') filters.push(searchParams.get('agencies') ?? '')
    })
    await page.goto(`${siteUrl}/script-last?agencies=saude&themes=&limit=3&layout=cards&label=Saúde`)
    const widget = page.locator('pauta-news').first()
    await widget.locator('li a').waitFor()
    await expect.poll(() => page.locator('pauta-news[hidden] li a').count()).toBe(1)
    expect(filters).toEqual(['saude', 'mec'])
    expect(await page.locator('pauta-news[hidden]').isVisible()).toBe(false)
    // The page is Arabic, from right to left; the news are not.
    const section = widget.locator('section')
    expect([await section.getAttribute('lang'), await section.getAttribute('dir')]).toEqual(['pt-BR', 'ltr'])
    await widget.evaluate((element) => {
      element.setAttribute('agencies', 'saude')
      element.setAttribute('agencies', 'mec')
      element.setAttribute('limit', '1')
      element.setAttribute('label', 'Educação')
    })
    await expect.poll(() => widget.locator('li a').allInnerTexts()).toEqual(['Enem tem nova data'])
    expect(await widget.getByRole('region', { name: 'Educação' }).count()).toBe(1)
    expect(filters.length).toBe(3)
    await page.close()
  })

  it('shows cards in the dark, follows its attributes, and shows a text when there is no news', async () => {
    const { page } = await open('layout=cards', 'dark')
    await expect.poll(() => page.locator('pauta-news li a').count()).toBe(2)
    await takePicture(page, 'widget-dark')
    await page.evaluate(() => document.querySelector('pauta-news')?.setAttribute('themes', '25'))
    await expect.poll(() => page.locator('pauta-news [role=status]').innerText()).toContain('Nenhuma notícia')
    await page.close()
  })

  it('offers to try again after a failure', async () => {
    const { page } = await open('limit=2')
    await page.locator('pauta-news li a').first().waitFor()
    await page.route('**/feeds/*', (route) => route.abort())
    const failing = page.evaluate(`new Promise((resolve) =>
      document.addEventListener('pauta-error', ({ detail }) => resolve(detail instanceof Error)))`)
    await page.evaluate(() => document.querySelector('pauta-news')?.setAttribute('limit', '1'))
    await page.getByRole('alert').waitFor()
    expect(await failing).toBe(true)
    await page.unroute('**/feeds/*')
    await page.getByRole('button', { name: 'Tentar de novo' }).press('Enter')
    await expect.poll(() => page.locator('pauta-news li a').count()).toBe(1)
    await page.close()
  })

  it.each(['light', 'dark'] as const)('has no fault that axe finds, in %s', async (scheme) => {
    // axe is injected, which the policy of the page forbids.
    const context = await browser.newContext({ bypassCSP: true, colorScheme: scheme })
    const page = await context.newPage()
    await page.goto(`${siteUrl}/?layout=cards`)
    await page.locator('pauta-news li a').first().waitFor()
    expect(await listViolations(page)).toEqual([])
    await context.close()
  })
})
