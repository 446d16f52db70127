import { collectCachePolicies } from '@pauta/functions/graphql/caching/cache-policy'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { modules } from '@pauta/functions/graphql/schema/modules'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { fullSelection, listDifferences } from '../kit/client/full-selection.ts'
import { addAlert } from '../kit/rows/alerts.ts'
import { createClipping, newPerson, publish, subscribe, type Person } from '../kit/rows/people.ts'
import { startIndexCounter, type ReadCounter } from '../kit/relays/read-counter.ts'
import { listRootFields, type Named } from '../kit/client/root-fields.ts'
import { makeSharedCache } from '../kit/client/shared-cache.ts'
import { startTestStack, uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const PORTAL = 'https://portal.example'
const OTHER_PORTAL = 'https://widgets.example'
const STRANGE = 'https://evil.example'
const PRIVATE = 'private, no-store'
const VARY = 'origin, accept, authorization'
const KEPT = {
  seconds: 'public, max-age=5, s-maxage=10, stale-while-revalidate=10',
  minute: 'public, max-age=30, s-maxage=60, stale-while-revalidate=60',
  minutes: 'public, max-age=60, s-maxage=300, stale-while-revalidate=300',
}

let stack: TestStack
let counter: ReadCounter
let author: Person
let reader: Person
let named: Named

/** Writes a release of a clipping to the database. */
async function insertRelease(clippingId: string): Promise<string> {
  const id = uniqueName('release')
  await tables.releases.add(stack.db, {
    id,
    clippingId,
    clippingName: 'Saúde',
    digestHtml: '<html></html>',
    articleIds: [named.articleId],
    articlesCount: 1,
    refTime: new Date(),
  })
  return id
}

beforeAll(async () => {
  counter = await startIndexCounter()
  stack = await startTestStack({
    corsOrigins: [PORTAL, OTHER_PORTAL],
    gates: { index: counter },
    catalogueSeconds: 60,
  })
  await stack.publish([
    anArticle({ uniqueId: 'vacina_000000', title: 'Vacina', themeL1Code: '01', tags: ['sus'] }),
  ])
  // The lists of one entity warn of an unknown one, and answers with warnings are private.
  await registerOnly(stack, [anEntity({ id: 'Q1' })])
  author = await newPerson(stack)
  reader = await newPerson(stack)
  const { id: alertId, token: alertToken } = await addAlert(stack.db)
  named = {
    alertId,
    alertToken,
    clippingId: await createClipping(author, { extraEmails: ['extra@exemplo.org'] }),
    listingId: '',
    releaseId: '',
    articleId: 'vacina_000000',
  }
  named.listingId = await publish(author, named.clippingId)
  await insertRelease(named.clippingId)
  // The release of a clipping that only its author can read.
  named.releaseId = await insertRelease(await createClipping(author, { name: 'Só minha' }))
  await tables.releaseChanges.add(stack.db, { releaseId: named.releaseId, uniqueId: named.articleId })
  await subscribe(reader, named.clippingId)
  await reader.query('mutation ($id: String!) { likeMarketplaceListing(listingId: $id) }', {
    id: named.listingId,
  })
})
afterAll(async () => {
  await stack.stop()
  await counter.stop()
})

const bearer = ({ token }: Person) => ({ authorization: `Bearer ${token}` })
const get = (query: string, headers: Record<string, string> = {}, variables: Record<string, unknown> = {}) =>
  stack.fetch(`/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`, {
    headers: { accept: 'application/json', ...headers },
  })
const keptOf = async (...request: Parameters<typeof get>) =>
  (await get(...request)).headers.get('cache-control')

describe('the catalogue', () => {
  it('is read once for all callers within its seconds', async () => {
    const everything =
      '{ themes { code } agencies { code } popularTags(limit: 1) { label } widgetConfig { themes } }'
    const ask = () => stack.query(everything)
    counter.take()
    const answers = [...(await Promise.all([ask(), ask(), ask()])), await ask()]
    expect(answers).toEqual(Array.from({ length: 4 }, () => answers[0]))
    const filters = await reader.query('{ pushFiltersData { themes { code } agencies { code } } }')
    expect(filters.pushFiltersData.themes).toEqual([{ code: '01' }])
    expect(await stack.query('{ popularTags { label } }')).toEqual({ popularTags: [{ label: 'sus' }] })
    expect(counter.take()).toHaveLength(4)
  })
})

describe('an answer to an anonymous GET', () => {
  it.each([
    ['{ themes { code } }', KEPT.minutes],
    ['{ analyticsKpis(range: {days: 7}) { total } }', KEPT.minutes],
    ['{ articles { found } }', KEPT.minute],
    ['{ search(query: "vacina") { found } }', KEPT.minute],
    ['{ article(uniqueId: "nenhuma_000000") { title } }', KEPT.minute],
    ['{ estimateRecorteCount(themes: [], agencies: ["mec"], keywords: []) }', KEPT.seconds],
    ['{ marketplaceListings { total } }', KEPT.seconds],
    ['{ themes { code } articles { found } }', KEPT.minute],
    ['{ __typename themes { code } }', KEPT.minutes],
    ['{ ping }', PRIVATE],
    ['{ themes { code } ping }', PRIVATE],
    ['{ __schema { queryType { name } } }', PRIVATE],
    ['{ currentUserHasTelegramLinked }', PRIVATE],
    ['{ marketplaceListings { listings { id hasLiked } } }', PRIVATE],
    [
      '{ marketplaceListings { ...P } } fragment P on MarketplaceListingsResult { listings { f: hasFollowed } }',
      PRIVATE,
    ],
  ])('%s is cached by the strictest of its fields: %s', async (query, kept) => {
    const response = await get(query)
    expect(await response.json()).not.toHaveProperty('errors')
    expect(response.headers.get('cache-control')).toBe(kept)
    expect(response.headers.get('vary')).toBe(VARY)
    expect(response.headers.has('etag')).toBe(kept !== PRIVATE)
  })

  it('is cached by the policy of every query, and never for a caller with a token', async () => {
    const schema = makeSchema()
    const cachePolicies = collectCachePolicies(schema, modules)
    const fields = listRootFields(schema, named).filter(({ name }) => name.startsWith('Query.'))
    expect(fields.length).toBeGreaterThan(40)
    for (const { name, operation } of fields) {
      const policy = cachePolicies.get(name) ?? 0
      const kept = { viewer: PRIVATE, 0: PRIVATE, 10: KEPT.seconds, 60: KEPT.minute, 300: KEPT.minutes }[
        policy
      ]
      expect({ name, kept: await keptOf(operation) }).toEqual({ name, kept })
      expect({ name, kept: await keptOf(operation, bearer(reader)) }).toEqual({ name, kept: PRIVATE })
    }
  })

  it('is private with any Authorization header, even an invalid one', async () => {
    for (const authorization of ['Bearer nothing', 'Basic eDp5', 'x'])
      expect(await keptOf('{ themes { code } }', { authorization })).toBe(PRIVATE)
  })

  it('is private when something was left out', async () => {
    const live = await stack.index.findLiveCollection()
    if (live === undefined) throw new Error('There is no live collection')
    const other = uniqueName('news')
    await stack.index.createCollection(other, 'outro-modelo')
    await stack.index.pointAlias(other)
    try {
      const response = await get('{ search(query: "vacina", semantic: true) { found } }')
      expect(await response.json()).toMatchObject({ extensions: { warnings: [expect.any(String)] } })
      expect(response.headers.get('cache-control')).toBe(PRIVATE)
    } finally {
      await stack.index.pointAlias(live)
      await stack.index.dropCollection(other)
    }
  })

  it('is private when anything failed', async () => {
    expect(await keptOf('{ search(query: "") { found } }')).toBe(PRIVATE)
    expect(await keptOf('{ themes { code } articles(page: 0) { found } }')).toBe(PRIVATE)
    expect(await keptOf('{ nothing }')).toBe(PRIVATE)
    expect(await keptOf('{ themes')).toBe(PRIVATE)
    expect(await keptOf('query ($i: Int!) { articles(page: $i) { found } }', {}, { i: 'x' })).toBe(PRIVATE)
    expect(await keptOf('mutation { deleteClipping(id: "x") }')).toBe(PRIVATE)
    expect(await keptOf('subscription { generateRecortes(prompt: "saúde") { __typename } }')).toBe(PRIVATE)
  })
})

describe('any other answer', () => {
  const json = { 'content-type': 'application/json' }

  it.each([
    ['to a POST', { method: 'POST', headers: json, body: '{"query":"{ themes { code } }"}' }, 200],
    ['to a broken body', { method: 'POST', headers: json, body: '{' }, 400],
    ['to an empty one', { method: 'POST', headers: json, body: '' }, 400],
    ['to another method', { method: 'DELETE' }, 405],
    ['to a preflight', { method: 'OPTIONS', headers: { origin: PORTAL } }, 204],
    ['to a browser that shows the playground', { headers: { accept: 'text/html' } }, 200],
    ['to a first look', {}, 200],
    ['to a first look that asks for JSON', { headers: { accept: 'application/json' } }, 200],
    ['to a GET without a query', { headers: { accept: 'application/graphql-response+json' } }, 400],
  ])('%s is private', async (_, init, status) => {
    const response = await stack.fetch('/graphql', init)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe(PRIVATE)
    expect(response.headers.get('vary')).toBe(VARY)
    expect(response.headers.has('etag')).toBe(false)
  })
})

describe('a tag', () => {
  const query = '{ articles { found } }'
  const headers = { origin: PORTAL }

  it('saves the body that the caller already has, until it changes', async () => {
    const first = await get(query, headers)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^W\/"[\w-]+"$/)
    const again = await get(query, { ...headers, 'if-none-match': `"other", ${etag}` })
    expect(again.status).toBe(304)
    expect(await again.text()).toBe('')
    for (const name of ['cache-control', 'etag', 'vary', 'access-control-allow-origin'])
      expect({ name, value: again.headers.get(name) }).toEqual({ name, value: first.headers.get(name) })
    await stack.publish([anArticle()])
    const changed = await get(query, { ...headers, 'if-none-match': etag })
    expect(changed.status).toBe(200)
    expect(await changed.json()).toEqual({ data: { articles: { found: 2 } } })
    expect(changed.headers.get('etag')).not.toBe(etag)
  })

  it('saves nothing for a private answer', async () => {
    for (const [asked, more] of [
      [query, bearer(reader)],
      ['{ ping }', {}],
      ['{ nothing }', {}],
    ] as const) {
      const response = await get(asked, { ...headers, ...more, 'if-none-match': '*' })
      expect(response.status).not.toBe(304)
      expect(await response.text()).not.toBe('')
    }
  })
})

describe('a cache between people and the service', () => {
  const listing = () => ({ query: `{ marketplaceListing(id: "${named.listingId}") { name hasLiked } }` })

  it('returns each person’s own data, and none of it to others', async () => {
    const cache = makeSharedCache(stack.stack.graphqlUrl)
    const likes: unknown[] = []
    for (const headers of [{}, bearer(author), bearer(reader), {}, bearer(author), bearer(reader)]) {
      const { isHit, response } = await cache.get(listing(), headers)
      const { data } = (await response.json()) as {
        data: { marketplaceListing: { hasLiked: boolean | null } }
      }
      likes.push(data.marketplaceListing.hasLiked)
      expect(isHit).toBe(false)
    }
    expect(likes).toEqual([null, false, true, null, false, true])
  })

  it('serves pages of each origin with their own permission, and stores nothing personal', async () => {
    const cache = makeSharedCache(stack.stack.graphqlUrl)
    const query = { query: '{ themes { code } }' }
    const seen: unknown[] = []
    const ask = async (headers: Record<string, string>) => {
      const { isHit, response } = await cache.get(query, headers)
      expect(await response.json()).toEqual({ data: { themes: [{ code: '01' }] } })
      seen.push([
        isHit,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('content-type'),
      ])
    }
    const graphqlJson = 'application/graphql-response+json'
    await ask({ ...bearer(reader), origin: PORTAL })
    for (const origin of [PORTAL, OTHER_PORTAL, STRANGE, PORTAL, OTHER_PORTAL, STRANGE]) await ask({ origin })
    await ask({ origin: PORTAL, accept: graphqlJson })
    await ask({})
    await ask({ ...bearer(author), origin: PORTAL })
    const type = 'application/json; charset=utf-8'
    expect(seen).toEqual([
      [false, PORTAL, type],
      [false, PORTAL, type],
      [false, OTHER_PORTAL, type],
      [false, '*', type],
      [true, PORTAL, type],
      [true, OTHER_PORTAL, type],
      [true, '*', type],
      [false, PORTAL, `${graphqlJson}; charset=utf-8`],
      [false, null, type],
      [false, PORTAL, type],
    ])
  })
})

/** Fields that differ with the time of the request, for every caller. */
const TIMES = new Set([
  'AgencyFreshness.measuredAt',
  'PipelineStageDelay.measuredAt',
  'PipelineStageDelay.oldestWaitingSeconds',
])

describe('fields that depend on the caller', () => {
  it('are exactly those that differ between people', async () => {
    await tables.telegramLinks.add(stack.db, { userId: await author.id(), chatId: '1' })
    const schema = makeSchema()
    const cachePolicies = collectCachePolicies(schema, modules)
    const listed = [...cachePolicies].filter(([, policy]) => policy === 'viewer').map(([name]) => name)
    const access: Record<string, string> = Object.assign({}, ...modules.map((module) => module.access))
    const stranger = await newPerson(stack)
    const differing = new Set<string>()
    for (const { name, operation } of listRootFields(schema, named, fullSelection)) {
      const field = schema.getQueryType()?.getFields()[name.replace('Query.', '')]
      if (!name.startsWith('Query.') || access[name] === 'service' || !field) continue
      const people = [author, reader, stranger]
      const clients = access[name] === 'public' ? [stack, ...people] : people
      const answers = await Promise.all(clients.map((client) => client.query(operation)))
      const values = answers.map((data) => data.answer)
      // A query that only people may call is never cached, so only the fields below it count.
      for (const different of listDifferences(name, field.type, values))
        if (!TIMES.has(different) && (different !== name || access[name] === 'public'))
          differing.add(different)
    }
    expect([...differing].sort()).toEqual(listed.sort())
  })
})
