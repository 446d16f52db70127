// What a reader of the observatory waits for, in Chromium with an empty cache: size, first paint, shifts, long tasks.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { openObservatory } from '@pauta/local/observatory'
import { startStack } from '@pauta/local/stack'
import { loadConfig } from '@pauta/platform/config/config'
import { loadSampleData } from '@pauta/sample-data/load'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../kit/client/browser.ts'
import { median, type Figure } from './measure.ts'
import { openRealStores } from './scale/real-stores.ts'

const RUNS = 5
const SCRIPT_KB_MAX = 150
const SHIFT_MAX = 0.05
const TASK_MS_MAX = 200
const SHOWN_MS_MAX = 2000
const FIRST_PAINT_MS_MAX = 1000
/** Time after the last request in which a late shift or task would show. */
const SETTLE_MS = 500
const KB = 1000

/** Notes in the page, from its start, what happens to it. `shown` is the time at which the first chart is drawn. */
const WATCH = `
  globalThis.watched = { shift: 0, longestTask: 0, shown: undefined }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) watched.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) watched.longestTask = Math.max(watched.longestTask, duration)
  }).observe({ type: 'longtask', buffered: true })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('.kpis') || !document.querySelector('.plot svg')) return
    watched.shown = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`

interface Load {
  /** Script of the page with gzip, in KB of 1,000 bytes. */
  scriptKb: number
  firstPaintMs: number
  shift: number
  longestTaskMs: number
  shownMs: number | undefined
}

/** Opens a page with an empty cache, and lets `use` act on it before the values are read. */
async function load(
  browser: Browser,
  url: string,
  use: (page: Page) => Promise<void> = async () => undefined,
): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.locator('main:not(:has(.skeleton)) h1').waitFor()
  await use(page)
  await page.waitForTimeout(SETTLE_MS)
  const watched = (await page.evaluate(`({
    ...watched,
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  })`)) as { shift: number; longestTask: number; shown?: number; firstPaint: number }
  const bodies = await Promise.all(scripts)
  await context.close()
  return {
    scriptKb: bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / KB,
    firstPaintMs: watched.firstPaint,
    shift: watched.shift,
    longestTaskMs: watched.longestTask,
    shownMs: watched.shown,
  }
}

interface Row {
  figure: string
  value: number
  unit: string
  digits?: number
  comparedWith: string
  max: number
}

const toFigure = ({ figure, value, unit, digits = 0, comparedWith, max }: Row): Figure => ({
  figure: `observatory: ${figure}`,
  value: `${value.toFixed(digits)}${unit}`,
  comparedWith,
  ratio: (value / max).toFixed(2),
  target: `≤ ${max}${unit}`,
  met: value <= max,
})

/** Measures the first page several times, in turn with the other pages that draw the most. */
async function measurePages(browser: Browser, base: string, paths: readonly string[]): Promise<Figure[]> {
  // The first request of a process compiles what every later one uses.
  await load(browser, `${base}/`)
  const first: Load[] = []
  const others: Load[] = []
  for (let run = 0; run < RUNS; run++) {
    first.push(await load(browser, `${base}/`))
    for (const path of paths) others.push(await load(browser, base + path))
  }
  const year = await load(browser, `${base}/`, async (page) => {
    await page.getByLabel('1 ano').check()
    await page.waitForLoadState('networkidle')
  })
  const all = [...first, ...others, year]
  const of = (name: 'firstPaintMs' | 'shownMs' | 'scriptKb') =>
    median(first.map((one) => one[name] ?? Number.NaN))
  const longest = (name: 'firstPaintMs' | 'shownMs') =>
    `longest of ${RUNS} ${Math.max(...first.map((one) => one[name] ?? Number.NaN)).toFixed(0)} ms`
  const pages = `worst of ${all.length} loads of ${paths.length + 1} pages`
  return [
    {
      figure: 'script of the first page, gzip',
      value: of('scriptKb'),
      unit: ' KB',
      comparedWith: 'charts included',
      max: SCRIPT_KB_MAX,
    },
    {
      figure: 'first contentful paint',
      value: of('firstPaintMs'),
      unit: ' ms',
      comparedWith: longest('firstPaintMs'),
      max: FIRST_PAINT_MS_MAX,
    },
    {
      figure: 'panorama shown',
      value: of('shownMs'),
      unit: ' ms',
      comparedWith: longest('shownMs'),
      max: SHOWN_MS_MAX,
    },
    {
      figure: 'layout shift',
      value: Math.max(...all.map(({ shift }) => shift)),
      unit: '',
      digits: 3,
      comparedWith: pages,
      max: SHIFT_MAX,
    },
    {
      figure: 'longest task',
      value: Math.max(...all.map(({ longestTaskMs }) => longestTaskMs)),
      unit: ' ms',
      comparedWith: pages,
      max: TASK_MS_MAX,
    },
  ].map(toFigure)
}

/** Paths of an article and of an entity that is in many articles. */
async function choosePages(base: string): Promise<string[]> {
  const query = '{ articles(limit: 1) { articles { uniqueId } } trendingEntities(limit: 1) { entityId } }'
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const { data } = (await response.json()) as {
    data: { articles: { articles: { uniqueId: string }[] }; trendingEntities: { entityId: string }[] }
  }
  return [
    '/busca?q=saude',
    ...data.articles.articles.map(({ uniqueId }) => `/noticias/${encodeURIComponent(uniqueId)}`),
    ...data.trendingEntities.map(({ entityId }) => `/entidades/${encodeURIComponent(entityId)}`),
  ]
}

/** Returns what serves the site. Throws with the reason when it could not be built. */
async function openSite() {
  let reason = ''
  const site = await openObservatory((text) => (reason = text))
  if (!site) throw new Error(reason)
  return site
}

/** Starts what `npm start` starts, with its sample. */
async function startSample(dataDir: string) {
  return await startStack({
    port: 0,
    indexPort: 0,
    logLevel: 'silent',
    site: await openSite(),
    prepare: async () => {
      const say = (text: string) => console.error(text)
      await loadSampleData({ dataDir, empty: false, now: new Date(), say, describePerson })
    },
  })
}

async function measureSample(browser: Browser): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pauta-observatory-'))
  try {
    await using stack = await startSample(dataDir)
    return await measurePages(browser, stack.frontUrl, await choosePages(stack.frontUrl))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Measures over the articles that `eight-oclock` kept in a folder. */
async function measureKept(browser: Browser, folder: string): Promise<Figure[]> {
  await using stores = await openRealStores({ folder })
  const [row] = await stores.db`select count(*)::int as articles from articles`
  const { database, index } = loadConfig('database', 'index')
  await using stack = await startStack({
    port: 0,
    indexPort: 0,
    logLevel: 'silent',
    site: await openSite(),
    outside: { database, index },
  })
  const figures = await measurePages(browser, stack.frontUrl, await choosePages(stack.frontUrl))
  return figures.map((one) => ({ ...one, figure: `${one.figure}, ${row?.['articles']} articles` }))
}

/**
 * Measures the observatory over the sample of `npm start`, over the articles in the folder `keep`, or at the address of a
 * running stack. The loads have an empty cache.
 */
export async function measureObservatory({
  url,
  keep,
}: {
  url: string | undefined
  keep: string | undefined
}): Promise<Figure[]> {
  const browser = await launchBrowser()
  try {
    if (url !== undefined) return await measurePages(browser, url, await choosePages(url))
    return keep === undefined ? await measureSample(browser) : await measureKept(browser, resolve(keep))
  } finally {
    await browser.close()
  }
}
