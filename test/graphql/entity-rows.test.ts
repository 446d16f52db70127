import { listThemeTimeline } from '@pauta/core/analytics/theme-timeline'
import { listCoverage } from '@pauta/core/entities/queries-coverage'
import { findEntityNetwork, listRelatedEntities } from '@pauta/core/entities/queries-network'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
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
