import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser } from '../kit/client/browser.ts'
import { FAULTLESS, inspect, inspectLooks, STATE_LOOKS } from '../kit/client/inspect.ts'
import { openInState, PAGE_STATES } from '../kit/client/page-states.ts'
import {
  PAGE_NAMES,
  startSitePages,
  VISITORS,
  type PageName,
  type SitePages,
} from '../kit/client/site-pages.ts'

// Every page in each of its states is accessible and fits: logged in, empty, loading and failed.
let site: SitePages
let browser: Browser

beforeAll(async () => {
  site = await startSitePages()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await site.stack.stop()
})

const states = Object.keys(PAGE_STATES) as (keyof typeof PAGE_STATES)[]

/** Pages without an answer of the API, which have no other state. */
const ASKS_NOTHING = new Set<PageName>(['about', 'alerts', 'login', 'newClipping', 'operatorLogin'])

it.each(Object.keys(VISITORS) as (keyof typeof VISITORS)[])('%s, logged in', async (name) => {
  await using visit = await site.visitAs(browser, VISITORS[name])
  await visit.open(site.pathOf(name))
  expect(await inspect(visit.page, `${name}-person`)).toEqual(FAULTLESS)
})

it.each(PAGE_NAMES.filter((name) => !ASKS_NOTHING.has(name)))(
  '%s, empty, loading and failed',
  async (name) => {
    await using visit = await site.visitAs(browser, VISITORS[name])
    const found: Record<string, string[]> = {}
    for (const state of states) {
      await openInState(visit.page, site.stack.stack.frontUrl + site.pathOf(name), state)
      found[state] = await inspectLooks(visit.page, STATE_LOOKS)
    }
    expect(found).toEqual(Object.fromEntries(states.map((state) => [state, []])))
  },
)
