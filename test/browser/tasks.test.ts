import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { openTestSite, visitSite } from '../kit/client/observatory.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { themed } from '../kit/rows/themes.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'

const DAY_MS = 86_400_000
const TABS_MAX = 150
const ARROWS_MAX = 6

let stack: TestStack
let browser: Browser

beforeAll(async () => {
  stack = await startTestStack({ site: await openTestSite() })
  const publishedAt = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()
  await stack.publish([
    ...['saude', 'saude', 'saude', 'mec', 'cultura'].map((agencyKey, at) =>
      anArticle({ agencyKey, title: `Ações contra a dengue ${at}`, publishedAt: publishedAt(at) }),
    ),
    ...[1, 2, 3, 20].map((days) =>
      anArticle({
        agencyKey: 'mec',
        title: `Educação básica ${days}`,
        publishedAt: publishedAt(days),
        ...themed('02'),
      }),
    ),
  ])
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack.stop()
})

/** How a person uses a page. Each way counts the clicks, or the keys that choose something; typing is not counted. */
interface Hand {
  choose(element: Locator): Promise<void>
  /** Chooses a field and types; Enter sends the form. */
  write(field: Locator, text: string): Promise<void>
  clicks: number
}

function useMouse(page: Page): Hand {
  const hand: Hand = {
    clicks: 0,
    async choose(element) {
      await element.click()
      hand.clicks++
    },
    async write(field, text) {
      const hasFocus = await field.evaluate((element) => element === document.activeElement)
      if (!hasFocus) await hand.choose(field)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
  }
  return hand
}

/** Moves by Tab alone; an element that Tab does not reach fails the task. */
function useKeyboard(page: Page): Hand {
  const reach = async (element: Locator) => {
    await element.waitFor()
    for (let press = 0; press <= TABS_MAX; press++) {
      if (await element.evaluate((wanted) => wanted === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error('Tab does not reach the element')
  }
  const hand: Hand = {
    clicks: 0,
    async choose(element) {
      const isRadio = await element.evaluate((wanted) => wanted.getAttribute('type') === 'radio')
      if (isRadio) {
        // Tab leads to the choice that stands; the arrows move from there.
        await reach(page.locator('input[type=radio]:checked').first())
        for (let press = 0; press < ARROWS_MAX && !(await element.isChecked()); press++)
          await page.keyboard.press('ArrowLeft')
        expect(await element.isChecked()).toBe(true)
      } else {
        await reach(element)
        await page.keyboard.press('Enter')
      }
      hand.clicks++
    },
    async write(field, text) {
      await reach(field)
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
  }
  return hand
}

const question = (page: Page) => page.getByRole('searchbox', { name: 'Buscar notícias' })
const found = (page: Page) => page.locator('.found')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const copied = (page: Page) => page.evaluate('navigator.clipboard.readText()')

interface Task {
  name: string
  /** Clicks that the best of the services we know needs. */
  clicksMax: number
  perform(hand: Hand, page: Page): Promise<void>
}

/** Things that a newsroom does. Each begins on the first page. */
const TASKS: Task[] = [
  {
    name: 'find which ministry wrote most on dengue',
    clicksMax: 2,
    async perform(hand, page) {
      await hand.write(question(page), 'dengue')
      await expect.poll(() => found(page).innerText()).toBe('5 notícias')
      const agencies = page.locator('.facet', { has: page.getByRole('heading', { name: 'Por órgão' }) })
      const first = agencies.locator('li').first()
      const folded = page.locator('details.fold:not([open]) > summary', { hasText: 'Contagens' })
      if (await folded.isVisible()) await hand.choose(folded)
      await expect.poll(() => first.innerText()).toMatch(/Ministério da Saúde\s+3 \(/)
    },
  },
  {
    name: 'receive a search by e-mail',
    clicksMax: 3,
    async perform(hand, page) {
      await hand.write(question(page), 'dengue')
      await hand.choose(button(page, 'Receber por e-mail'))
      await hand.write(page.getByLabel('Seu e-mail'), `tarefa-${Date.now()}@exemplo.org`)
      await page.getByText('abra-a e confirme').waitFor()
    },
  },
  {
    name: 'bring education of the last seven days to Excel',
    clicksMax: 3,
    async perform(hand, page) {
      await hand.write(question(page), 'educação')
      await hand.choose(button(page, '7 dias'))
      await expect.poll(() => found(page).innerText()).toBe('3 notícias')
      const downloading = page.waitForEvent('download')
      await hand.choose(page.getByRole('link', { name: 'Excel (.xlsx)' }))
      const download = await downloading
      expect(download.suggestedFilename()).toMatch(/\.xlsx$/)
      // A workbook is a ZIP file.
      expect((await readFile(await download.path())).subarray(0, 2).toString()).toBe('PK')
    },
  },
  {
    name: 'put a widget with words on a site',
    clicksMax: 3,
    async perform(hand, page) {
      await hand.write(question(page), 'dengue')
      await hand.choose(page.getByRole('link', { name: 'Widget', exact: true }))
      await hand.choose(button(page, 'Copiar código'))
      await expect.poll(() => copied(page)).toMatch(/<pauta-news[^>]*dengue/)
    },
  },
  {
    name: 'cite a chart of the last seven days',
    clicksMax: 2,
    async perform(hand, page) {
      await hand.choose(page.getByRole('radio', { name: '7 dias' }))
      await expect.poll(() => page.url()).toContain('startDate=')
      const chart = page.locator('figure.chart', {
        has: page.getByRole('heading', { name: 'Notícias por dia', exact: true }),
      })
      await hand.choose(chart.getByRole('button', { name: 'Copiar citação', exact: true }))
      await expect.poll(() => copied(page)).toMatch(/^PAUTA\. Notícias por dia, dados de .+startDate=/)
    },
  },
]

const VIEWPORTS = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
]
const HANDS = { mouse: useMouse, keyboard: useKeyboard }

describe('a newsroom can', () => {
  it.each(
    TASKS.flatMap((task) =>
      VIEWPORTS.flatMap((viewport) =>
        (['mouse', 'keyboard'] as const).map((way) => ({ ...task, task, viewport, way })),
      ),
    ),
  )('$name in $clicksMax clicks at $viewport.width px by $way', async ({ task, viewport, way }) => {
    await using visit = await visitSite(browser, stack, {
      viewport,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await visit.open('/')
    const hand = HANDS[way](visit.page)
    await task.perform(hand, visit.page)
    expect(hand.clicks).toBeLessThanOrEqual(task.clicksMax)
    expect(visit.problems).toEqual([])
  })
})
