import type { IncomingArticleInput } from '@pauta/core/articles/article'
import { seedRegistry } from '@pauta/core/entities/registry'
import { makeSchema } from '@pauta/functions/graphql/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../support/client.ts'
import { anEntity, aPolicy, mentioning, registerOnly } from '../support/entities.ts'
import { ago, anArticle } from '../support/factories.ts'
import { newPerson, type Person } from '../support/people.ts'
import { startDatabaseCounter, startIndexCounter, type ReadCounter } from '../support/read-counter.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

interface Reads {
  /** Requests to the index and statements of PostgreSQL, whatever the size of the answer. */
  index: number
  sql: number
}
interface Operation extends Reads {
  document: string
  /** Asked by a reader who has an account; everything else by a service account, which sees every other field. */
  asReader?: true
}

const ARTICLE = '{ uniqueId title content features { wordCount entities { text } } }'
const RANGE = 'range: { days: 300 }'

const themeId = (i: number) => `tema_${String(i).padStart(6, '0')}`
const THEME_IDS = JSON.stringify(Array.from({ length: 50 }, (_, i) => themeId(i)))
const AGENCIES = JSON.stringify(Array.from({ length: 50 }, (_, i) => `orgao_${i + 1}`))
const WINDOW = 'startDate: "2000-01-01", endDate: "2099-12-31"'

/** What every query may read: the documented maximum, which is also what it reads here. */
const OPERATIONS: Record<string, Operation[]> = {
  ping: [{ document: '{ ping }', index: 0, sql: 0 }],
  articles: [
    { document: `{ articles(limit: 50) { found articles { title } } }`, index: 1, sql: 0 },
    { document: `{ articles(limit: 50) { found articles ${ARTICLE} } }`, index: 1, sql: 1 },
    { document: `{ articles(limit: 50, filter: { dedup: true }) { articles { title } } }`, index: 1, sql: 0 },
  ],
  article: [{ document: `{ article(uniqueId: "eixo_000000") ${ARTICLE} }`, index: 1, sql: 1 }],
  search: [
    { document: `{ search(query: "vacina") { articles ${ARTICLE} } }`, index: 1, sql: 1 },
    { document: `{ search(query: "vacina", semantic: true) { articles ${ARTICLE} } }`, index: 1, sql: 1 },
    {
      document: `{ search(query: "vacina", semantic: true, sort: DATE) { articles ${ARTICLE} } }`,
      index: 2,
      sql: 1,
    },
  ],
  searchSuggestions: [{ document: '{ searchSuggestions(query: "vaci") { title } }', index: 1, sql: 0 }],
  relatedArticles: [
    { document: `{ relatedArticles(uniqueId: "eixo_000000", limit: 50) ${ARTICLE} }`, index: 2, sql: 2 },
    { document: `{ relatedArticles(uniqueId: "tema_000000", limit: 50) { title } }`, index: 2, sql: 1 },
  ],
  themes: [{ document: '{ themes { code label } }', index: 1, sql: 1 }],
  agencies: [{ document: '{ agencies { code label } }', index: 1, sql: 1 }],
  popularTags: [{ document: '{ popularTags(limit: 100) { label count } }', index: 1, sql: 0 }],
  themeArticleCounts: [{ document: '{ themeArticleCounts(days: 300) { code count } }', index: 1, sql: 0 }],
  analyticsKpis: [{ document: `{ analyticsKpis(${RANGE}) { total activeThemes } }`, index: 1, sql: 0 }],
  topThemes: [{ document: `{ topThemes(${RANGE}, limit: 100) { label count } }`, index: 1, sql: 0 }],
  topAgencies: [{ document: `{ topAgencies(${RANGE}, limit: 100) { name count } }`, index: 1, sql: 0 }],
  articlesTimeline: [{ document: `{ articlesTimeline(${RANGE}) { date count } }`, index: 0, sql: 1 }],
  widgetConfig: [{ document: '{ widgetConfig { agencies themes } }', index: 1, sql: 0 }],
  widgetArticles: [
    {
      document: `{ widgetArticles(config: { articlesPerPage: 50 }) { articles ${ARTICLE} pagination { total } } }`,
      index: 1,
      sql: 1,
    },
  ],
  newsById: [{ document: '{ newsById(uniqueId: "eixo_000000") { title features } }', index: 0, sql: 1 }],
  newsBatch: [
    { document: `{ newsBatch(uniqueIds: ${THEME_IDS}) { uniqueId title features } }`, index: 0, sql: 1 },
  ],
  newsForTypesense: [
    {
      document: '{ newsForTypesense(uniqueId: "eixo_000000") { title contentEmbedding } }',
      index: 0,
      sql: 1,
    },
  ],
  newsBatchForBigquery: [
    { document: `{ newsBatchForBigquery(${WINDOW}) { uniqueId features } }`, index: 0, sql: 1 },
    {
      document: `{ newsBatchForBigquery(${WINDOW}, cursor: "tema_000000") { uniqueId } }`,
      index: 0,
      sql: 2,
    },
  ],
  similarArticles: [
    {
      document: '{ similarArticles(uniqueId: "eixo_000000", limit: 50) { uniqueId similarity } }',
      index: 1,
      sql: 1,
    },
  ],
  integrityBatch: [
    { document: '{ integrityBatch(batchSize: 50) { uniqueId integrity } }', index: 0, sql: 1 },
  ],
  marketplaceListings: [
    { document: '{ marketplaceListings { total listings { id recortes { title } } } }', index: 0, sql: 1 },
    {
      document: `{ marketplaceListings { total listings {
        id hasLiked hasFollowed releases(limit: 50) { id digestPreview digestHtml } } } }`,
      index: 0,
      sql: 5,
      asReader: true,
    },
  ],
  clippings: [
    { document: '{ clippings { name recortes { title } } }', index: 0, sql: 1, asReader: true },
    {
      document: `{ clippings { isAuthor extraEmails mySubscription { role } releases(limit: 50) { id digestHtml } } }`,
      index: 0,
      sql: 4,
      asReader: true,
    },
  ],
  clipping: [
    {
      document: '{ clipping(id: "clipping1") { mySubscription { role } releases(limit: 50) { id } } }',
      index: 0,
      sql: 3,
      asReader: true,
    },
  ],
  release: [
    {
      document: '{ release(id: "1-1") { digestHtml recortes { title } marketplaceListingId } }',
      index: 0,
      sql: 2,
      asReader: true,
    },
  ],
  releaseArticles: [
    { document: `{ releaseArticles(id: "1-1") ${ARTICLE} }`, index: 1, sql: 2, asReader: true },
  ],
  agencyAnalytics: [
    {
      document: `{ agencyAnalytics(agencies: ${AGENCIES}, dateFrom: "2000-01-01", dateTo: "2099-12-31") {
        agencyName articleCount topThemes { label }
      } }`,
      index: 0,
      sql: 2,
    },
  ],
  trendingThemes: [
    {
      document: `{ trendingThemes(windowDays: 300, minArticles: 1, growthThreshold: 0, limit: 100) {
        themeLabel topArticles { title }
      } }`,
      index: 2,
      sql: 0,
    },
  ],
  trendingEntities: [
    { document: '{ trendingEntities(limit: 50) { canonicalName isNew } }', index: 0, sql: 1 },
  ],
  entitySuggestions: [
    { document: '{ entitySuggestions(limit: 100) { value count } }', index: 1, sql: 0 },
    { document: '{ entitySuggestions(query: "politica de", limit: 100) { value } }', index: 1, sql: 0 },
    { document: '{ entitySuggestions(query: "q7", type: "CANONICAL") { label } }', index: 1, sql: 2 },
  ],
  entity: [{ document: '{ entity(id: "Q7000") { canonicalName aliases } }', index: 0, sql: 1 }],
  relatedEntities: [
    { document: '{ relatedEntities(id: "Q7000", limit: 50) { canonicalName } }', index: 0, sql: 1 },
  ],
  entityNetwork: [
    {
      document: '{ entityNetwork(id: "Q7001", depth: 2, limit: 500) { nodes { type } edges { weight } } }',
      index: 0,
      sql: 2,
    },
  ],
  entityCoverage: [
    { document: '{ entityCoverage(entityId: "Q7000") { agencyName articleCount } }', index: 0, sql: 1 },
  ],
  entitySearch: [
    { document: '{ entitySearch(query: "politica", limit: 20) { aliases articleCount } }', index: 0, sql: 1 },
  ],
  entityArticles: [
    {
      document: `{ entityArticles(entityId: "Q7000", limit: 50) { found articles ${ARTICLE} } }`,
      index: 0,
      sql: 3,
    },
  ],
  policyDetails: [
    { document: '{ policyDetails(entityId: "Q7001") { firstMentionedDate } }', index: 0, sql: 1 },
  ],
  policies: [{ document: '{ policies(limit: 200) { aliases articleCount } }', index: 0, sql: 1 }],
  clippingEstimate: [
    { document: '{ clippingEstimate(keywords: ["vacina"]) { totalEstimate } }', index: 1, sql: 0 },
  ],
  estimateRecorteCount: [
    {
      document: '{ estimateRecorteCount(themes: [], agencies: [], keywords: ["vacina", "gripe"]) }',
      index: 1,
      sql: 0,
    },
  ],
  marketplaceListing: [
    {
      document: '{ marketplaceListing(id: "lista1") { hasLiked hasFollowed releases(limit: 50) { id } } }',
      index: 0,
      sql: 4,
      asReader: true,
    },
  ],
  myFollowedListings: [
    {
      document: '{ myFollowedListings { id recortes { title } deliveryChannels { email } } }',
      index: 0,
      sql: 1,
      asReader: true,
    },
  ],
  pushPreferences: [{ document: '{ pushPreferences { agencies } }', index: 0, sql: 1, asReader: true }],
  pushFiltersData: [
    {
      document: '{ pushFiltersData { themes { code } agencies { code } } }',
      index: 2,
      sql: 2,
      asReader: true,
    },
  ],
  currentUserHasTelegramLinked: [
    { document: '{ currentUserHasTelegramLinked }', index: 0, sql: 1, asReader: true },
  ],
}

let stack: TestStack
let service: Client
let reader: Person
let counters: { index: ReadCounter; database: ReadCounter }

/** An article whose words no other has, so that its related articles are those of its theme. */
const ofTheme = (i: number) =>
  anArticle({
    uniqueId: themeId(i),
    title: `Xx${i}x`,
    content: `Yy${i}y zz${i}z.`,
    themeL1Code: '01',
    themeL1Label: 'Um',
  })
/** One more of each kind: another agency, theme, tag and day, and all alike in words. */
const another = (i: number) =>
  anArticle({
    title: `Vacina da gripe ${i}`,
    content: 'Vacina contra a gripe em todo o país.',
    agencyKey: `orgao_${i}`,
    themeL1Code: `${10 + i}`,
    themeL1Label: `Tema ${i}`,
    tags: [`tag ${i}`],
    publishedAt: ago({ days: i }),
  })

const seed = [
  ofTheme(0),
  ofTheme(1),
  anArticle({
    uniqueId: 'eixo_000000',
    title: 'Vacina da gripe',
    content: 'Vacina contra a gripe em todo o país.',
  }),
]
/** Who is mentioned everywhere, and one more beside it in each article. */
const hub = anEntity({ id: 'Q7000', canonicalName: 'Sistema Único' })
const policy = (i: number) => aPolicy({ id: `Q${7000 + i}`, canonicalName: `Política de ${i}` })
const mentioningBoth = (article: IncomingArticleInput, i: number) =>
  mentioning(String(article.uniqueId), hub, policy(i))

/** A ranking of every entity that there is. */
async function rankAll(): Promise<void> {
  await stack.db`
    insert into trending_entities
    select entity_id, 1, 2, 3, 4, 5, 6, now() from entities on conflict do nothing`
}

/** Operations whose answer has a length of its own. */
const FIXED_LENGTH = new Set([
  'ping',
  'article',
  'analyticsKpis',
  'articlesTimeline',
  'newsById',
  'newsForTypesense',
  'release',
  'entity',
  'policyDetails',
  'clippingEstimate',
  'estimateRecorteCount',
  'pushPreferences',
  'currentUserHasTelegramLinked',
])

/** Listings `first` to `last` of another's clippings, each liked and followed by the reader, with as many releases. */
async function publishListings(first: number, last: number): Promise<void> {
  const readerId = await reader.id()
  const { db } = stack
  const numbers = db`generate_series(${first}::int, ${last}::int) n`
  await db`insert into users (id, name) values ('autora', 'Autora') on conflict do nothing`
  await db`
    insert into clippings (id, author_user_id, name, schedule)
    select 'clipping' || n, 'autora', 'C', '0 8 * * *' from ${numbers}`
  await db`
    insert into subscriptions (id, clipping_id, user_id, role)
    select 'de' || n, 'clipping' || n, ${readerId}, 'SUBSCRIBER' from ${numbers}`
  await db`
    insert into recortes (id, clipping_id, position, title, keywords)
    select 'recorte' || n, 'clipping' || n, 0, 'T', '{vacina}' from ${numbers}`
  await db`
    insert into listings (id, author_user_id, source_clipping_id, name, recortes)
    select 'lista' || n, 'autora', 'clipping' || n, 'Lista',
      '[{"id": "r", "title": "T", "themes": [], "agencies": [], "keywords": ["k"]}]'
    from ${numbers}`
  await db`insert into listing_likes (listing_id, user_id) select 'lista' || n, ${readerId} from ${numbers}`
  await db`
    insert into releases (id, clipping_id, clipping_name, digest_html, articles_count, ref_time,
      since_hours, created_at)
    select c || '-' || n, 'clipping' || c, 'C', '<p>', 1, at, 2000, at
    from (select n, now() + n * interval '1 hour' as at from ${numbers}) of_clipping,
      generate_series(1, ${last}::int) c`
}

beforeAll(async () => {
  counters = { index: await startIndexCounter(), database: await startDatabaseCounter() }
  stack = await startTestStack({ gates: counters })
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  reader = await newPerson(stack)
})
afterAll(async () => {
  await stack.stop()
  await Promise.all([counters.index.stop(), counters.database.stop()])
})

const served = Object.keys(makeSchema().getQueryType()?.getFields() ?? {})
const documents = served.flatMap((name) => OPERATIONS[name] ?? [])
const countRows = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((sum: number, child) => sum + countRows(child), 0)
}

/** Reads of each document and how many rows it answered with. */
async function measure(): Promise<Map<string, Reads & { rows: number }>> {
  // Once before, so that connections are open, statements prepared and the live collection known.
  for (const { document, asReader } of documents) await (asReader ? reader : service).query(document)
  const measured = new Map<string, Reads & { rows: number }>()
  for (const { document, asReader } of documents) {
    counters.index.take()
    counters.database.take()
    const data = await (asReader ? reader : service).query(document)
    const reads = { index: counters.index.take().length, sql: counters.database.take().length }
    measured.set(document, { ...reads, rows: countRows(data) })
  }
  return measured
}

describe('reads of the stores', () => {
  it('are stated for every query that is served', () => {
    expect(served.filter((name) => !(name in OPERATIONS))).toEqual([])
  })

  it('are as many for fifty articles as for one', async () => {
    const features = (ids: string[]) =>
      ids.map((uniqueId) => ({
        uniqueId,
        features: { word_count: 3, entities: [{ text: 'SUS', type: 'ORG' }] },
      }))
    const first = another(1)
    await registerOnly(stack, [hub, policy(1)])
    await stack.publish([...seed, first], [...features(['eixo_000000']), mentioningBoth(first, 1)])
    await publishListings(1, 1)
    await rankAll()
    const few = await measure()
    const numbers = Array.from({ length: 49 }, (_, i) => i + 2)
    const others = numbers.map(another)
    const themed = numbers.map(ofTheme)
    await seedRegistry(stack.db, numbers.map(policy))
    await stack.publish(
      [...others, ...themed],
      [
        ...features(themed.map((article) => String(article.uniqueId))),
        ...others.map((article, i) => mentioningBoth(article, i + 2)),
      ],
    )
    await publishListings(2, 20)
    await rankAll()
    const many = await measure()
    for (const { document, index, sql } of documents) {
      expect({ document, ...few.get(document) }).toMatchObject({ document, index, sql })
      expect({ document, ...many.get(document) }).toMatchObject({ document, index, sql })
    }
    // Equal counts show nothing where the answer did not grow.
    const still = documents.filter(
      ({ document }) => (many.get(document)?.rows ?? 0) <= (few.get(document)?.rows ?? 0),
    )
    expect(still).toEqual(
      served.filter((name) => FIXED_LENGTH.has(name)).flatMap((name) => OPERATIONS[name] ?? []),
    )
    const lengthOf = (text: string) => [...many].find(([document]) => document.includes(text))?.[1].rows
    expect(lengthOf('articles(limit: 50)')).toBe(50)
    expect(lengthOf('relatedArticles(uniqueId: "eixo')).toBe(50)
  })
})
