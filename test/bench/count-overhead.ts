// Measures what the GraphQL handler adds to the index requests of `articleCounts`, by each dimension.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { countArticlesBy, type CountRequest } from '@pauta/core/analytics/article-counts'
import { COUNT_DIMENSION_NAMES, type CountDimension } from '@pauta/core/analytics/count-dimensions'
import { memoizeEntityNames } from '@pauta/core/entities/kept-names'
import { connectSearchIndex, type IndexSearch } from '@pauta/core/search-index/client'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type Db } from '@pauta/platform/database/database'
import { DAY_MS, MINUTE_MS } from '@pauta/platform/time/time'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { timePair, WARM_UP_RUNS, type Figure } from './measure.ts'
import { describeOverhead } from './overhead-figure.ts'
import { assertAnswered, restEvent } from './rest-request.ts'

const DOCUMENT = `query ($query: String!, $filter: ArticleFilter!, $by: CountDimension!) {
  articleCounts(query: $query, filter: $filter, by: $by) { found total items { key label count share } } }`
/** As many items as a reader gets who names no number. */
const ITEMS = 50
const WORDS = ['vacinação', 'escolas', 'rodovias', 'crédito', 'pesquisa', 'energia', 'dengue', 'cultura']
/** The first period begins this long ago; the sample has news of 120 days. */
const LONGEST_MS = 119 * DAY_MS

type Handler = (event: APIGatewayProxyEvent, context: never) => Promise<APIGatewayProxyResult>
type Question = Omit<CountRequest, 'filter' | 'query'> & { query: string; filter: { startDate: string } }

/** Returns the question of a run. Its period is that of no other run, so that no answer can be remembered. */
function questionOf(run: number, by: CountDimension, now: number): Question {
  const startDate = new Date(now - LONGEST_MS + run * MINUTE_MS).toISOString()
  return { query: WORDS[run % WORDS.length] ?? '', filter: { startDate }, by, limit: ITEMS }
}

/** Answers a question without the handler. Returns the searches of each request to the index. */
async function recordSearches(
  question: Question,
  { db, index }: { db: Db; index: ReturnType<typeof connectSearchIndex> },
): Promise<IndexSearch[][]> {
  const sent: IndexSearch[][] = []
  const searchAll: typeof index.searchAll = (searches, options) => {
    sent.push([...searches])
    return index.searchAll(searches, options)
  }
  const findVocabulary = async () => undefined
  const findEntityNames = memoizeEntityNames(db, 0)
  await countArticlesBy({ findEntityNames, findVocabulary, index: { ...index, searchAll } }, question)
  return sent
}

/** Answers a question by the handler. Returns the number of requests to the index. Throws for an answer with errors. */
async function countRequests(ask: () => Promise<APIGatewayProxyResult>): Promise<number> {
  let requests = 0
  const see = (message: unknown) => {
    const { request } = message as { request: ClientRequest }
    if (request.path.startsWith('/multi_search')) requests++
  }
  subscribe('http.client.request.start', see)
  try {
    assertAnswered(await ask())
  } finally {
    unsubscribe('http.client.request.start', see)
  }
  return requests
}

/**
 * Measures the p50 of `articleCounts` by each dimension through the whole handler, with variables of its own in every
 * run, beside the same searches in bare requests to the index. Throws if the handler sends other requests than these.
 */
export async function measureCountOverhead({
  handler,
  url,
  runs,
}: {
  handler: Handler
  url: string
  runs: number
}): Promise<Figure[]> {
  const { database, index: address } = loadConfig('database', 'index')
  const db = connectDatabase(database, { maxConnections: 1 })
  const stores = { db, index: connectSearchIndex(address) }
  const headers = { 'X-TYPESENSE-API-KEY': address.key, 'content-type': 'application/json' }
  const send = async (body: string) =>
    await (await fetch(`${address.url}/multi_search`, { method: 'POST', headers, body })).json()
  /** Measures one dimension, with periods that begin from another instant in each call. */
  const measure = async (by: CountDimension, times: { runs: number; now: number }): Promise<Figure> => {
    const questions = Array.from({ length: WARM_UP_RUNS + times.runs }, (_, run) =>
      questionOf(run, by, times.now),
    )
    const bodies: string[][] = []
    for (const question of questions)
      bodies.push(
        (await recordSearches(question, stores)).map((searches) =>
          JSON.stringify({
            searches: searches.map((search) => ({ collection: address.collection, ...search })),
          }),
        ),
      )
    const ask = (run: number) => {
      const { query, filter } = questions[run] ?? questionOf(run, by, times.now)
      return handler(restEvent(url, { query: DOCUMENT, variables: { query, filter, by } }), {} as never)
    }
    const requests = await countRequests(() => ask(0))
    const others = new Set([...bodies.map(({ length }) => length), requests])
    if (others.size > 1) throw new Error(`articleCounts by ${by} sent ${[...others].join(' or ')} requests`)
    const pair = await timePair({
      ours: ask,
      other: async (run) => {
        for (const body of bodies[run] ?? []) await send(body)
      },
      runs: times.runs,
    })
    const otherName = `${requests} bare request${requests === 1 ? '' : 's'} with the same searches`
    return describeOverhead({ name: `articleCounts by ${by}`, otherName, times: pair })
  }
  const now = Date.now()
  const figures: Figure[] = []
  try {
    // The dimensions share nearly all code. Otherwise the first ones would pay for its optimisation.
    for (const by of COUNT_DIMENSION_NAMES) await measure(by, { runs: WARM_UP_RUNS, now: now - DAY_MS })
    for (const by of COUNT_DIMENSION_NAMES) figures.push(await measure(by, { runs, now }))
  } finally {
    await db.end({ timeout: 5 })
  }
  return figures
}
