import { mergeEntities } from '@pauta/core/entities/merge-entities'
import { findEntity } from '@pauta/core/entities/queries'
import { allowPerson, leaveOutRemoved, removePerson } from '@pauta/core/removals/removed-people'
import { splitEntity } from '@pauta/core/entities/split-entity'
import { refreshEntityStore } from '@pauta/core/entities/upkeep'
import { eraseWords } from '@pauta/core/removals/erase'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeEnded } from '../kit/rows/article-rows.ts'
import { at, NOW, type Columns } from '../kit/rows/delivery-rows.ts'
import { anEntity, registerOnly } from '../kit/rows/entities.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// What operators change about entities, on articles that name them in different ways. No worker runs beside the rows.
const ANA = anEntity({ id: 'Q1', type: 'PER', canonicalName: 'Ana Souza', aliases: ['Ana de Souza Lima'] })
const BIA = anEntity({ id: 'Q2', type: 'PER', canonicalName: 'Bia Reis', aliases: ['Beatriz Reis'] })
const FUNAI = anEntity({ id: 'Q3', type: 'ORG', canonicalName: 'Funai' })
const OLD = anEntity({ id: 'Q9', type: 'PER', canonicalName: 'A. Souza' })

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'nameSightings', 'removedPeople', 'entityEdges', 'entityMerges'])
  await registerOnly(stack, [ANA, BIA, FUNAI, OLD])
})

/** Writes articles with these features, whose mentions the entity store has. */
async function write(articles: Record<string, object>): Promise<void> {
  await writeEnded(stack.db, Object.fromEntries(Object.keys(articles).map((id) => [id, {}])))
  await tables.articleFeatures.remove(stack.db)
  await tables.articleFeatures.add(
    stack.db,
    Object.entries(articles).map(([uniqueId, features]) => ({ uniqueId, features })),
  )
  await stack.db.begin((tx) => refreshEntityStore(tx, Object.keys(articles)))
}
const person = (id: string | null, text = 'x', office?: string) => ({
  type: 'PER',
  text,
  canonical_id: id,
  ...(office !== undefined && { office }),
})
const readIds = async (uniqueId: string) => {
  const [row] = await stack.db<{ features: Record<string, { canonical_id: string | null }[] | number> }[]>`
    select features from article_features where unique_id = ${uniqueId}`
  return Object.fromEntries(
    Object.entries(row?.features ?? {}).map(([key, items]) => [
      key,
      Array.isArray(items) ? items.map(({ canonical_id: id }) => id) : items,
    ]),
  )
}
const listDue = async () =>
  (
    await stack.db<{ uniqueId: string }[]>`
      select unique_id from pipeline_steps where step = 'index' and status = 'due' order by unique_id`
  ).map(({ uniqueId }) => uniqueId)
/** Collects the articles that become due. */
function watch() {
  const due: string[][] = []
  return { due, onBatch: async (ids: readonly string[]) => void due.push([...ids]) }
}
const isKnown = async (id: string) => (await findEntity(stack.db, id)) !== undefined

describe('a merge', () => {
  const merge = (fromId: string, intoId: string, options = {}) =>
    mergeEntities(stack.db, { fromId, intoId }, options)

  it('moves names, mentions and annotations, and everything that was merged before', async () => {
    await write({
      annotated: { content_annotations: [person('Q1'), person('Q3')] },
      both: { entities: [person('Q1'), person('Q2')], content_annotations: [person('Q1')], word_count: 5 },
      mentioned: { entities: [person('Q1')] },
      other: { entities: [person('Q3')], content_annotations: [person('Q2')] },
    })
    await merge('Q9', 'Q1')
    await tables.entityEdges.add(stack.db, [
      { src: 'Q1', dst: 'Q3', weight: 1 },
      { src: 'Q3', dst: 'Q1', weight: 1 },
    ])
    const { due, onBatch } = watch()
    expect(await merge('Q1', 'Q2', { onBatch })).toBe(3)
    expect(due).toEqual([['annotated', 'both', 'mentioned']])
    expect(await listDue()).toEqual(['annotated', 'both', 'mentioned'])
    expect(await readIds('annotated')).toEqual({ content_annotations: ['Q2', 'Q3'] })
    expect(await readIds('mentioned')).toEqual({ entities: ['Q2'] })
    expect((await readIds('both'))['content_annotations']).toEqual(['Q2'])
    expect((await readIds('both'))['word_count']).toBe(5)
    expect(await isKnown('Q1')).toBe(false)
    expect((await findEntity(stack.db, 'Q2'))?.aliases).toEqual([
      'Beatriz Reis',
      'Ana Souza',
      'Ana de Souza Lima',
      'A. Souza',
    ])
    const merges = await stack.db`select entity_id, into_id from entity_merges order by entity_id`
    expect(merges).toEqual(['Q1', 'Q9'].map((entityId) => ({ entityId, intoId: 'Q2' })))
    expect(await tables.entityEdges.count(stack.db, { src: 'Q1' })).toBe(0)
    expect(await tables.entityEdges.count(stack.db, { dst: 'Q1' })).toBe(0)
    // A repeated call finds nothing to do, and another one no entity.
    expect(await merge('Q1', 'Q2')).toBe(0)
    await expect(merge('Q1', 'Q3')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('holds for features that name the former id: its mentions are of the entity that stayed', async () => {
    await merge('Q1', 'Q2')
    await write({ late: { entities: [person('Q1', 'Ana Souza')] } })
    expect(await isKnown('Q1')).toBe(false)
    const mentions = await stack.db`select unique_id, entity_id from article_entities`
    expect(mentions).toEqual([{ uniqueId: 'late', entityId: 'Q2' }])
  })

  it.each([
    ['Q1', 'Q1', 'BAD_USER_INPUT'],
    ['Q1', 'Q7', 'NOT_FOUND'],
    ['Q7', 'Q1', 'NOT_FOUND'],
  ])('of %s into %s is refused: %s', async (fromId, intoId, code) => {
    await expect(merge(fromId, intoId)).rejects.toMatchObject({ code })
    expect(await isKnown('Q1')).toBe(true)
  })

  it('that is stopped moves nothing, and continues later', async () => {
    await write({ a: { entities: [person('Q1')] } })
    await expect(merge('Q1', 'Q2', { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow(
      'stopped',
    )
    expect(await readIds('a')).toEqual({ entities: ['Q1'] })
    expect(await merge('Q1', 'Q2')).toBe(1)
    expect(await readIds('a')).toEqual({ entities: ['Q2'] })
  })
})

describe('an entity that no registry has', () => {
  it('has the most salient name that is neither blank nor too long', async () => {
    const named = (text: string, salience: number) => ({ ...person('Q5', text), salience })
    const names = [named(' ', 0.9), named('x'.repeat(1001), 0.8), named('Cida Dias', 0.2), named('Cida', 0.1)]
    await write({ a: { entities: names } })
    expect((await findEntity(stack.db, 'Q5'))?.canonicalName).toBe('Cida Dias')
  })

  it('becomes known with the article that names it, not with another one', async () => {
    await write({ a: {}, b: {} })
    await tables.articleFeatures.set(stack.db, { uniqueId: 'b' }, { features: { entities: [person('Q5')] } })
    for (const [id, known] of [
      ['a', false],
      ['b', true],
    ] as const) {
      await stack.db.begin((tx) => refreshEntityStore(tx, [id]))
      expect(await isKnown('Q5')).toBe(known)
    }
  })

  it('stays unknown while the only article that names it is taken down', async () => {
    await write({ a: {} })
    await tables.articles.set(stack.db, { uniqueId: 'a' }, { deletedAt: NOW })
    await tables.articleFeatures.set(stack.db, { uniqueId: 'a' }, { features: { entities: [person('Q5')] } })
    const refresh = () => stack.db.begin((tx) => refreshEntityStore(tx, ['a']))
    await refresh()
    expect(await isKnown('Q5')).toBe(false)
    await tables.articles.set(stack.db, { uniqueId: 'a' }, { deletedAt: null })
    await refresh()
    expect(await isKnown('Q5')).toBe(true)
  })
})

describe('a split', () => {
  const split = (others: object, options = {}) =>
    splitEntity(stack.db, { entityId: 'Q1', ...others }, options)

  beforeEach(() =>
    write({
      a: { entities: [person('Q1', 'Ana Souza', 'ministra da Educação')] },
      b: { entities: [person('Q1', 'Ana Souza', 'Prefeita de Cascavel'), person('Q2', 'Bia', 'ministra')] },
      c: { entities: [person('Q1', 'Ana Souza')] },
      d: {
        entities: [person('Q1', 'Ana Souza', 'ex-prefeita de Cascavel')],
        content_annotations: [person('Q1')],
      },
    }),
  )

  it.each<[object, string[]]>([
    [{ office: 'prefeita de Cascavel' }, ['b', 'd']],
    [{ office: 'PREFEITA' }, ['b', 'd']],
    [{ office: 'ministra' }, ['a']],
    [{ uniqueIds: ['c', 'd', 'x'] }, ['c', 'd']],
    [{ office: 'prefeita', uniqueIds: ['a', 'd'] }, ['d']],
    [{}, ['a', 'b', 'c', 'd']],
  ])('by %j takes the articles %j', async (others, ids) => {
    const { due, onBatch } = watch()
    const { id, articles } = await split(others, { onBatch })
    expect([articles, due, await listDue()]).toEqual([ids.length, [ids], ids])
    for (const uniqueId of ['a', 'b', 'c', 'd'])
      expect((await readIds(uniqueId))['entities']).toContain(ids.includes(uniqueId) ? id : 'Q1')
    expect(await findEntity(stack.db, id)).toMatchObject({
      canonicalName: 'Ana Souza',
      type: 'PER',
      aliases: [],
    })
    expect(await tables.articleEntities.count(stack.db, { entityId: id })).toBe(ids.length)
    expect(await tables.articleEntities.count(stack.db, { entityId: 'Q1' })).toBe(4 - ids.length)
  })

  it('by an office that no article states is refused', async () => {
    await expect(split({ office: 'Casca' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await tables.entities.count(stack.db, { source: 'features' })).toBe(0)
  })

  it('moves the offices that the articles state, and leaves those of others', async () => {
    const office = { agencyKey: 'mec', firstSeen: new Date(0), lastSeen: new Date(0) }
    const folded = ['prefeita de cascavel', 'ministra da educacao']
    await tables.entityOffices.add(
      stack.db,
      folded.map((each) => ({ ...office, entityId: 'Q1', office: each, folded: each })),
    )
    const { id } = await split({ uniqueIds: ['b'] })
    const rows = await stack.db`select entity_id, folded from entity_offices order by folded`
    expect(rows).toEqual([
      { entityId: 'Q1', folded: 'ministra da educacao' },
      { entityId: id, folded: 'prefeita de cascavel' },
    ])
  })

  it('of an unknown entity is refused, and a stopped one moves nothing', async () => {
    await expect(split({ entityId: 'Q7' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(split({}, { signal: AbortSignal.abort(new Error('stopped')) })).rejects.toThrow('stopped')
    expect(await readIds('c')).toEqual({ entities: ['Q1'] })
  })
})

describe('the removal of a person', () => {
  beforeEach(async () => {
    await write({
      annotated: {
        entities: [person('Q1', 'Ana'), { ...person('Q3', 'Ana Souza'), type: 'ORG' }],
        content_annotations: [person('Q1', 'Ana'), person('Q2', 'Bia')],
      },
      named: { entities: [person(null, 'ANA SOUZA'), person('Q2', 'Bia')], word_count: 5 },
      other: { entities: [person('Q2', 'Bia Reis')] },
    })
    const sighting = { uniqueId: 'named', folded: 'ana souza', office: null }
    await tables.nameSightings.add(stack.db, [
      { ...sighting, type: 'PER' },
      { ...sighting, type: 'ORG' },
      { ...sighting, type: 'PER', uniqueId: 'other', folded: 'bia reis' },
    ])
  })

  it.each<[string, number]>([
    ['Q1', 1],
    ['Ána  SOUZA', 1],
    ['Ana de Souza Lima', 1],
  ])('by %j leaves nobody of that name, and everything else', async (who, entities) => {
    const { due, onBatch } = watch()
    const ids = who === 'Ana de Souza Lima' ? ['annotated'] : ['annotated', 'named']
    expect(await removePerson(stack.db, who, { onBatch })).toEqual({ articles: ids.length, entities })
    expect([due, await listDue()]).toEqual([[ids], ids])
    expect(await readIds('annotated')).toEqual({ entities: ['Q3'], content_annotations: ['Q2'] })
    const named = ids.includes('named') ? ['Q2'] : [null, 'Q2']
    expect(await readIds('named')).toEqual({ entities: named, word_count: 5 })
    expect(await readIds('other')).toEqual({ entities: ['Q2'] })
    expect([await isKnown('Q1'), await isKnown('Q2'), await isKnown('Q3')]).toEqual([false, true, true])
    const left = await stack.db`select type, folded from name_sightings order by type, folded`
    expect(left).toEqual([
      { type: 'ORG', folded: 'ana souza' },
      ...(ids.includes('named') ? [] : [{ type: 'PER', folded: 'ana souza' }]),
      { type: 'PER', folded: 'bia reis' },
    ])
  })

  it.each([
    ['Q7', 'NOT_FOUND'],
    ['Q3', 'BAD_USER_INPUT'],
    ['—', 'BAD_USER_INPUT'],
  ])('by %j is refused: %s', async (who, code) => {
    await expect(removePerson(stack.db, who)).rejects.toMatchObject({ code })
    expect(await tables.removedPeople.count(stack.db)).toBe(0)
  })

  it('passes over an article whose features have lost the names since they were recorded', async () => {
    const features = { entities: null, content_annotations: null, word_count: 5 }
    await tables.articleFeatures.set(stack.db, { uniqueId: 'named' }, { features })
    expect(await removePerson(stack.db, 'Q1')).toEqual({ articles: 2, entities: 1 })
    expect(await readIds('named')).toEqual(features)
    expect(await readIds('annotated')).toEqual({ entities: ['Q3'], content_annotations: ['Q2'] })
  })

  it('leaves no edge and no merge of the person, and those of others', async () => {
    const edges = [
      { src: 'Q1', dst: 'Q2' },
      { src: 'Q2', dst: 'Q1' },
      { src: 'Q2', dst: 'Q3' },
    ]
    await tables.entityEdges.add(
      stack.db,
      edges.map((edge) => ({ ...edge, weight: 1 })),
    )
    await tables.entityMerges.add(stack.db, [
      { entityId: 'Q10', intoId: 'Q1' },
      { entityId: 'Q11', intoId: 'Q2' },
    ])
    await removePerson(stack.db, 'Q1')
    expect(await stack.db`select src, dst from entity_edges`).toEqual([{ src: 'Q2', dst: 'Q3' }])
    expect(await stack.db`select entity_id from entity_merges`).toEqual([{ entityId: 'Q11' }])
  })

  it('by a name leaves an organisation of the same name', async () => {
    const namesake = anEntity({ id: 'Q4', type: 'ORG', canonicalName: 'Ana Souza' })
    await registerOnly(stack, [ANA, BIA, FUNAI, namesake])
    expect(await removePerson(stack.db, 'Ana Souza')).toMatchObject({ entities: 1 })
    expect([await isKnown('Q1'), await isKnown('Q4')]).toEqual([false, true])
  })

  it('holds for later articles until the name is allowed again', async () => {
    await removePerson(stack.db, 'Bruno Dias')
    const items: Columns[] = [
      person(null, 'BRUNO DIAS'),
      { ...person(null, 'Bruno Dias'), type: 'ORG' },
      person(null, 'Bruno'),
      person(null, '…'),
    ]
    const features = { entities: items, content_annotations: [items[0]], word_count: 5 }
    const leave = async () =>
      (await leaveOutRemoved(stack.db, [{ uniqueId: 'a', features: features as never }]))[0]
    expect((await leave())?.features).toEqual({
      entities: items.slice(1),
      content_annotations: [],
      word_count: 5,
    })
    expect(await allowPerson(stack.db, 'bruno DIAS')).toBe(true)
    expect(await allowPerson(stack.db, 'bruno DIAS')).toBe(false)
    expect((await leave())?.features).toEqual(features)
  })
})

describe('an erasure of an article', () => {
  it('takes the entities that it alone mentioned and that nobody entered or merged', async () => {
    const [alone, shared, target, unnamed] = ['Q5', 'Q6', 'Q7', 'Q8'].map((id) =>
      anEntity({ id, type: 'PER', canonicalName: id }),
    ) as [typeof ANA, typeof ANA, typeof ANA, typeof ANA]
    await registerOnly(stack, [ANA, alone, shared, target, unnamed])
    const found = [alone, shared, target, unnamed].map(({ id }) => id)
    await tables.entities.set(stack.db, { entityId: found }, { source: 'features' })
    await tables.entityMerges.add(stack.db, { entityId: 'Q9', intoId: target.id })
    await write({
      erased: { entities: [ANA, alone, shared, target].map(({ id }) => person(id)) },
      other: { entities: [person(shared.id)] },
    })
    await eraseWords(stack.db, 'erased', new Date())
    const left = await stack.db`select entity_id from entities order by entity_id`
    expect(left.map(({ entityId }) => entityId as string)).toEqual(
      [ANA, shared, target, unnamed].map(({ id }) => id),
    )
  })

  it('takes the offices that it alone stated, of people whom it mentioned', async () => {
    await write({ erased: { entities: [person('Q1')] }, other: { entities: [person('Q1')] } })
    await tables.articles.set(stack.db, { uniqueId: 'other' }, { publishedAt: at(-60) })
    const office = (entityId: string, office: string, firstSeen: Date, lastSeen: Date) => ({
      entityId,
      office,
      folded: office,
      agencyKey: 'mec',
      firstSeen,
      lastSeen,
    })
    await tables.entityOffices.add(stack.db, [
      office('Q1', 'ministra', NOW, NOW),
      office('Q1', 'reitora', at(-60), NOW),
      office('Q1', 'deputada', NOW, at(60)),
      office('Q1', 'vereadora', at(-60), at(-60)),
      office('Q2', 'prefeita', NOW, NOW),
    ])
    await eraseWords(stack.db, 'erased', new Date())
    const left = await stack.db`select office from entity_offices order by office`
    expect(left.map(({ office }) => office as string)).toEqual([
      'deputada',
      'prefeita',
      'reitora',
      'vereadora',
    ])
  })
})
