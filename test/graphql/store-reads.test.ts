import type { IncomingArticleInput } from '@pauta/core/articles/article'
import { seedRegistry } from '@pauta/core/entities/registry'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeClient, type Client } from '../kit/client/client.ts'
import { anEntity, aPolicy, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { addAlert } from '../kit/rows/alerts.ts'
import { ALERT_READER, OPERATIONS, themeId, type Reads } from '../kit/relays/store-reads.ts'
import { tables } from '../kit/rows/tables.ts'
import { themed } from '../kit/rows/themes.ts'

let stack: SharedStack
let service: Client
let reader: Person

/** An article with words of its own, so that its related articles are those of its theme. */
const ofTheme = (i: number) =>
  anArticle({
    uniqueId: themeId(i),
    title: `Xx${i}x`,
    content: `Yy${i}y zz${i}z.`,
    ...themed('01'),
  })
/** An article with another agency, theme, tag and day. All of them share their words. */
const another = (i: number) =>
  anArticle({
    title: `Vacina da gripe ${i}`,
    content: 'Vacina contra a gripe em todo o país.',
    agencyKey: `orgao_${i}`,
    ...themed(String(2 + (i % 24)).padStart(2, '0')),
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
/** An entity that every article mentions. Each article also mentions one of the others. */
const hub = anEntity({ id: 'Q7000', canonicalName: 'Sistema Único' })
const policy = (i: number) => aPolicy({ id: `Q${7000 + i}`, canonicalName: `Política de ${i}` })
const mentioningBoth = (article: IncomingArticleInput, i: number) =>
  mentioning(String(article.uniqueId), hub, policy(i))

/** Writes a ranking of every entity. */
async function rankAll(): Promise<void> {
  const entities = await stack.db<{ entityId: string }[]>`select entity_id from entities`
  await tables.trendingEntities.remove(stack.db)
  await tables.trendingEntities.add(stack.db, entities)
}

/** Operations whose answer always has the same length. */
const FIXED_LENGTH = new Set([
  'ping',
  'article',
  'articleVersion',
  'articleVersionPages',
  'articleDiff',
  'analyticsKpis',
  'articlesTimeline',
  'topStates',
  'newsById',
  'newsForTypesense',
  'release',
  'entity',
  'policyDetails',
  'clippingEstimate',
  'estimateRecorteCount',
  'recorteEstimate',
  'clippingMailPreview',
  'themeTree',
  'pushPreferences',
  'pushPublicKey',
  'currentUserHasTelegramLinked',
  'pipelineDelays',
  'queueDepths',
  'jobStatus',
  'deliveryChannels',
  'operationsHistory',
])

const listNumbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i)

/** Incidents, sites, runs, failed steps and failed deliveries with the numbers `first` to `last`. */
async function addTroubles(first: number, last: number): Promise<void> {
  const { db } = stack
  const now = new Date()
  const numbers = listNumbers(first, last)
  const agencies = numbers.map((n) => `orgao_${n}`)
  await tables.incidents.add(
    db,
    agencies.map((subject) => ({ kind: 'agency-unread', subject, beganAt: now })),
  )
  await tables.scrapeSites.add(
    db,
    agencies.map((agencyKey) => ({ agencyKey, lastRunAt: now })),
  )
  await tables.jobRuns.add(
    db,
    numbers.map((n) => ({ job: 'scrape', target: String(n), scheduledTime: now, status: 'failed' })),
  )
  const articles = await db<{ uniqueId: string }[]>`
    select unique_id from articles where agency_key = any(${agencies})`
  const failing = articles.map(({ uniqueId }) => uniqueId)
  await tables.pipelineSteps.set(db, { uniqueId: failing }, { status: 'failed' })
  if ((await tables.users.count(db, { id: 'leitora' })) === 0)
    await tables.users.add(db, { id: 'leitora', name: 'Leitora' })
  const failed = { userId: 'leitora', channel: 'email', kind: 'new-articles', status: 'failed' }
  await tables.deliveries.add(
    db,
    numbers.map((n) => ({ ...failed, id: `entrega${n}`, address: 'a@exemplo.org' })),
  )
}

/**
 * Writes listings `first` to `last` of another person's clippings. The reader likes and follows each, and each has
 * as many releases.
 */
async function publishListings(first: number, last: number): Promise<void> {
  const readerId = await reader.id()
  const { db } = stack
  const now = Date.now()
  const numbers = listNumbers(first, last)
  if ((await tables.users.count(db, { id: 'autora' })) === 0)
    await tables.users.add(db, { id: 'autora', name: 'Autora' })
  await tables.clippings.add(
    db,
    numbers.map((n) => ({ id: `clipping${n}`, authorUserId: 'autora', name: 'C', schedule: '0 8 * * *' })),
  )
  await tables.subscriptions.add(
    db,
    numbers.map((n) => ({ id: `de${n}`, clippingId: `clipping${n}`, userId: readerId, role: 'SUBSCRIBER' })),
  )
  await tables.recortes.add(
    db,
    numbers.map((n) => ({
      id: `recorte${n}`,
      clippingId: `clipping${n}`,
      position: 0,
      title: 'T',
      keywords: ['vacina'],
    })),
  )
  const recortes = [{ id: 'r', title: 'T', themes: [], agencies: [], keywords: ['k'] }]
  await tables.listings.add(
    db,
    numbers.map((n) => ({
      id: `lista${n}`,
      authorUserId: 'autora',
      sourceClippingId: `clipping${n}`,
      name: 'Lista',
      recortes,
    })),
  )
  await tables.listingLikes.add(
    db,
    numbers.map((n) => ({ listingId: `lista${n}`, userId: readerId })),
  )
  for (const n of numbers) {
    const at = new Date(now + n * 3_600_000)
    await tables.releases.add(
      db,
      Array.from({ length: last }, (_, i) => ({
        id: `${i + 1}-${n}`,
        clippingId: `clipping${i + 1}`,
        refTime: at,
        sinceHours: 2000,
        articlesCount: 1,
      })),
    )
  }
  await tables.releaseChanges.add(
    db,
    numbers.map((n) => ({ releaseId: '1-1', uniqueId: themeId(n) })),
  )
}

beforeAll(async () => {
  stack = await shareTestStack()
  service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
  reader = await newPerson(stack)
})

const served = Object.keys(makeSchema().getQueryType()?.getFields() ?? {})
const documents = served.flatMap((name) => OPERATIONS[name] ?? [])
const countRows = (value: unknown): number => {
  if (Array.isArray(value)) return value.length
  if (value === null || typeof value !== 'object') return 0
  return Object.values(value).reduce((sum: number, child) => sum + countRows(child), 0)
}

/** Returns the reads and the rows of each document. */
async function measure(): Promise<Map<string, Reads & { rows: number }>> {
  // A first run opens connections, prepares statements and finds the live collection.
  for (const { document, asReader } of documents) await (asReader ? reader : service).query(document)
  const { index, database } = stack.gates
  const measured = new Map<string, Reads & { rows: number }>()
  for (const { document, asReader } of documents) {
    index.take()
    database.take()
    const data = await (asReader ? reader : service).query(document)
    const reads = { index: index.take().length, sql: database.take().length }
    measured.set(document, { ...reads, rows: countRows(data) })
  }
  return measured
}

describe('reads of the stores', () => {
  it('are recorded for every query', () => {
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
    await addTroubles(1, 1)
    await addAlert(stack.db, { email: ALERT_READER })
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
    await addTroubles(2, 20)
    for (const title of ['Gripe', 'Dengue']) await addAlert(stack.db, { email: ALERT_READER, title })
    await rankAll()
    const many = await measure()
    for (const { document, index, sql } of documents) {
      expect({ document, ...few.get(document) }).toMatchObject({ document, index, sql })
      expect({ document, ...many.get(document) }).toMatchObject({ document, index, sql })
    }
    // Equal counts prove nothing for an answer that did not grow.
    const still = documents.filter(
      ({ document }) => (many.get(document)?.rows ?? 0) <= (few.get(document)?.rows ?? 0),
    )
    expect(still).toEqual(
      served.filter((name) => FIXED_LENGTH.has(name)).flatMap((name) => OPERATIONS[name] ?? []),
    )
    const lengthOf = (text: string) => [...many].find(([document]) => document.includes(text))?.[1].rows
    expect(lengthOf('articles(limit: 50)')).toBe(50)
    // The graph of the engine is approximate: it misses some of fifty equal articles.
    expect(lengthOf('relatedArticles(uniqueId: "eixo')).toBeGreaterThanOrEqual(40)
  })
})
