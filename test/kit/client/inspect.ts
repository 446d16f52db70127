import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { takePicture } from './browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Returns violations alone: the rules that a large page keeps take longer to send than to check. Frames have no axe that could
 * answer.
 */
const RUN_AXE = `axe
  .run(document, { iframes: false, resultTypes: ['violations'] })
  .then(({ violations }) => violations.map(
    ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`

/** Returns what axe finds wrong on a page, without its frames: the rule and the elements. */
export async function listViolations(page: Page): Promise<string[]> {
  // A page that stays open keeps the script, which takes longer to load than to run.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  return (await page.evaluate(RUN_AXE)) as string[]
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
export async function inspect(page: Page, name: string) {
  const found: Record<string, unknown> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await takePicture(page, `observatory-${name}-${colorScheme}`)
    found[colorScheme] = await listViolations(page)
  }
  for (const width of [360, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    found[`${width} pixels`] = await page.evaluate(OVERFLOW)
    found[`small texts at ${width}`] = await listSmallTexts(page)
    found[`violations at ${width}`] = await listViolations(page)
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

/** How a page is shown: the width of its window in CSS pixels, and its theme. */
export interface Look {
  width: number
  colorScheme: 'light' | 'dark'
}

/** Both themes of one width, for pages that look different when they open in another one. */
export const inBothThemes = (width: number): Look[] =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme }))

/**
 * Returns what axe finds wrong on an open page in windows of several widths and themes, and where it is wider than its window.
 * `name` is for pictures.
 */
export async function inspectLooks(
  page: Page,
  looks: readonly Look[],
  { name }: { name?: string } = {},
): Promise<string[]> {
  const found: string[] = []
  for (const { width, colorScheme } of looks) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (name) await takePicture(page, `${name}-${width}-${colorScheme}`, { fullPage: true })
    const violations = await listViolations(page)
    if ((await page.evaluate(OVERFLOW)) !== 0) violations.push('wider than its window')
    found.push(...violations.map((text) => `${width} px, ${colorScheme}: ${text}`))
  }
  return found
}

/**
 * The looks of a page's state, which has less than the page: between a desk and a wider screen nothing differs but a line in
 * the header.
 */
export const STATE_LOOKS: readonly Look[] = [
  { width: 360, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
]
