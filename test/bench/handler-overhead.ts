// Measures what the GraphQL handler adds to the index call of an operation.
import { loadConfig } from '@pauta/platform/config/config'
import { startStack } from '@pauta/local/stack'
import { measureCountOverhead } from './count-overhead.ts'
import { timePair, type Figure } from './measure.ts'
import { fillStack } from './fill-stack.ts'
import { describeOverhead } from './overhead-figure.ts'
import { assertAnswered, restEvent } from './rest-request.ts'

const ARTICLES = 3000
const RUNS = 300
/** As a stage keeps names of agencies and themes by default; a stack of tests reads them for each answer. */
const CATALOGUE_SECONDS = 30

const DAY_SECONDS = 86_400
const FIELDS = 'unique_id,title,url,summary,agency,agency_name,published_at'
const ARTICLE = '{ uniqueId title url summary agency agencyName publishedAt }'

interface Case {
  name: string
  query: string
  /** The searches of one request to the index. */
  searches: Record<string, unknown>[]
}

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
]

/** Measures the p50 of each operation through the whole handler, beside the bare index call. */
export async function measureHandlerOverhead(): Promise<Figure[]> {
  await using stack = await startStack({
    port: 0,
    indexPort: 0,
    logLevel: 'silent',
    schedules: false,
    catalogueSeconds: CATALOGUE_SECONDS,
  })
  await fillStack(ARTICLES)
  const { handler } = await import('@pauta/functions/graphql/handler')
  const { index } = loadConfig('index')
  const figures: Figure[] = []
  for (const { name, query, searches } of CASES) {
    const collection = index.collection
    const body = JSON.stringify({ searches: searches.map((search) => ({ collection, ...search })) })
    const ask = () => handler(restEvent(stack.graphqlUrl, { query }), {} as never)
    assertAnswered(await ask())
    const times = await timePair({
      ours: ask,
      other: async () => {
        const headers = { 'X-TYPESENSE-API-KEY': index.key, 'content-type': 'application/json' }
        await (await fetch(`${index.url}/multi_search`, { method: 'POST', headers, body })).json()
      },
      runs: RUNS,
    })
    figures.push(describeOverhead({ name, otherName: 'bare index call', times }))
  }
  return [...figures, ...(await measureCountOverhead({ handler, url: stack.graphqlUrl, runs: RUNS }))]
}
