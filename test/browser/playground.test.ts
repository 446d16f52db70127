import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, takePicture } from '../kit/client/browser.ts'
import { listViolations } from '../kit/client/inspect.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack()
  await stack.publish([
    anArticle({ title: 'Campanha de vacinação começa', agencyKey: 'saude', publishedAt: ago({ hours: 1 }) }),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

describe('the playground', () => {
  it('opens without the internet and runs a query', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      const { hostname } = new URL(request.url())
      if (!['localhost', '127.0.0.1', ''].includes(hostname)) elsewhere.push(request.url())
    })
    const query = '{ articles { found articles { title agencyName } } }'
    await page.goto(`${stack.stack.graphqlUrl}?query=${encodeURIComponent(query)}`)
    const response = page.locator('.graphiql-response')
    // The editor loads the query shortly after its button appears, so the first click may do nothing.
    const press = async () => {
      if ((await response.innerText()).trim() === '')
        await page.getByRole('button', { name: /execute query/i }).click()
      return await response.innerText()
    }
    await expect.poll(press, { interval: 1000 }).toMatch(/Campanha\sde\svacinação/)
    await takePicture(page, 'playground')
    expect(elsewhere).toEqual([])
    await page.close()
  })

  it.each(['light', 'dark'] as const)(
    'is accessible in its %s theme, with a second tab too',
    async (colorScheme) => {
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
      await page.goto(stack.stack.graphqlUrl)
      // The text of a first visit has comments. Their colour comes after the text.
      await page.locator('.view-line [class^=mtk]:not(.mtk1)', { hasText: 'Experimente' }).waitFor()
      const violations = () => listViolations(page)
      await expect.poll(violations).toEqual([])
      await page.getByRole('button', { name: /new tab/i }).click()
      await expect.poll(() => page.locator('.graphiql-tab button[aria-current]').count()).toBeGreaterThan(1)
      await expect.poll(violations).toEqual([])
      await page.close()
    },
  )

  it('runs a subscription, event by event', async () => {
    const page = await browser.newPage()
    const authorization = `Bearer ${await stack.stack.token({ sub: 'leitora', name: 'Leitora' })}`
    const asked: string[] = []
    await page.route('**/graphql/stream', (route) => {
      asked.push(route.request().method())
      return route.continue({ headers: { ...route.request().headers(), authorization } })
    })
    const query =
      'subscription { generateRecortes(prompt: "vacinação") { __typename ... on AgentEventDone { suggestedName } } }'
    await page.goto(`${stack.stack.graphqlUrl}?query=${encodeURIComponent(query)}`)
    const response = page.locator('.graphiql-response')
    const press = async () => {
      if ((await response.innerText()).trim() === '')
        await page.getByRole('button', { name: /execute query/i }).click()
      return (await response.innerText()).replaceAll(/\s/g, ' ')
    }
    await expect.poll(press, { interval: 1000 }).toMatch(/"suggestedName": "Vacinação"/)
    expect(asked[0]).toBe('POST')
    await page.close()
  })

  it('explains fields and arguments in Portuguese', async () => {
    const page = await browser.newPage()
    await page.goto(stack.stack.graphqlUrl)
    await page.getByRole('button', { name: /documentation explorer/i }).click()
    const panel = page.locator('.graphiql-plugin')
    await panel.locator('.graphiql-doc-explorer-type-name', { hasText: /^Query$/ }).click()
    await panel.locator('.graphiql-doc-explorer-field-name', { hasText: /^articles$/ }).click()
    const text = () => panel.innerText()
    await expect.poll(text).toContain('Lista notícias por filtros, uma página por vez.')
    await expect.poll(text).toContain('Notícias por página: padrão 10, máximo 250')
    await expect.poll(text).toContain('Ordem das notícias; null ordena pela publicação mais recente.')
    await takePicture(page, 'playground-documentation')
    await page.close()
  })
})
