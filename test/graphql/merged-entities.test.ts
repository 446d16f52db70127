import { mergeEntities } from '@pauta/core/entities/merge-entities'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anEntity, aPolicy, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Addresses and programs keep the id of an entity that an operator has merged into another one.
const kept = aPolicy({ id: 'Q920', canonicalName: 'Farmácia Popular' })
const merged = anEntity({ id: 'Q921', canonicalName: 'Aqui Tem Farmácia Popular', type: 'POLICY' })
const neighbour = anEntity({ id: 'Q922', canonicalName: 'Fiocruz' })

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, [kept, merged, neighbour])
  await stack.publish(
    [anArticle({ uniqueId: 'remedio_000001', publishedAt: '2025-03-10T12:00:00Z' })],
    [mentioning('remedio_000001', merged, neighbour)],
  )
  await mergeEntities(stack.db, { fromId: 'Q921', intoId: 'Q920' })
  // The index gets the new id.
  await stack.publish([])
})
afterAll(async () => {
  await tables.entityMerges.remove(stack.db)
  await stack.stop()
})

const OF_ENTITY = `query ($id: String!) {
  entity(id: $id) { entityId canonicalName aliases }
  relatedEntities(id: $id) { canonicalId weight }
  entityNetwork(id: $id) { nodes { entityId } edges { src dst weight } }
  within: entityNetwork(id: $id, dateFrom: "2025-03-01", dateTo: "2025-03-31") { nodes { entityId } }
  entityCoverage(entityId: $id) { period articleCount }
  entityArticles(entityId: $id) { found articles { uniqueId } }
  policyDetails(entityId: $id) { domain firstMentionedDate }
}`

it('an old id answers what the entity answers into which it was merged, without a warning', async () => {
  const asked = await stack.ask(OF_ENTITY, { id: 'Q921' })
  expect(asked).toMatchObject({ errors: [], extensions: {} })
  expect(asked.data).toEqual({
    entity: {
      entityId: 'Q920',
      canonicalName: 'Farmácia Popular',
      aliases: ['Aqui Tem Farmácia Popular'],
    },
    relatedEntities: [{ canonicalId: 'Q922', weight: 1 }],
    entityNetwork: {
      nodes: [{ entityId: 'Q920' }, { entityId: 'Q922' }],
      edges: [{ src: 'Q920', dst: 'Q922', weight: 1 }],
    },
    within: { nodes: [{ entityId: 'Q920' }, { entityId: 'Q922' }] },
    entityCoverage: [{ period: '2025-03-01', articleCount: 1 }],
    entityArticles: { found: 1, articles: [{ uniqueId: 'remedio_000001' }] },
    policyDetails: { domain: 'SOCIAL', firstMentionedDate: '2025-03-10' },
  })
  expect(await stack.query(OF_ENTITY, { id: 'Q920' })).toEqual(asked.data)
})

it('a filter with an old id has a warning that names the new one', async () => {
  const asked = await stack.ask('{ articles(filter: { entityCanonical: ["Q921", "Q929"] }) { found } }')
  expect(asked.data).toEqual({ articles: { found: 0 } })
  expect(asked.extensions?.['warnings']).toEqual([
    'entityCanonical: a entidade “Q921” foi unida a “Q920”: use este identificador.',
    'entityCanonical: não existe entidade com o identificador “Q929”.',
  ])
})

it('a feed at an old address is that of the entity into which it was merged', async () => {
  const feed = await stack.fetch('/feeds/entities/Q921.json')
  expect(feed.status).toBe(200)
  const { title, items } = (await feed.json()) as { title: string; items: { title: string }[] }
  expect([title, items.length]).toEqual(['Farmácia Popular', 1])
})
