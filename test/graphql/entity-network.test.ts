import { findEntityNetwork } from '@pauta/core/entities/queries-network'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { maria, publishEntityNews } from '../kit/rows/entity-news.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await publishEntityNews(stack)
})
afterAll(() => stack.stop())

describe('relatedEntities', () => {
  it('are neighbours by common articles, strongest first', async () => {
    const fields = '{ canonicalId canonicalName type wikidataId weight kind }'
    const { relatedEntities } = await stack.query(`{ relatedEntities(id: "Q101") ${fields} }`)
    expect(relatedEntities).toEqual([
      {
        canonicalId: 'Q100',
        canonicalName: 'Ministério da Saúde',
        type: 'ORG',
        wikidataId: 'Q100',
        weight: 3,
        kind: 'co_mention',
      },
      {
        canonicalId: 'Q103',
        canonicalName: 'Bahia',
        type: 'LOC',
        wikidataId: null,
        weight: 1,
        kind: 'co_mention',
      },
      {
        canonicalId: maria.id,
        canonicalName: 'Maria da Silva',
        type: 'PER',
        wikidataId: null,
        weight: 1,
        kind: 'co_mention',
      },
    ])
    const first = await stack.query('{ relatedEntities(id: "Q101", limit: 1) { canonicalId } }')
    expect(first).toEqual({ relatedEntities: [{ canonicalId: 'Q100' }] })
    expect(await stack.query('{ relatedEntities(id: "Q104") { weight } }')).toEqual({ relatedEntities: [] })
  })
})

describe('entityNetwork', () => {
  const network = async (args: string) =>
    (
      await stack.query(
        `{ entityNetwork(${args}) { nodes { entityId canonicalName } edges { src dst weight kind } } }`,
      )
    ).entityNetwork as {
      nodes: { entityId: string }[]
      edges: { src: string; dst: string; weight: number }[]
    }
  const edges = async (args: string) =>
    (await network(args)).edges.map(({ src, dst, weight }) => `${src} ${dst} ${weight}`)

  it('has only the start at depth 0, its own edges at 1, and at 2 those among and behind its neighbours', async () => {
    expect(await network('id: "Q103", depth: 0')).toEqual({
      nodes: [{ entityId: 'Q103', canonicalName: 'Bahia' }],
      edges: [],
    })
    expect(await edges('id: "Q103"')).toEqual(['Q103 Q100 1', 'Q103 Q101 1'])
    expect(await edges('id: "Q103", depth: 2')).toEqual([
      'Q100 Q101 3',
      'Q103 Q100 1',
      `Q100 ${maria.id} 1`,
      'Q103 Q101 1',
      `Q101 ${maria.id} 1`,
    ])
    expect(await edges('id: "Q103", depth: 9')).toEqual(await edges('id: "Q103", depth: 2'))
    expect(await edges('id: "Q103", depth: -3')).toEqual([])
  })

  it('keeps the strongest edges, and the nodes of these edges with the start', async () => {
    const { nodes, edges: kept } = await network('id: "Q103", depth: 2, limit: 1')
    expect(kept).toEqual([{ src: 'Q100', dst: 'Q101', weight: 3, kind: 'co_mention' }])
    expect(nodes.map(({ entityId }) => entityId)).toEqual(['Q103', 'Q100', 'Q101'])
  })

  const january = 'dateFrom: "2026-01-01", dateTo: "2026-01-31"'
  it.each([
    ['a day in Brasília', january, ['Q100 Q101 1', `Q100 ${maria.id} 1`]],
    ['a day whose end is included', 'dateTo: "2025-12-31"', ['Q100 Q101 1']],
    ['no end', 'dateFrom: "2026-02-10"', ['Q100 Q101 1', 'Q100 Q103 1']],
    ['an instant, excluded', 'dateFrom: "2026-02-10T12:00:01-03:00"', []],
    ['an instant, included', 'dateFrom: "2026-02-10T12:00:00-03:00"', ['Q100 Q101 1', 'Q100 Q103 1']],
    ['all days', 'dateFrom: "2025-12-31"', ['Q100 Q101 3', 'Q100 Q103 1', `Q100 ${maria.id} 1`]],
    ['its strongest edges', 'dateFrom: "2025-12-31", limit: 1', ['Q100 Q101 3']],
    ['two hops', `${january}, depth: 2`, ['Q100 Q101 1', `Q100 ${maria.id} 1`, `Q101 ${maria.id} 1`]],
    ['no hop', `${january}, depth: 0`, []],
  ])('counts the articles of a period: %s', async (_, args, expected) => {
    expect(await edges(`id: "Q100", ${args}`)).toEqual(expected)
  })

  // Since that day Q100 has three mentions; its neighbours Q101 three, Q103 one and Maria two.
  it.each([
    [1, 3],
    [2, 9],
  ])('refuses a period with too many mentions at depth %i', async (depth, mentions) => {
    const window = { from: new Date('2025-12-31T00:00:00-03:00') }
    const read = (mentionsMax: number) =>
      findEntityNetwork(stack.db, { entityId: 'Q100', depth, limit: 9, window, mentionsMax })
    expect((await read(mentions)).edges[0]).toEqual({ src: 'Q100', dst: 'Q101', weight: 3 })
    await expect(read(mentions - 1)).rejects.toMatchObject({
      code: 'LIMIT_EXCEEDED',
      details: { argument: 'dateFrom' },
    })
  })

  it('is empty for an unknown start and has one node for a start without neighbours', async () => {
    expect(await network('id: "Q999", depth: 2')).toEqual({ nodes: [], edges: [] })
    expect((await network('id: "Q104", depth: 2')).nodes).toHaveLength(1)
  })
})
