import { formatInstant, startOfLocalDay } from '@pauta/platform/time/time'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AGENCY_NAMES, generatedCorpus, generatedFilter } from '../kit/oracles/corpora.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { dayOf, makeOracle, select, type OracleArticle, type OracleFilter } from '../kit/oracles/oracle.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables } from '../kit/rows/tables.ts'

const RUNS = byForm({ short: 5, long: 100 })
const SEED = seedByForm(20_260_601)
const NOW = new Date()
const RANGES = [1, 3, 7, 30, 366]
const WIDGET_PAGE = { page: 2, limit: 5 }
const SEARCH_PAGE = 20

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const NUMBERS = `query ($days: Int!, $limit: Int!, $widget: WidgetConfigInput!) {
  themes { code label }
  agencies { code label isRepublisher }
  popularTags(limit: $limit) { label count }
  level1: themeArticleCounts(days: $days) { code label count }
  level2: themeArticleCounts(days: $days, level: 2) { code label count }
  level3: themeArticleCounts(days: $days, level: 3) { code label count }
  topThemes(range: { days: $days }, limit: $limit) { label count }
  topAgencies(range: { days: $days }, limit: $limit) { name count }
  analyticsKpis(range: { days: $days }) { total activeThemes activeAgencies dailyAverage }
  articlesTimeline(range: { days: $days }) { date count }
  widgetConfig { agencies themes }
  widgetArticles(config: $widget, page: 2) { pagination { page limit total hasMore } }
}`

const LISTS = `query ($filter: ArticleFilter) {
  articles(filter: $filter, limit: 250) { found articles { publishedAt } }
  search(query: "*", filter: $filter) { found articles { publishedAt } }
}`

interface Question {
  days: number
  limit: number
  widget: { agencies: string[]; themes: string[] }
}

function expectedNumbers(articles: OracleArticle[], { days, limit, widget }: Question, now: Date) {
  const oracle = makeOracle(articles, now, AGENCY_NAMES)
  return {
    themes: oracle.themes(),
    agencies: oracle.agencies(),
    popularTags: oracle.popularTags(limit),
    level1: oracle.themeArticleCounts(days, 1),
    level2: oracle.themeArticleCounts(days, 2),
    level3: oracle.themeArticleCounts(days, 3),
    topThemes: oracle.topThemes(days, limit),
    topAgencies: oracle.topAgencies(days, limit),
    analyticsKpis: oracle.analyticsKpis(days),
    articlesTimeline: oracle.articlesTimeline(days),
    widgetConfig: oracle.widgetConfig(),
    widgetArticles: { pagination: oracle.widgetPagination(widget, WIDGET_PAGE.page, WIDGET_PAGE.limit) },
  }
}

function expectedLists(articles: OracleArticle[], filter: OracleFilter) {
  const instants = select(articles, filter).map((article) => ({
    publishedAt: formatInstant(article.publishedAt),
  }))
  return {
    articles: { found: instants.length, articles: instants },
    search: { found: instants.length, articles: instants.slice(0, SEARCH_PAGE) },
  }
}

const question = fc.record({
  days: fc.constantFrom(...RANGES),
  limit: fc.integer({ min: 1, max: 6 }),
  widget: fc.record({
    agencies: fc.subarray(Object.keys(AGENCY_NAMES)),
    themes: fc.subarray(['01', '02.01', '03.02.01']),
  }),
})
const filter = generatedFilter((back) => dayOf(startOfLocalDay(NOW, -back)))

it('every number equals that of a plain count over the articles', async () => {
  let largest = 0
  let matching = 0
  await fc.assert(
    fc.asyncProperty(
      generatedCorpus(NOW),
      question,
      fc.array(filter, { minLength: 4, maxLength: 4 }),
      async ({ incoming, features, articles }, asked, filters) => {
        largest = Math.max(largest, articles.length)
        await clearTables(stack.db, ['articles', 'indexSyncs'])
        await stack.publish(incoming, features)
        const { widget, ...rest } = asked
        const before = new Date()
        const numbers = await stack.query(NUMBERS, {
          ...rest,
          widget: { ...widget, articlesPerPage: WIDGET_PAGE.limit },
        })
        // The service's own "now" is between the two. They differ when a day begins or an article's second passes.
        expect([before, new Date()].map((now) => expectedNumbers(articles, asked, now))).toContainEqual(
          numbers,
        )
        for (const filter of [{}, ...filters]) {
          if (select(articles, filter).length > 0) matching++
          expect({ filter, ...(await stack.query(LISTS, { filter })) }).toEqual({
            filter,
            ...expectedLists(articles, filter),
          })
        }
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  // Runs with few articles, or filters without matches, would prove little.
  expect(largest).toBeGreaterThan(40)
  expect(matching).toBeGreaterThan(2 * RUNS)
})
