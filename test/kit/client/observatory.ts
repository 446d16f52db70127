import { upsertArticles, UPSERT_MAX_ARTICLES } from '@pauta/core/ingest/writes'
import { loadConfig } from '@pauta/platform/config/config'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { seedRegistry } from '@pauta/core/entities/registry'
import type { SiteMaker } from '@pauta/server/gateway/http-front'
import { openObservatory } from '@pauta/local/observatory'
import { listSeedPeople } from '@pauta/sample-data/texts/cast'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { toIncomingSeed } from '@pauta/sample-data/load'
import { loadSamplePeople } from '@pauta/sample-data/people/load-people'
import { describePerson } from '@pauta/sample-data/people/sample-users'
import type { SeedArticle } from '@pauta/sample-data/articles/seed-article'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { eventually } from '../runner/eventually.ts'
import { anArticle } from '../rows/factories.ts'
import type { OracleArticle } from '../oracles/oracle.ts'
import { startRun } from '../workers/runs.ts'
import type { TestStack } from '../stack/stack.ts'

const SEED = 11

/** Builds the site when its files changed. Returns the option `site` of a stack. Throws when the build fails. */
export async function openTestSite(): Promise<SiteMaker> {
  let reason = ''
  const site = await openObservatory((text) => (reason = text))
  if (!site) throw new Error(reason)
  return site
}

export interface SmallSample {
  /** Number of articles, and the days before `now` over which they are spread. */
  count: number
  days: number
  now: Date
}

/**
 * Fills a stack with the content of `npm start`, in a smaller number: articles with features, entities with their
 * ranking, people, clippings, listings and releases. Returns the articles.
 */
export async function loadSmallSample(
  stack: TestStack,
  { count, days, now }: SmallSample,
): Promise<SeedArticle[]> {
  const articles = [...generateArticles({ seed: SEED, now, count, days })]
  await seedRegistry(stack.db, listSeedPeople())
  const incoming = articles.map((article) => toIncomingSeed(article, now))
  for (let start = 0; start < incoming.length; start += UPSERT_MAX_ARTICLES)
    await upsertArticles(stack.db, incoming.slice(start, start + UPSERT_MAX_ARTICLES), { arePast: true })
  await stack.publish(
    [],
    articles.flatMap(({ uniqueId, features }) => (features ? [{ uniqueId, features }] : [])),
  )
  await rebuildEntityStore(stack.db)
  await loadSamplePeople({
    db: stack.db,
    index: stack.index,
    issuer: loadConfig('userIdentity').userIdentity.issuer,
    describePerson,
    now,
  })
  const ranking = await startRun(stack, 'rank-entities')
  await eventually(async () => {
    const run = await ranking.find()
    if (run?.status !== 'succeeded') throw new Error(`rank-entities: ${run?.status}`)
  })
  return articles
}

/** Publishes an article and its edit, in a title and a text that are long enough to wrap. */
export async function publishEdits(stack: TestStack, uniqueId: string): Promise<void> {
  const filling = 'O ministério apresentou o balanço do programa, que alcançou todos os municípios. '.repeat(
    8,
  )
  for (const [minute, cases] of [
    [0, '1.200'],
    [1, '1.500'],
  ] as const)
    await stack.publish([
      anArticle({
        uniqueId,
        agencyKey: 'saude',
        title: `Casos de dengue chegam a ${cases}`,
        subtitle: 'Boletim da semana',
        content: `${filling}\n\nForam **${cases}** casos em Belém.\n\n${filling}`,
        publishedAt: new Date().toISOString(),
        extractedAt: new Date(Date.now() - (10 - minute) * 60_000).toISOString(),
      }),
    ])
}

/** The articles of a sample as the oracle takes them. */
export const toOracle = (articles: readonly SeedArticle[]): OracleArticle[] =>
  articles.map((article, position) => ({
    uniqueId: article.uniqueId,
    agency: article.agencyKey,
    publishedAt: article.publishedAt,
    text: position,
    themes: [article.themeL1Code, article.themeL2Code, article.themeL3Code]
      .filter((code) => code !== null)
      .map((code) => ({ code, label: code })),
    tags: article.tags,
    sentiment: null,
    entities: [],
  }))

/** A page of the observatory, and what its browser reported. */
export interface Visit extends AsyncDisposable {
  page: Page
  /** Opens a path of the site and waits until its heading is shown and nothing loads. */
  open(path: string): Promise<void>
  /** Errors and warnings of the console, and errors that no code caught. */
  problems: string[]
  /** Addresses of requests to hosts that are neither the site nor an issuer of logins. */
  elsewhere: string[]
}

/** Opens a page of a browser for the site of a stack. */
export async function visitSite(
  browser: Browser,
  { stack }: TestStack,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'pt-BR', ...options })
  const page = await context.newPage()
  const own = new Set(
    [stack.frontUrl, stack.userIssuer, stack.serviceIssuer].map((address) => new URL(address).host),
  )
  const problems: string[] = []
  const elsewhere: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    const { host, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && !own.has(host)) elsewhere.push(request.url())
  })
  return {
    page,
    problems,
    elsewhere,
    async open(path) {
      await page.goto(stack.frontUrl + path, { waitUntil: 'networkidle' })
      await page.locator('main:not(:has(.skeleton)) h1').waitFor()
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * Logs a person in from the page that is open, by the login page of the emulated issuer. Waits for the page that follows,
 * by default the same one.
 */
export async function logInOnPage(
  { page }: Visit,
  name: string,
  nextPath = new URL(page.url()).pathname,
): Promise<void> {
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByLabel('Outro nome').fill(name)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((url) => url.pathname === nextPath)
  await page.locator('main:not(:has(.skeleton)) h1').waitFor()
}
