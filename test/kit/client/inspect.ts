import type { Page } from 'playwright-core'
import { SCREENSHOTS } from './browser.ts'

interface Violation {
  id: string
  nodes: { html: string }[]
}

/** Returns what axe finds wrong on a page: the rule and the elements. `axe` is its script. */
export async function listViolations(page: Page, axe: string): Promise<string[]> {
  // A page that stays open keeps the script, which takes longer to load than to run.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe)
  const { violations } = (await page.evaluate('axe.run()')) as { violations: Violation[] }
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  )
}

/** Texts of a page, in pictures too, whose letters are drawn below 11 CSS pixels. Turned letters keep their size. */
const SMALL_TEXTS = `[...document.querySelectorAll('main *')].flatMap((element) => {
  const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '')
  if (!isText || !element.checkVisibility() || element.tagName === 'title') return []
  const { c, d } = element instanceof SVGElement ? element.getScreenCTM() : { c: 0, d: 1 }
  const scale = Math.hypot(c, d)
  const size = parseFloat(getComputedStyle(element).fontSize) * scale
  return size < 10.95 ? [size.toFixed(1) + ' px: ' + element.textContent.slice(0, 40)] : []
})`

const OVERFLOW = 'Math.max(0, document.documentElement.scrollWidth - innerWidth)'

const REDRAWS = 30
const REDRAW_MS = 100

/** Returns the small texts of a page. After a change of its width, pictures are small until they are drawn again. */
async function listSmallTexts(page: Page): Promise<string[]> {
  let small: string[] = []
  for (let wait = 0; wait < REDRAWS; wait++) {
    small = await page.evaluate(SMALL_TEXTS)
    if (small.length === 0) break
    await page.waitForTimeout(REDRAW_MS)
  }
  return small
}

/**
 * Checks a page that is open: accessibility in light and dark, on a phone, a desk and a wide screen, its width, and the size
 * of its letters. Rules about colours depend on the theme and rules about layout on the width, so not every pair is looked
 * at: each theme has a desk, each other width one theme.
 */
export async function inspect(page: Page, axe: string, name: string) {
  const found: Record<string, unknown> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.screenshot({ path: `${SCREENSHOTS}/observatory-${name}-${colorScheme}.png` })
    found[colorScheme] = await listViolations(page, axe)
  }
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    found[`${width} pixels`] = await page.evaluate(OVERFLOW)
    found[`small texts at ${width}`] = await listSmallTexts(page)
    found[`violations at ${width}`] = await listViolations(page, axe)
  }
  return found
}

/** What `inspect` finds on a page without faults. */
export const FAULTLESS = {
  light: [],
  dark: [],
  '360 pixels': 0,
  '2560 pixels': 0,
  'small texts at 360': [],
  'small texts at 2560': [],
  'violations at 360': [],
  'violations at 2560': [],
}

/** The windows of `inspectState`: between a desk and a wider screen nothing differs but a line in the header. */
const STATE_WINDOWS = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

/** Checks the state of a page, which has less than the page: accessibility on a phone and on a desk, and its width. */
export async function inspectState(page: Page, axe: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of STATE_WINDOWS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await listViolations(page, axe)
    if ((await page.evaluate(OVERFLOW)) !== 0) violations.push('wider than its window')
    found.push(...violations.map((text) => `${width} px, ${colorScheme}: ${text}`))
  }
  return found
}
