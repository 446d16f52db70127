import type { Page, Route } from 'playwright-core'

/** Returns the answer of a service without any article: no rows, and zeros. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return []
  if (typeof value === 'number') return 0
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, emptied(field)]))
}

const SETTLED = 'main:not(:has(.skeleton)):not(:has([aria-busy="true"]))'

/** The states of a page beside the full one: what the API answers in each, and what shows that the page is in it. */
export const PAGE_STATES = {
  empty: {
    answer: async (route: Route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: emptied(await response.json()) })
    },
    shows: `${SETTLED} h1`,
  },
  // The requests wait until the page goes away.
  loading: { answer: () => undefined, shows: 'main :is(.skeleton, [aria-busy="true"])' },
  failed: { answer: (route: Route) => route.fulfill({ status: 500 }), shows: `${SETTLED} [role="alert"]` },
}

/** Opens an address of the site in a state, and waits until the page shows it. */
export async function openInState(
  page: Page,
  address: string,
  state: keyof typeof PAGE_STATES,
): Promise<void> {
  const { answer, shows } = PAGE_STATES[state]
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(/\/graphql(\?|$)/, answer)
  await page.goto(address)
  // The script draws the navigation; the text of an article may be there before.
  await page.locator('.site-header nav').waitFor()
  await page.locator(shows).first().waitFor()
}
