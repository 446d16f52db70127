import { refreshEntityStore } from '@pauta/core/entities/upkeep'
import { seedRegistry } from '@pauta/core/entities/registry'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { takeDown } from '../kit/rows/article-rows.ts'
import { AGENCY_NAMES } from '../kit/oracles/corpora.ts'
import { entityCorpus, ORACLE_REGISTRY, REGISTRY, type EntityCorpus } from '../kit/oracles/entity-corpora.ts'
import { makeEntityOracle, type Period } from '../kit/oracles/entity-oracle.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

const RUNS = byForm({ short: 3, long: 100 })
const SEED = seedByForm(20_260_602)
const NOW = new Date()

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  // Agencies stay in the catalogue without articles, so all of them get one at the start.
  await stack.write(Object.keys(AGENCY_NAMES).map((agencyKey) => anArticle({ agencyKey })))
  await tables.entities.clear(stack.db)
  await seedRegistry(stack.db, REGISTRY)
})
afterAll(() => stack.stop())

async function publish({ incoming, earlier, features, deleted }: EntityCorpus): Promise<void> {
  await clearTables(stack.db, ['articles', 'indexSyncs', 'entityEdges', 'entityCounts'])
  await stack.publish(incoming, earlier)
  await stack.publish([], features)
  await takeDown(stack.db, deleted)
  await stack.db.begin((db) => refreshEntityStore(db, deleted))
  await stack.publish([])
}

/** Rounds numbers, because the order of a sum changes their last digits. */
const round = (value: unknown): unknown => {
  if (typeof value === 'number') return Math.round(value * 1e6) / 1e6
  if (Array.isArray(value)) return value.map(round)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, round(child)]))
}

type Oracle = ReturnType<typeof makeEntityOracle>

const RANGES = [
  ['2025-12-28', '2026-01-06'],
  ['2026-01-01', '2026-01-01'],
  ['2025-11-30', '2025-12-31'],
  ['2018-02-17', '2018-02-18'],
  ['2018-11-03', '2018-11-05'],
  ['2030-01-01', '2030-01-02'],
] as const

const question = fc.record({
  agencies: fc.subarray([...Object.keys(AGENCY_NAMES), 'inexistente'], { minLength: 1 }),
  range: fc.constantFrom(...RANGES),
  period: fc.constantFrom<Period>('DAY', 'WEEK', 'MONTH'),
  entity: fc.constantFrom(...REGISTRY.map(({ id }) => id), 'Q1', 'Q6', 'Q-999'),
  depth: fc.constantFrom(-1, 0, 1, 1, 2, 2, 3),
  limit: fc.constantFrom(2, 50, 50, 500),
  prefix: fc.constantFrom(
    '',
    'm',
    'saúde',
    'SAUDE',
    'Ministério da',
    'lei 14',
    'Lei 14.133',
    'cop',
    'Q',
    'dgb_',
    'x!',
  ),
  type: fc.constantFrom(null, 'ORG', 'PER', 'LOC', 'EVENT', 'POLICY', 'LAW'),
  search: fc.constantFrom(
    'saude',
    'Ministerio da Saúde',
    'mec',
    'sao paulo',
    'bolsa',
    'licitacoes',
    'xyz',
    'cop 30',
  ),
  trend: fc.record({
    windowDays: fc.constantFrom(1, 7, 28),
    baselineDays: fc.constantFrom(1, 7, 28),
    minArticles: fc.constantFrom(0, 1, 2),
    growthThreshold: fc.constantFrom(0, 1, 1.5),
  }),
  trendAgency: fc.constantFrom(undefined, ...Object.keys(AGENCY_NAMES)),
})
type Question = typeof question extends fc.Arbitrary<infer Value> ? Value : never

const SERIES = `query ($agencies: [String!]!, $from: String!, $to: String!, $period: Granularity!, $entity: String!) {
  agencyAnalytics(agencies: $agencies, dateFrom: $from, dateTo: $to, granularity: $period) {
    period agencyKey agencyName articleCount avgSentimentScore pctPositive pctNegative avgReadabilityFlesch
    avgWordCount topThemes { label count }
  }
  within: entityCoverage(entityId: $entity, dateFrom: $from, dateTo: $to, granularity: $period) {
    period agencyKey agencyName articleCount totalMentions avgSentimentScore
  }
  always: entityCoverage(entityId: $entity, granularity: $period) {
    period agencyKey agencyName articleCount totalMentions avgSentimentScore
  }
}`

async function checkSeries(oracle: Oracle, { agencies, range: [from, to], period, entity }: Question) {
  const series = await stack.query(SERIES, { agencies, from, to, period, entity })
  expect(round(series)).toEqual(
    round({
      agencyAnalytics: oracle.agencyAnalytics(agencies, from, to, period),
      within: oracle.coverage(entity, period, from, to),
      always: oracle.coverage(entity, period),
    }),
  )
}

const TRENDS = `query ($windowDays: Int!, $baselineDays: Int!, $minArticles: Int!, $growthThreshold: Float!, $agency: String) {
  trendingThemes(windowDays: $windowDays, baselineDays: $baselineDays, minArticles: $minArticles,
    growthThreshold: $growthThreshold, agencyKey: $agency, limit: 100) {
    themeCode windowCount baselineDailyAvg growthScore topArticles { publishedAt }
  }
}`

async function checkTrends(oracle: Oracle, { trend, trendAgency }: Question) {
  const { trendingThemes } = await stack.query(TRENDS, { ...trend, agency: trendAgency })
  const instants = (themes: { topArticles: { publishedAt: string }[] }[]) =>
    themes.map((theme) => ({
      ...theme,
      topArticles: theme.topArticles.map(({ publishedAt }) => Date.parse(publishedAt)),
    }))
  expect(instants(trendingThemes)).toEqual(oracle.trendingThemes(new Date(), trend, trendAgency))
}

const GRAPH = `query ($entity: String!, $depth: Int!, $limit: Int!, $from: String!, $to: String!) {
  relatedEntities(id: $entity, limit: $limit) { canonicalId weight }
  entityNetwork(id: $entity, depth: $depth, limit: $limit) { nodes { entityId } edges { src dst weight } }
  within: entityNetwork(id: $entity, depth: $depth, limit: $limit, dateFrom: $from, dateTo: $to) {
    nodes { entityId } edges { src dst weight }
  }
  entityArticles(entityId: $entity, limit: 50) { found articles { uniqueId } }
  policyDetails(entityId: $entity) { firstMentionedDate }
}`

interface AnsweredNetwork {
  nodes: { entityId: string }[]
  edges: { src: string; dst: string; weight: number }[]
}

async function checkGraph(oracle: Oracle, { entity, depth, limit, range: [from, to] }: Question) {
  const graph = await stack.query(GRAPH, { entity, depth, limit, from, to })
  const plain = ({ nodes, edges }: AnsweredNetwork) => ({
    edges: edges.map(({ src, dst, weight }) => [[src, dst].sort().join(' '), weight]),
    nodes: nodes.map(({ entityId }) => entityId).sort(),
  })
  expect(plain(graph.entityNetwork)).toEqual(oracle.network(entity, depth, limit))
  expect(plain(graph.within)).toEqual(oracle.network(entity, depth, limit, { from, to }))
  expect(graph.relatedEntities).toEqual(oracle.related(entity).slice(0, limit))
  const articles = oracle.articles(entity)
  expect(graph.entityArticles).toEqual({
    found: articles.length,
    articles: articles.slice(0, 50).map((uniqueId) => ({ uniqueId })),
  })
  const isPolicy = ORACLE_REGISTRY.some(({ id, policy }) => id === entity && policy)
  expect(graph.policyDetails).toEqual(isPolicy ? { firstMentionedDate: oracle.firstMentioned(entity) } : null)
}

const NAMES = `query ($prefix: String!, $type: String, $kind: EntityKind, $search: String!) {
  entitySuggestions(query: $prefix, type: $type, limit: 100) { value count }
  canonical: entitySuggestions(query: $prefix, type: "canonical", limit: 100) { value entityId label count }
  entitySearch(query: $search, entityType: $kind, limit: 20) { entityId matchType confidence articleCount }
  policies(limit: 200) { entityId canonicalName articleCount }
  some: policies(domain: "social", lifecyclePhase: "ROUTINE") { entityId canonicalName articleCount }
}`

const byId = (found: { entityId: string }[]) => found.toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1))
const ranks = (found: { confidence: number; articleCount: number }[]) =>
  round(found.map(({ confidence, articleCount }) => [confidence, articleCount]))

async function checkNames(oracle: Oracle, { prefix, type, search }: Question) {
  const names = await stack.query(NAMES, { prefix, type, kind: type, search })
  const expected = oracle.search(search, type)
  expect(ranks(names.entitySearch)).toEqual(ranks(expected))
  expect(round(byId(names.entitySearch))).toEqual(round(byId(expected)))
  expect(names.entitySuggestions).toEqual(oracle.suggestions(prefix, type))
  expect(names.canonical).toEqual(oracle.canonicalSuggestions(prefix))
  expect(names.policies).toEqual(oracle.policies(null, null))
  expect(names.some).toEqual(oracle.policies('SOCIAL', 'ROUTINE'))
}

it('every number equals that of a plain count over the articles', async () => {
  let edges = 0
  let rows = 0
  let trends = 0
  await fc.assert(
    fc.asyncProperty(
      entityCorpus(NOW),
      fc.array(question, { minLength: 3, maxLength: 3 }),
      async (corpus, questions) => {
        await publish(corpus)
        const oracle = makeEntityOracle(corpus.news, ORACLE_REGISTRY, AGENCY_NAMES)
        for (const asked of questions) {
          edges += oracle.network(asked.entity, asked.depth, asked.limit).edges.length
          rows += oracle.agencyAnalytics(asked.agencies, asked.range[0], asked.range[1], asked.period).length
          trends += oracle.trendingThemes(NOW, asked.trend, asked.trendAgency).length
          await checkSeries(oracle, asked)
          await checkTrends(oracle, asked)
          await checkGraph(oracle, asked)
          await checkNames(oracle, asked)
        }
      },
    ),
    { numRuns: RUNS, seed: SEED, endOnFailure: true },
  )
  // Queries with almost no results would prove little.
  expect(edges).toBeGreaterThan(5 * RUNS)
  expect(rows).toBeGreaterThan(5 * RUNS)
  expect(trends).toBeGreaterThan(RUNS)
})
