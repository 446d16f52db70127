import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { captureRecortes } from '@pauta/clippings/recortes/capture'
import { listDocumentRows } from '@pauta/core/articles/queries'
import { openEmbeddingModel } from '@pauta/core/embeddings/open-embedding-model'
import { mergeFeatures } from '@pauta/core/features/features'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { confirmRows, prepareRows, writeRows } from '@pauta/core/search-index/index-rows'
import { memoizeLiveModel } from '@pauta/core/search-index/live-model'
import { sweepPipeline } from '@pauta/functions/jobs/sweep/handler'
import { sweep } from '@pauta/functions/jobs/sweep/job'
import { openRunStore } from '@pauta/scraper/store/ports'
import { loadConfig } from '@pauta/platform/config/config'
import type { DbPool } from '@pauta/platform/database/database'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { DAY_MS, localDay } from '@pauta/platform/time/time'
import { generateArticles } from '@pauta/sample-data/articles/generate-articles'
import { toIncomingSeed } from '@pauta/sample-data/load'
import { planPage } from '@pauta/scraper/crawl/plan-page'
import { usualWindow } from '@pauta/scraper/runs/run-window'
import { parseColumns } from '@pauta/syndication/exports/columns'
import { startExport } from '@pauta/syndication/exports/run-export'
import { readQuery } from '@pauta/syndication/selection/url-grammar'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { Kind, parse, print } from 'graphql'
import { restEvent, toolEvent } from '../rest-request.ts'
import { NO_VECTORS } from './grown-articles.ts'
import { endChild, forkReady } from './child.ts'
import type { RealStores } from './real-stores.ts'

/** Work whose time is measured at each size. */
export interface GrowthCase {
  name: string
  runs: number
  run: (turn: number) => Promise<unknown>
  /** Returns the processor time of processes that the last run started and ended, in milliseconds. */
  endedMs?: () => number
}

const OBSERVATORY = join(import.meta.dirname, '../../../packages/observatory/src/pages')
const CARD = 'uniqueId title summary url agency agencyName publishedAt'
const DAYS = 30
const INGESTED = 50
/** No generated article has an id that begins so. */
const INGESTED_PREFIX = 'x-ingested-'
const EXPORT_PAGE_ROWS = 1000
const LISTED = 30
const LISTED_AGENCY = 'mec'
const SWEEP_LIMIT_MS = 240_000
/** Of one, two and three words, frequent and rare ones, one misspelt. */
const QUERIES = [
  'saúde',
  'vacinação escolas',
  'educação básica',
  'porto de Santos',
  'reforma tributária',
  'ministério da saúde campanha',
  'agricultura familiar',
  'vacinassão',
  'edital universidade federal bolsas',
  'amazônia desmatamento',
]

/** Reads a query of the observatory by its name. */
async function readOperation(file: string, name: string): Promise<string> {
  const { definitions } = parse(await readFile(join(OBSERVATORY, file), 'utf8'))
  const found = definitions.find(
    (definition) => definition.kind === Kind.OPERATION_DEFINITION && definition.name?.value === name,
  )
  if (!found) throw new Error(`${file} has no query ${name}`)
  return print(found)
}

function getEvent(path: string): APIGatewayProxyEvent {
  return { ...restEvent(`http://127.0.0.1${path}`, {}), httpMethod: 'GET', body: null }
}

async function listRequests(now: Date): Promise<GrowthCase[]> {
  const { handler } = await import('@pauta/functions/graphql/handler')
  const feeds = await import('@pauta/functions/http/feeds/handler')
  const mcp = await import('@pauta/functions/mcp/handler')
  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const answer = await handler(restEvent('http://127.0.0.1/graphql', { query, variables }), {} as never)
    if (answer.statusCode !== 200 || answer.body.includes('"errors"'))
      throw new Error(answer.body.slice(0, 500))
  }
  const panorama = await readOperation('panorama/panorama.graphql', 'Panorama')
  const from = localDay(new Date(now.getTime() - DAYS * DAY_MS))
  const analytics = `query ($from: String!, $to: String!) {
    agencyAnalytics(agencies: ["mec", "saude", "fazenda"], dateFrom: $from, dateTo: $to) { agencyName articleCount topThemes { label } }
    trendingThemes(limit: 8) { themeLabel growthScore }
    trendingEntities(limit: 10) { canonicalName }
  }`
  return [
    {
      name: 'search',
      runs: 60,
      run: (turn) =>
        ask(`query ($q: String!) { search(query: $q, limit: 20) { found articles { ${CARD} } } }`, {
          q: QUERIES[turn % QUERIES.length],
        }),
    },
    {
      name: 'articles, newest 20',
      runs: 40,
      run: () => ask(`{ articles(limit: 20) { articles { ${CARD} } } }`),
    },
    { name: `analytics of ${DAYS} days`, runs: 30, run: () => ask(analytics, { from, to: localDay(now) }) },
    { name: `panorama of the observatory, ${DAYS} days`, runs: 30, run: () => ask(panorama, { days: DAYS }) },
    {
      name: 'MCP, search_articles',
      runs: 40,
      async run(turn) {
        const answer = await mcp.handler(
          toolEvent('search_articles', { q: QUERIES[turn % QUERIES.length] }),
          {} as never,
        )
        if (answer.statusCode !== 200 || !answer.body.includes('structuredContent'))
          throw new Error(answer.body.slice(0, 500))
      },
    },
    {
      name: 'feed, newest 50 as RSS',
      runs: 30,
      async run() {
        const answer = await feeds.handler(getEvent('/feeds/articles.rss'), {} as never)
        if (answer.statusCode !== 200) throw new Error(answer.body)
      },
    },
  ]
}

function openExport(stores: RealStores) {
  const sources = {
    index: stores.index,
    liveModel: memoizeLiveModel(stores.index),
    embedding: openEmbeddingModel({ kind: 'hashing' } as never),
    logger: createLogger({ level: 'silent', fields: {} }),
    warnings: [],
  }
  const { selection } = readQuery([])
  const request = {
    selection,
    format: 'jsonl' as const,
    columns: parseColumns(undefined),
    cursor: { kind: 'rows' as const, rows: 0 },
  }
  return async (maxRows: number) => {
    const { pieces } = await startExport(sources, request, { maxRows, maxBytes: Infinity })
    for (;;) {
      const piece = await pieces.next()
      if (piece.done) return piece.value.rows
    }
  }
}

/** Writes the whole corpus as JSON lines. Returns the number of rows. */
export const exportWhole = (stores: RealStores): Promise<number> => openExport(stores)(Infinity)

async function ingest({ db, index }: RealStores, now: Date, turn: number): Promise<void> {
  const articles = [
    ...generateArticles({
      seed: 1000 + turn,
      now: new Date(now.getTime() + turn + 1),
      count: INGESTED,
      days: 1,
    }),
  ]
  await upsertArticles(
    db,
    articles.map((article) =>
      toIncomingSeed({ ...article, uniqueId: `${INGESTED_PREFIX}${turn}-${article.uniqueId}` }, now),
    ),
  )
  const ids = articles.map(({ uniqueId }) => `${INGESTED_PREFIX}${turn}-${uniqueId}`)
  await mergeFeatures(
    db,
    articles.flatMap(({ features }, at) => (features ? [{ uniqueId: ids[at] ?? '', features }] : [])),
  )
  const prepared = await prepareRows(await listDocumentRows(db, ids, NO_VECTORS.name), { db, now })
  await confirmRows(prepared, await writeRows(prepared, { index }), db)
}

/** Removes what the ingestion cases wrote, so that sizes stay as they are. */
export async function removeIngested({ db, index }: RealStores): Promise<void> {
  const rows = await db<{ uniqueId: string }[]>`
    delete from articles where starts_with(unique_id, ${INGESTED_PREFIX}) returning unique_id`
  const ids = rows.map(({ uniqueId }) => uniqueId)
  for (let start = 0; start < ids.length; start += INGESTED)
    await index.remove(ids.slice(start, start + INGESTED))
}

/** Plans the first listing page of a usual run: half of its articles are known, and these are the agency's newest. */
async function planListing(db: DbPool, now: Date): Promise<void> {
  const store = openRunStore(db, {
    send: () => Promise.resolve(),
    keepPage: () => Promise.resolve(null),
    keepRaw: () => Promise.resolve(true),
    now: () => now,
    onFound: () => undefined,
  })
  const window = usualWindow(now)
  const known = await store.findKnown(LISTED_AGENCY, window)
  const stamp = { iso: now.toISOString(), precision: 'second' as const }
  const toItem = (url: string) => ({ url, title: url, stamp, category: null, tags: [] })
  const news = Array.from({ length: LISTED / 2 }, (_, n) => `https://www.gov.br/${LISTED_AGENCY}/nova-${n}`)
  const items = [...news, ...[...known.keys()].slice(0, LISTED / 2)].map(toItem)
  const listing = { items, found: items.length, nextUrl: null, structure: 'article' }
  const plan = planPage(listing, { window, whyNot: (url) => (known.has(url) ? 'stored' : null) })
  if (plan.collect.length !== news.length) throw new Error(`${plan.collect.length} items are to be read`)
  await store.recordListed?.(LISTED_AGENCY, items)
}

function listWork(stores: RealStores, now: Date): GrowthCase[] {
  const day = { from: new Date(now.getTime() - DAY_MS), to: now }
  const recortes = [
    { themes: [], agencies: ['saude', 'mec'], keywords: [] },
    { themes: ['01'], agencies: [], keywords: [] },
    { themes: [], agencies: [], keywords: ['saúde', 'educação', 'governo federal'] },
  ]
  const config = loadConfig('settings', ...sweep.config)
  const logger = createLogger({ level: 'silent', fields: {} })
  const exportRows = openExport(stores)
  return [
    {
      name: 'capture of a day by three recortes',
      runs: 40,
      run: () => captureRecortes(stores.index, recortes, { available: day, articlesPerRecorte: 50_000 }),
    },
    {
      name: 'sweep without overdue work',
      runs: 10,
      run: () =>
        sweepPipeline({
          db: stores.db,
          config,
          parameters: {},
          now: new Date(),
          signal: AbortSignal.timeout(SWEEP_LIMIT_MS),
          logger,
        } as never),
    },
    { name: `export, ${EXPORT_PAGE_ROWS} rows`, runs: 15, run: () => exportRows(EXPORT_PAGE_ROWS) },
    { name: `ingestion of ${INGESTED} articles`, runs: 10, run: (turn) => ingest(stores, now, turn) },
    { name: `scraper, a listing page of ${LISTED} items`, runs: 30, run: () => planListing(stores.db, now) },
    startFunction(stores),
  ]
}

function startFunction(stores: RealStores): GrowthCase {
  let endedMs = 0
  return {
    name: 'start of the GraphQL function to its first answer',
    runs: 5,
    async run() {
      const environment = { ...stores.environment, NODE_ENV: 'production' }
      const { child, message } = await forkReady('first-answer-process.ts', [], environment)
      endedMs = (message as { busyMs: number }).busyMs
      await endChild(child)
    },
    endedMs: () => endedMs,
  }
}

/** What a request, a worker or a job does that must cost the same at every size. */
export async function listGrowthCases(stores: RealStores, now: Date): Promise<GrowthCase[]> {
  return [...(await listRequests(now)), ...listWork(stores, now)]
}
