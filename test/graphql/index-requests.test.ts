import { measureRecorte } from '@pauta/agent/tools/measure'
import { topFacets } from '@pauta/agent/tools/top-facets'
import { captureRecortes } from '@pauta/clippings/recortes/capture'
import { expectArticlesPerDay } from '@pauta/clippings/recortes/expected-articles'
import { listReleaseArticles } from '@pauta/clippings/releases/release-articles'
import type { IndexSearch } from '@pauta/core/search-index/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATIONS } from '../kit/relays/store-reads.ts'
import { recordSearches, type SearchRecorder } from '../kit/relays/search-recorder.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

let stack: SharedStack
let recorder: SearchRecorder
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(Array.from({ length: 4 }, (_, i) => anArticle({ publishedAt: ago({ days: i }) })))
  recorder = await recordSearches(stack.gates)
})
afterAll(() => recorder[Symbol.asyncDispose]())

const COMPARISON = /([a-z_0-9]+):(?:[<>]|\[-?\d+\.\.)/g
const filtersOf = (searches: readonly IndexSearch[]) =>
  searches.flatMap(({ filter_by: filter }) => (typeof filter === 'string' ? [filter] : []))

/** The number of comparisons of each numeric field in a filter. */
function countComparisons(filter: string): Map<string, number> {
  const counts = new Map<string, number>()
  // Values of text are in backticks.
  for (const [, field = ''] of filter.replace(/`[^`]*`/g, '``').matchAll(COMPARISON))
    counts.set(field, (counts.get(field) ?? 0) + 1)
  return counts
}

const DATES = 'startDate: "2020-01-01", endDate: "2049-12-31"'
const DOCUMENTS = [
  `{ articles(filter: { ${DATES}, keywords: ["vacina"], agencies: ["mec"] }) { found } }`,
  `{ articles(filter: { ${DATES}, dedup: true }) { found } }`,
  `{ search(query: "vacina", filter: { ${DATES} }) { found } }`,
  `{ search(query: "vacina", semantic: true, filter: { ${DATES} }) { found } }`,
  `{ search(query: "*", filter: { ${DATES} }) { found } }`,
  `{ recorteEstimate(recorte: { themes: ["01"], keywords: ["vacina"] }) { warning } }`,
  `{ trendingThemes(windowDays: 3, baselineDays: 30, agencyKey: "mec", growthThreshold: 0, minArticles: 1) { themeCode } }`,
]
const PATHS = [
  '/feeds/articles.rss?startDate=2020-01-01&endDate=2049-12-31',
  '/export/articles.csv?startDate=2020-01-01&endDate=2049-12-31',
]
const RECORTE = { themes: ['01'], agencies: ['mec'], keywords: ['vacina'], excludeKeywords: ['gripe'] }

/** Calls everything that builds a filter with dates, beside what the API asks. */
async function callBuilders(): Promise<void> {
  const { index } = stack
  const now = new Date()
  const window = { from: new Date(now.getTime() - 86_400_000), to: now }
  const both = { published: window, available: window, articlesPerRecorte: 10 }
  await captureRecortes(index, [RECORTE, { ...RECORTE, keywords: [] }], both)
  await expectArticlesPerDay(index, RECORTE, now)
  await measureRecorte(index, RECORTE, now)
  const recortes = [{ id: 'r', title: 'R', ...RECORTE }]
  await listReleaseArticles(index, { articleIds: null, recortes, refTime: now, sinceHours: 24 }, [])
  const readCatalogue = async () => ({ themes: [], agencies: [] })
  await topFacets.run({ filters: { themes: ['01'], agencies: [] } }, { index, readCatalogue, now } as never)
}

describe('requests to the index', () => {
  it('compare each field at most once in a filter, whoever asks', async () => {
    const readable = Object.values(OPERATIONS).flat()
    for (const { document, asReader } of readable) if (!asReader) await stack.ask(document)
    for (const document of DOCUMENTS) await stack.query(document)
    for (const path of PATHS) expect((await stack.fetch(path)).status).toBe(200)
    const [article] = (await stack.query('{ articles(limit: 1) { articles { uniqueId publishedAt } } }'))
      .articles.articles
    const cursor = `${Date.parse(article.publishedAt) / 1000}-${article.uniqueId}`
    const rest = await stack.fetch(
      `/export/articles.csv?startDate=2020-01-01&endDate=2049-12-31&cursor=${cursor}`,
    )
    expect((await rest.text()).trim().split('\n')).toHaveLength(4)
    await callBuilders()
    const filters = filtersOf(recorder.take())
    const compared = filters.map((filter) => ({ filter, counts: countComparisons(filter) }))
    expect(compared.filter(({ counts }) => [...counts.values()].some((count) => count > 1))).toEqual([])
    // Filters without dates prove nothing.
    expect(filters.filter((filter) => filter.includes('..')).length).toBeGreaterThan(10)
  })

  it('ask for the articles of a release by one range of the instants at which they became searchable', async () => {
    recorder.take()
    const available = { from: new Date('2026-06-01T11:00:00Z'), to: new Date('2026-06-02T11:00:00Z') }
    await captureRecortes(stack.index, [{ themes: [], agencies: ['mec'], keywords: [] }], {
      available,
      articlesPerRecorte: 10,
    })
    expect(filtersOf(recorder.take())).toEqual([
      '(agency:=[`mec`]) && (available_at:[1780311600..1780397999])',
    ])
  })

  it('ask for the newest articles of two days where these fill the page, with and without copies', async () => {
    await stack.publish(Array.from({ length: 30 }, (_, i) => anArticle({ publishedAt: ago({ hours: i }) })))
    await stack.publish([anArticle({ publishedAt: ago({ days: 90 }) })])
    const first = '{ articles(limit: 20) { found articles { title } } }'
    const merged = '{ articles(limit: 20, filter: { dedup: true }) { found articles { title } } }'
    const found = []
    for (const document of [first, merged, first, merged]) {
      recorder.take()
      found.push((await stack.query(document)).articles.found)
    }
    expect(found).toEqual([35, 35, 35, 35])
    // Feeds show one article of each story, and their process counts the stories once a minute.
    await stack.fetch('/feeds/articles.rss?limit=20')
    recorder.take()
    for (const document of [first, merged]) await stack.query(document)
    await stack.fetch('/feeds/articles.rss?limit=19')
    const searches = recorder.take()
    const twoDays = expect.stringMatching(/^published_at:>=\d+$/) as string
    expect(searches.map(({ q, filter_by, sort_by }) => ({ q, filter_by, sort_by }))).toEqual(
      Array.from({ length: 3 }, () => ({ q: '*', filter_by: twoDays, sort_by: 'published_at:desc' })),
    )
    for (const bound of filtersOf(searches)) {
      const seconds = Number(bound.slice('published_at:>='.length))
      expect(Math.abs(Date.now() / 1000 - seconds - 2 * 86_400)).toBeLessThan(600)
    }
  })
})
