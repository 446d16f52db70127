import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { loadSmallSample, openTestSite, visitSite } from '../kit/client/observatory.ts'
import { tabTo } from '../kit/client/tab-to.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  await loadSmallSample(stack, { count: 300, days: 40, now: new Date() })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

const NETWORK = `query ($id: String!) { entityNetwork(id: $id, depth: 1, limit: 24) { nodes { entityId } } }`

/** An entity, and a neighbour whose own neighbours are not all in its network. */
async function findGrowingNetwork() {
  const { trendingEntities } = await stack.query('{ trendingEntities(limit: 10) { entityId } }')
  const idsOf = async (id: string): Promise<string[]> => {
    const { entityNetwork } = await stack.query(NETWORK, { id })
    return entityNetwork.nodes.map(({ entityId }: { entityId: string }) => entityId)
  }
  for (const { entityId } of trendingEntities) {
    const known = await idsOf(entityId)
    for (const neighbour of known) {
      const all = new Set([...known, ...(await idsOf(neighbour))])
      if (neighbour !== entityId && all.size > known.length)
        return { entityId, neighbour, before: known.length, after: Math.min(all.size, 60) }
    }
  }
  throw new Error('No network of the sample grows.')
}

describe('the network of an entity', () => {
  it('counts the articles of the chosen days, which its address and its table name', async () => {
    const { entityId } = await findGrowingNetwork()
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    await visit.open(`/entidades/${entityId}`)
    await page.locator('.network .node').first().waitFor()
    const month = page.getByRole('button', { name: '30 dias' })
    await month.click()
    const days = () => Object.fromEntries(new URL(page.url()).searchParams)
    await expect.poll(() => Object.keys(days())).toEqual(['startDate', 'endDate'])
    const { startDate: from, endDate: to } = days()
    const { entityNetwork } = await stack.query(
      `query ($id: String!, $from: String, $to: String) {
        entityNetwork(id: $id, limit: 24, dateFrom: $from, dateTo: $to) { edges { weight } }
      }`,
      { id: entityId, from, to },
    )
    const weights = entityNetwork.edges
      .map(({ weight }: { weight: number }) => weight)
      .sort((a: number, b: number) => a - b)
    const shown = async () =>
      (await page.locator('.network .shared').allTextContents()).map(Number).sort((a, b) => a - b)
    await expect.poll(shown).toEqual(weights)
    expect(await page.evaluate('document.activeElement.textContent')).toBe('30 dias')
    expect(await page.locator('#rede .source').innerText()).toContain('Dados de')
    await page.reload()
    await expect.poll(shown).toEqual(weights)
    expect(await month.getAttribute('aria-pressed')).toBe('true')
    expect(visit.problems).toEqual([])
  })

  it('grows by a click on a neighbour, and by the keyboard in the list', async () => {
    const { entityId, neighbour, before, after } = await findGrowingNetwork()
    await using visit = await visitSite(browser, stack)
    const { page } = visit
    const nodes = page.locator('.network .node')
    await visit.open(`/entidades/${entityId}`)
    await expect.poll(() => nodes.count()).toBe(before)
    await page.locator(`.node[data-entity="${neighbour}"] circle`).click()
    await expect.poll(() => nodes.count()).toBe(after)
    await page.reload()
    await expect.poll(() => nodes.count()).toBe(before)
    await tabTo(page, '.chart summary')
    await page.keyboard.press('Enter')
    await tabTo(page, '.neighbours button')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('.neighbours button:disabled').count()).toBe(1)
    expect(visit.problems).toEqual([])
  })
})
