import type { Page } from 'playwright-core'

const TABS_MAX = 60

/** Presses Tab until an element that matches the selector has the focus. Returns the number of presses. */
export async function tabTo(page: Page, selector: string): Promise<number> {
  for (let press = 1; press <= TABS_MAX; press++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return press
  }
  throw new Error(`Tab does not lead to ${selector}`)
}
