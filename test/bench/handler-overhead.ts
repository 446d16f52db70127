// Measures what the GraphQL handler adds to the index call of an operation.
import { loadConfig } from '@pauta/platform/config/config'
import { startStack } from '@pauta/local/stack'
import { timePair, type Figure } from './measure.ts'
import { fillStack } from './fill-stack.ts'
import { restEvent } from './rest-request.ts'

const ARTICLES = 3000
const RUNS = 300
const TARGET_RATIO = 1.25
const TARGET_MS = 0.5

const DAY_SECONDS = 86_400
const FIELDS = 'unique_id,title,url,summary,agency,agency_name,published_at'
const COUNTS = '{ found total items { key label count share } }'
const ARTICLE = '{ uniqueId title url summary agency agencyName publishedAt }'

interface Case {
  name: string
  query: string
  /** The searches of one request to the index. */
  searches: Record<string, unknown>[]
}

/** A count of all values of a field, which needs no documents. */
const counting = (field: string, values: number) => ({
  per_page: 0,
  facet_by: field,
  max_facet_values: values,
  highlight_fields: 'none',
})
const BY_WORDS = { query_by: 'title,summary,content', query_by_weights: '4,2,1' }

const CASES: Case[] = [
  {
    name: 'articles(limit: 10)',
    query: `{ articles(limit: 10) { found articles ${ARTICLE} } }`,
    searches: [{ q: '*', sort_by: 'published_at:desc', per_page: 10, include_fields: FIELDS }],
  },
  {
    name: 'search',
    query: `{ search(query: "vacinação escolas") { found articles ${ARTICLE} } }`,
    searches: [
      {
        q: 'vacinação escolas',
        ...BY_WORDS,
        sort_by: '_text_match:desc,published_at:desc',
        per_page: 20,
        include_fields: FIELDS,
        highlight_fields: 'none',
      },
    ],
  },
  {
    name: 'analyticsKpis',
    query: '{ analyticsKpis(range: { days: 30 }) { total activeThemes activeAgencies dailyAverage } }',
    searches: [
      {
        q: '*',
        filter_by: `published_at:>=${Math.floor(Date.now() / 1000) - 30 * DAY_SECONDS}`,
        per_page: 0,
        facet_by: 'theme_l1_code,agency',
        max_facet_values: 1000,
      },
    ],
  },
  {
    name: 'articleCounts by agency',
    query: `{ articleCounts(query: "vacinação", by: AGENCY) ${COUNTS} }`,
    searches: [
      { q: 'vacinação', ...BY_WORDS, ...counting('agency', 1000) },
      { q: '*', ...counting('agency', 1000) },
    ],
  },
  {
    name: 'articleCounts by day',
    query: `{ articleCounts(query: "vacinação", by: DAY) ${COUNTS} }`,
    searches: [
      { q: 'vacinação', ...BY_WORDS, ...counting('published_day', 10_000) },
      { q: '*', ...counting('published_day', 10_000) },
    ],
  },
]

/** Measures the p50 of each operation through the whole handler, beside the bare index call. */
export async function measureHandlerOverhead(): Promise<Figure[]> {
  await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent' })
  await fillStack(ARTICLES)
  const { handler } = await import('@pauta/functions/graphql/handler')
  const { index } = loadConfig('index')
  const figures: Figure[] = []
  for (const { name, query, searches } of CASES) {
    const collection = index.collection
    const body = JSON.stringify({ searches: searches.map((search) => ({ collection, ...search })) })
    const times = await timePair({
      ours: () => handler(restEvent(stack.graphqlUrl, { query }), {} as never),
      other: async () => {
        const headers = { 'X-TYPESENSE-API-KEY': index.key, 'content-type': 'application/json' }
        await (await fetch(`${index.url}/multi_search`, { method: 'POST', headers, body })).json()
      },
      runs: RUNS,
    })
    const limit = TARGET_RATIO * times.otherMs + TARGET_MS
    figures.push({
      figure: `${name} through the handler, p50`,
      value: `${times.oursMs.toFixed(2)} ms`,
      comparedWith: `bare index call ${times.otherMs.toFixed(2)} ms`,
      ratio: (times.oursMs / times.otherMs).toFixed(2),
      target: `≤ ${TARGET_RATIO} × + ${TARGET_MS} ms (${limit.toFixed(2)} ms)`,
      met: times.oursMs <= limit,
    })
  }
  return figures
}
