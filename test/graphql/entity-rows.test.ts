import { listThemeTimeline } from '@pauta/core/analytics/theme-timeline'
import { listEntities } from '@pauta/core/entities/naming'
import { listTrendingEntities } from '@pauta/core/analytics/trending-entities-store'
import { findEntity } from '@pauta/core/entities/queries'
import { listEntitySuggestions } from '@pauta/core/search-index/entity-suggestions'
import { listEntityArticles } from '@pauta/core/search-index/entity-articles'
import { listCoverage } from '@pauta/core/entities/queries-coverage'
import { findEntityNetwork, listRelatedEntities } from '@pauta/core/entities/queries-network'
import { listPolicies } from '@pauta/core/entities/queries-policies'
import { searchEntities } from '@pauta/core/entities/queries-search'
import { seedRegistry } from '@pauta/core/entities/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, aPolicy, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { planAsLarge, planWithoutIndexes } from '../kit/postgres/plans.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'
import { themed } from '../kit/rows/themes.ts'

// Statements over entities and themes, with ties and with articles at the edges of days.
const [a, b, c, d, e] = ['Q1', 'Q2', 'Q3', 'Q4', 'Q5'].map((id) => anEntity({ id }))
const entities = [a, b, c, d, e].flatMap((entity) => entity ?? [])
/** The first moment of 1 June in Brasília. */
const FIRST = new Date('2026-06-01T03:00:00Z')
/** The first moment after 2 June. */
const END = new Date('2026-06-03T03:00:00Z')
const moment = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds)

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, entities)
  const articles = [
    anArticle({ uniqueId: 'before', agencyKey: 'mec', publishedAt: moment(FIRST, -1000), ...themed('03') }),
    anArticle({ uniqueId: 'first', agencyKey: 'saude', publishedAt: FIRST, ...themed('03') }),
    anArticle({ uniqueId: 'same', agencyKey: 'mec', publishedAt: FIRST, ...themed('04') }),
    anArticle({ uniqueId: 'last', agencyKey: 'mec', publishedAt: moment(END, -1000), ...themed('01') }),
    anArticle({ uniqueId: 'noon', agencyKey: 'mec', publishedAt: moment(END, -1000), ...themed('01') }),
    anArticle({ uniqueId: 'after', agencyKey: 'mec', publishedAt: END, ...themed('03') }),
  ]
  const ids = ['before', 'first', 'same', 'last', 'noon', 'after']
  await stack.publish(
    articles,
    entities.slice(0, 1).flatMap((entity) => ids.map((id) => mentioning(id, [entity, 2]))),
  )
  await tables.entityEdges.remove(stack.db)
  const pairs = [
    ['Q1', 'Q3', 5],
    ['Q1', 'Q2', 5],
    ['Q1', 'Q4', 9],
    ['Q2', 'Q5', 7],
    ['Q3', 'Q4', 1],
  ] as const
  await tables.entityEdges.add(
    stack.db,
    pairs.flatMap(([src, dst, weight]) => [
      { src, dst, weight },
      { src: dst, dst: src, weight },
    ]),
  )
})
afterAll(() => stack.stop())

describe('entities that are mentioned together', () => {
  it.each([
    [9, ['Q4 9', 'Q2 5', 'Q3 5']],
    [2, ['Q4 9', 'Q2 5']],
  ])('are the strongest %d, ties by id: %j', async (limit, related) => {
    const found = await listRelatedEntities(stack.db, { entityId: 'Q1', limit })
    expect(found.map(({ entityId, weight }) => `${entityId} ${weight}`)).toEqual(related)
    expect(found[0]).toMatchObject({ canonicalName: d?.canonicalName, type: 'ORG' })
  })

  it.each([
    [0, 9, []],
    [1, 9, ['Q1 Q4 9', 'Q1 Q2 5', 'Q1 Q3 5']],
    [1, 2, ['Q1 Q4 9', 'Q1 Q2 5']],
    [2, 9, ['Q1 Q4 9', 'Q2 Q5 7', 'Q1 Q2 5', 'Q1 Q3 5', 'Q3 Q4 1']],
    [2, 3, ['Q1 Q4 9', 'Q2 Q5 7', 'Q1 Q2 5']],
    [2, 4, ['Q1 Q4 9', 'Q2 Q5 7', 'Q1 Q2 5', 'Q1 Q3 5']],
  ])('within %d hops and up to %d edges are %j', async (depth, limit, wanted) => {
    const { edges, nodes } = await findEntityNetwork(stack.db, { entityId: 'Q1', depth, limit })
    expect(edges.map(({ src, dst, weight }) => `${src} ${dst} ${weight}`)).toEqual(wanted)
    expect(nodes[0]).toMatchObject({ entityId: 'Q1' })
    expect(new Set(nodes.map(({ entityId }) => entityId))).toEqual(
      new Set(['Q1', ...edges.flatMap(({ src, dst }) => [src, dst])]),
    )
  })
})

it('ties of neighbours are broken by id, also without the index that has this order', async () => {
  const wanted = ['Q1 Q4 9', 'Q1 Q2 5']
  const { edges } = await planWithoutIndexes(stack.db, (db) =>
    findEntityNetwork(db, { entityId: 'Q1', depth: 1, limit: 2 }),
  )
  expect(edges.map(({ src, dst, weight }) => `${src} ${dst} ${weight}`)).toEqual(wanted)
})

it('of several edges of one weight, those of the first entities remain where both ends are near', async () => {
  const { edges } = await findEntityNetwork(stack.db, { entityId: 'Q3', depth: 2, limit: 2 })
  expect(edges.map(({ src, dst, weight }) => `${src} ${dst} ${weight}`)).toEqual(['Q1 Q4 9', 'Q1 Q2 5'])
})

describe('the coverage of an entity', () => {
  const cover = async (window: object, entityId = 'Q1') =>
    (await listCoverage(stack.db, { entityId, window, granularity: 'DAY' })).map(
      ({ period, agencyKey, articleCount, totalMentions }) =>
        `${period} ${agencyKey} ${articleCount} ${totalMentions}`,
    )

  it.each([
    [{ from: FIRST, to: END }, ['2026-06-01 mec 1 2', '2026-06-01 saude 1 2', '2026-06-02 mec 2 4']],
    [{ from: moment(FIRST, 1), to: END }, ['2026-06-02 mec 2 4']],
    [{ from: FIRST, to: moment(END, -1000) }, ['2026-06-01 mec 1 2', '2026-06-01 saude 1 2']],
    [
      { from: FIRST, to: moment(END, -999) },
      ['2026-06-01 mec 1 2', '2026-06-01 saude 1 2', '2026-06-02 mec 2 4'],
    ],
    [
      { from: FIRST, to: moment(END, 1) },
      ['2026-06-01 mec 1 2', '2026-06-01 saude 1 2', '2026-06-02 mec 2 4', '2026-06-03 mec 1 2'],
    ],
  ])('in %j is %j', async (window, points) => {
    expect(await cover(window)).toEqual(points)
    expect(await cover(window, 'Q2')).toEqual([])
  })

  it('has the order of agency keys in a period, however PostgreSQL joins its rows', async () => {
    // The row that was written last is the last one of its table.
    await tables.agencies.set(stack.db, { key: 'mec' }, { name: 'Ministério da Educação' })
    const request = { entityId: 'Q1', window: { from: FIRST, to: END }, granularity: 'MONTH' } as const
    const points = await planAsLarge(stack.db, (db) => listCoverage(db, request))
    expect(points.map(({ agencyKey }) => agencyKey)).toEqual(['mec', 'saude'])
  })

  it('names agencies, averages the scores that articles have, and refuses more rows than it may have', async () => {
    await tables.articleEntities.set(stack.db, { uniqueId: 'last' }, { sentimentScore: 0.5 })
    const request = { entityId: 'Q1', window: { from: FIRST, to: END }, granularity: 'DAY' } as const
    const points = await listCoverage(stack.db, { ...request, rowsMax: 3 })
    const facts = points.map(({ agencyName, avgSentimentScore }) => [agencyName, avgSentimentScore])
    const [mec, saude] = ['Ministério da Educação', 'Ministério da Saúde']
    expect(facts).toEqual([
      [mec, null],
      [saude, null],
      [mec, 0.5],
    ])
    await expect(listCoverage(stack.db, { ...request, rowsMax: 2 })).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { argument: 'dateTo' },
    })
  })
})

it('articles about an entity are the newest first, of one instant by id from the last, page by page', async () => {
  const newest = ['after', 'noon', 'last', 'same', 'first', 'before']
  const list = (limit: number, page = 1) =>
    planAsLarge(stack.db, async (db) => {
      const { articles } = await listEntityArticles(db, { entityId: 'Q1', page, limit })
      return articles.map(({ unique_id: id }) => id)
    })
  expect(await list(6)).toEqual(newest)
  expect([await list(2, 1), await list(2, 2), await list(2, 3)].flat()).toEqual(newest)
})

it('the timeline of themes has the themes with most articles, ties by code, in the order of days and codes', async () => {
  const list = async (limit: number) =>
    (await listThemeTimeline(stack.db, { window: { from: FIRST, to: END }, granularity: 'DAY', limit })).map(
      ({ period, code, count }) => `${period} ${code} ${count}`,
    )
  expect(await list(3)).toEqual(['2026-06-01 03 1', '2026-06-01 04 1', '2026-06-02 01 2'])
  expect(await list(2)).toEqual(['2026-06-01 03 1', '2026-06-02 01 2'])
  expect(await list(1)).toEqual(['2026-06-02 01 2'])
})

describe('entities with the same name', () => {
  const idsOf = (rows: readonly { entityId: string }[]) => rows.map(({ entityId }) => entityId)

  beforeAll(async () => {
    // Written in another order than every wanted one.
    const names = {
      Q16: 'Plano Iguais',
      Q15: 'Plano Certo',
      Q14: 'Plano Igual',
      Q13: 'Plano Igual',
      Q12: 'Plano Amplo',
      Q11: 'Zelo',
    }
    await registerOnly(
      stack,
      Object.entries(names).map(([id, canonicalName]) =>
        aPolicy({
          id,
          wikidataId: id,
          canonicalName,
          description: 'Um plano',
          aliases: id === 'Q11' ? ['Plano Igual', 'Azelo'] : [],
        }),
      ),
    )
    await tables.entityCounts.remove(stack.db)
    await tables.entityCounts.add(stack.db, [
      { entityId: 'Q12', articles: 1 },
      { entityId: 'Q11', articles: 2 },
    ])
    const baseline = { baselineCount: 4, baselineAgencies: 6 }
    const counts = { trendingScore: 1, volumeRatio: 5, windowCount: 3, windowAgencies: 2, ...baseline }
    const row = { ...counts, computedAt: FIRST }
    await tables.trendingEntities.remove(stack.db)
    await tables.trendingEntities.add(stack.db, [
      { ...row, entityId: 'Q14', windowCount: 4 },
      { ...row, entityId: 'Q13' },
      { ...row, entityId: 'Q12' },
      { ...row, entityId: 'Q16', trendingScore: 2, windowCount: 1 },
    ])
  })

  it('are listed by their articles, then by name and id', async () => {
    const all = ['Q11', 'Q12', 'Q15', 'Q16', 'Q13', 'Q14']
    expect(idsOf(await listEntities(stack.db, { limit: 9 }))).toEqual(all)
    expect(idsOf(await listEntities(stack.db, { limit: 9, type: 'ORG' }))).toEqual([])
    expect(idsOf(await listEntities(stack.db, { limit: 9, source: 'operator' }))).toEqual([])
    expect(idsOf(await listEntities(stack.db, { limit: 2, source: 'catalogue' }))).toEqual(['Q11', 'Q12'])
    const policies = async (limit: number, offset: number) =>
      idsOf(await listPolicies(stack.db, { domain: undefined, lifecyclePhase: undefined, limit, offset }))
    expect(await policies(9, 0)).toEqual(all)
    expect(await policies(2, 2)).toEqual(['Q15', 'Q16'])
  })

  it('are found by an equal name first, then by a similar one, each by articles, name and id', async () => {
    const search = async (others: object = {}) =>
      idsOf(await searchEntities(stack.db, { query: 'plano igual', type: undefined, limit: 9, ...others }))
    expect(await search()).toEqual(['Q11', 'Q13', 'Q14', 'Q16', 'Q12', 'Q15'])
    expect(await search({ query: 'plano' })).toEqual(['Q11', 'Q12', 'Q15', 'Q13', 'Q14', 'Q16'])
    expect(await search({ limit: 2 })).toEqual(['Q11', 'Q13'])
    expect(await search({ type: 'ORG' })).toEqual([])
    expect(await search({ query: '—' })).toEqual([])
  })

  it('trend by score, then by articles and id', async () => {
    expect(idsOf(await listTrendingEntities(stack.db, 9))).toEqual(['Q16', 'Q14', 'Q12', 'Q13'])
    expect(idsOf(await listTrendingEntities(stack.db, 3))).toEqual(['Q16', 'Q14', 'Q12'])
    expect((await listTrendingEntities(stack.db, 1))[0]).toEqual({
      entityId: 'Q16',
      canonicalName: 'Plano Iguais',
      type: 'POLICY',
      wikidataId: 'Q16',
      trendingScore: 2,
      volumeRatio: 5,
      windowCount: 1,
      windowAgencies: 2,
      baselineCount: 4,
      baselineAgencies: 6,
      computedAt: FIRST,
    })
  })

  it('have their other names in the order of the registry', async () => {
    const name = { entityId: 'Q11', canonicalName: 'Zelo', type: 'POLICY', wikidataId: 'Q11' }
    const aliases = ['Plano Igual', 'Azelo']
    const zelo = { ...name, aliases, description: 'Um plano', agencyKey: null }
    expect(await findEntity(stack.db, 'Q11')).toEqual(zelo)
    expect(await findEntity(stack.db, 'Q12')).toMatchObject({ aliases: [] })
    const [found] = await searchEntities(stack.db, { query: 'zelo', type: undefined, limit: 1 })
    expect(found).toEqual({ ...zelo, articleCount: 2, confidence: 1, matchType: 'alias_exact' })
    const every = { domain: undefined, lifecyclePhase: undefined, limit: 1, offset: 0 }
    const [policy] = await listPolicies(stack.db, every)
    const { type, ...named } = name
    const facts = { domain: 'SOCIAL', lifecyclePhase: 'IMPLEMENTATION', articleCount: 2 }
    expect([policy, type]).toEqual([{ ...named, aliases, ...facts }, 'POLICY'])
    expect(await listPolicies(stack.db, { ...every, lifecyclePhase: 'ROUTINE' })).toEqual([])
    expect(await listPolicies(stack.db, { ...every, domain: 'HEALTH' })).toEqual([])
  })

  it('are suggested by their articles, then by id', async () => {
    await tables.entityCounts.add(stack.db, [
      { entityId: 'Q16', articles: 3 },
      { entityId: 'Q15', articles: 1 },
      { entityId: 'Q13', articles: 1 },
    ])
    const suggest = async (limit: number) =>
      idsOf(await listEntitySuggestions(stack, { query: 'plano', limit }))
    const all = ['Q16', 'Q11', 'Q12', 'Q13', 'Q15']
    // The statement itself must have this order: it leaves out what is beyond the limit.
    for (const limit of [1, 2, 3, 4, 9]) expect(await suggest(limit)).toEqual(all.slice(0, limit))
  })
})

it('an entity of the registry and an id of articles with one count are suggested by id', async () => {
  // No registry takes ids of this form.
  const unknown = ['Q91x', 'Q93x'].map((id) => anEntity({ id }))
  const middle = anEntity({ id: 'Q92' })
  await seedRegistry(stack.db, [middle])
  await tables.entityCounts.add(stack.db, { entityId: middle.id, articles: 1 })
  await stack.publish([anArticle({ uniqueId: 'alheias' })], [mentioning('alheias', ...unknown)])
  const suggested = await listEntitySuggestions(stack, { query: 'q9', limit: 9 })
  expect(suggested.map(({ entityId, label }) => [entityId, label])).toEqual([
    ['Q91x', null],
    ['Q92', middle.canonicalName],
    ['Q93x', null],
  ])
})
