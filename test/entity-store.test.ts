import { storeFeatures } from '@pauta/core/features/derived'
import { upsertFeatures } from '@pauta/core/features/features'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { parseFieldUpdate } from '@pauta/core/field-updates/updatable-fields'
import { updateField } from '@pauta/core/field-updates/field-update'
import { upsertArticles } from '@pauta/core/ingest/writes'
import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import type { EntityRecord } from '@pauta/core/entities/entity-record'
import { MENTIONED_MAX } from '@pauta/core/entities/mentions'
import { rebuildEntityStore } from '@pauta/core/entities/rebuild'
import { listRegistry, readRegistryState, seedRegistry } from '@pauta/core/entities/registry'
import { listDue } from '@pauta/core/steps/steps'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deriveEntityStore, readEntityStore, readSources } from './kit/oracles/entity-store.ts'
import { anArticle, received } from './kit/rows/factories.ts'
import { byForm, seedByForm } from './kit/runner/form.ts'
import { shareTestStack } from './kit/stack/shared-stack.ts'
import type { TestStack } from './kit/stack/stack.ts'
import { clearTables, tables } from './kit/rows/tables.ts'

const RUNS = byForm({ short: 8, long: 100 })
const SEED = seedByForm(20_260_604)
const IDS = ['a_000001', 'b_000002', 'c_000003', 'd_000004']
const ENTITIES = ['Q155', 'Q40236', 'Q1065', 'Q7817', 'Q156238']
const UNKNOWN = ['Q999999999', 'no id at all', 'dgb_01KBBKB8000000000000000000']

let stack: TestStack
beforeAll(async () => {
  // No worker runs, because an enriched article would get features of its own.
  stack = await shareTestStack({ idleWorkers: ['enrich', 'index', 'embed'] })
})
afterAll(() => stack.stop())
beforeEach(() => clearTables(stack.db, ['articles', 'entityEdges', 'entityCounts']))

const id = fc.constantFrom(...IDS)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

const scraped = fc.record({
  uniqueId: id,
  agencyKey: fc.constantFrom('mec', 'saude'),
  title: fc.constantFrom('Título', 'Outro título'),
  // Either side of a local midnight, which is 03:00 in UTC.
  publishedAt: fc.constantFrom('2026-05-02T02:59:59Z', '2026-05-02T03:00:00Z', '2026-05-09T12:00:00Z'),
  content: maybe(fc.constantFrom('Texto.', 'Texto novo.')),
  themeL1Code: maybe(fc.constantFrom('01', '02')),
})

const entity = fc.record(
  {
    text: fc.constant('nome'),
    type: fc.constantFrom('ORG', 'LOC'),
    canonical_id: fc.constantFrom(...ENTITIES, ...ENTITIES, ...UNKNOWN, null),
    count: fc.constantFrom(1, 2, 7, 0, -1, null),
    salience: fc.double({ min: 0, max: 1, noNaN: true }),
  },
  { requiredKeys: ['text', 'type'] },
)

const features = fc.record(
  {
    entities: fc.oneof(
      { weight: 6, arbitrary: fc.array(entity, { maxLength: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom(null, 'nothing', {}, [null, 'x', 3, []]) },
    ),
    sentiment: fc.constantFrom(
      { label: 'positive', score: 0.513 },
      { label: 'negative' },
      { score: -0.25 },
      { label: '', score: 'much' },
      'good',
      null,
    ),
    readability_flesch: fc.constantFrom(41.5, 0, null, 'easy'),
    word_count: fc.constantFrom(120, 0, null),
    view_count: fc.nat(9),
  },
  { requiredKeys: [] },
)

type Value<A> = A extends fc.Arbitrary<infer T> ? T : never
type Step =
  | { do: 'scrape'; articles: Value<typeof scraped>[] }
  | { do: 'merge' | 'derive'; items: { uniqueId: string; features: Value<typeof features> }[] }
  | { do: 'take down' | 'put back'; ids: string[] }
  | { do: 'set'; uniqueId: string; score: number }
  | { do: 'rebuild' }

const items = fc.array(fc.record({ uniqueId: id, features }), { minLength: 1, maxLength: 4 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('scrape' as const),
      articles: fc.array(scraped, { maxLength: 4 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('merge' as const, 'derive' as const), items }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('take down' as const, 'put back' as const),
      ids: fc.subarray(IDS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      uniqueId: id,
      score: fc.constantFrom(0.75, -0.75),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
)

async function perform(one: Step): Promise<void> {
  const { db } = stack
  switch (one.do) {
    case 'scrape':
      await upsertArticles(
        db,
        one.articles.map((article) => received(anArticle(article))),
      )
      break
    case 'merge':
      await upsertFeatures(db, one.items as never)
      break
    case 'derive': {
      const given = new Map(one.items.map((item) => [item.uniqueId, item.features]))
      const due = await listDue(db, 'enrich', [...given.keys()])
      await storeFeatures(db, due.map((step) => ({ ...step, features: given.get(step.uniqueId) })) as never)
      break
    }
    case 'take down':
    case 'put back':
      await setTakenDown(db, one.ids, one.do === 'take down' ? new Date() : null)
      break
    case 'set':
      await updateField(
        db,
        { uniqueId: one.uniqueId, model: stack.model.name },
        parseFieldUpdate('sentiment_score', one.score, new Date()),
      )
      break
    case 'rebuild':
      await rebuildEntityStore(db)
      break
  }
}

/** Features that name these entities. */
const mentioning = (...ids: string[]) => ({
  entities: ids.map((canonical_id) => ({ text: 'x', type: 'ORG', canonical_id, count: 1 })),
})

/** Publishes articles whose texts name entities. */
const publishNaming = (named: Record<string, string[]>) =>
  stack.publish(
    Object.keys(named).map((uniqueId) => anArticle({ uniqueId })),
    Object.entries(named).map(([uniqueId, ids]) => ({ uniqueId, features: mentioning(...ids) })),
  )

describe('the entity store', () => {
  it('equals its rows after any sequence of changes, and equals a rebuild', async () => {
    let edges = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14, size: 'max' }), async (steps) => {
        await clearTables(stack.db, ['articles', 'entityEdges', 'entityCounts'])
        for (const one of steps) await perform(one)
        const kept = await readEntityStore(stack.db)
        expect(kept).toEqual(deriveEntityStore(await readSources(stack.db)))
        await clearTables(stack.db, ['articleEntities', 'articleMetrics', 'entityEdges', 'entityCounts'])
        // The articles of a run are one or two pages, full ones too.
        await rebuildEntityStore(stack.db, { pageArticles: 2 })
        expect(await readEntityStore(stack.db)).toEqual(kept)
        edges += kept.edges.length
      }),
      { numRuns: RUNS, seed: SEED, endOnFailure: true },
    )
    expect(edges).toBeGreaterThan(RUNS)
  })

  it.each([
    { entities: [{ text: 'x', type: 'ORG', canonical_id: 'Q155', count: 1 }] },
    { sentiment: { label: 'negative', score: -0.5 } },
    { readability_flesch: 41.5 },
    { word_count: 120 },
  ])('follows a feature that arrives alone: %j', async (features) => {
    const uniqueId = 'a_000001'
    await stack.publish([anArticle({ uniqueId })])
    const before = await readEntityStore(stack.db)
    await upsertFeatures(stack.db, [{ uniqueId, features }])
    const after = await readEntityStore(stack.db)
    expect(after).toEqual(deriveEntityStore(await readSources(stack.db)))
    expect(after).not.toEqual(before)
  })

  it.each<[string, number, (place: number) => object]>([
    ['the most salient', 20, (place) => ({ salience: place / 1000 })],
    ['the salient before those without salience', 20, (place) => (place < 20 ? {} : { salience: 0.001 })],
    ['of equally salient ones the most mentioned', 20, (place) => ({ count: place + 1 })],
    ['of equal ones the first by id', 0, () => ({})],
  ])('keeps of very many entities %s', async (_, from, weigh) => {
    const ids = GAZETTEER.map((one) => one.id).toSorted()
    const many = ids.slice(0, MENTIONED_MAX + 20)
    const entities = many.map((id, place) => ({ text: 'x', type: 'ORG', canonical_id: id, ...weigh(place) }))
    const uniqueId = 'muitas_000001'
    await stack.publish([anArticle({ uniqueId })], [{ uniqueId, features: { entities } }])
    const { mentions, edges } = await readEntityStore(stack.db)
    expect(mentions.map((row) => row['entityId'])).toEqual(many.slice(from, from + MENTIONED_MAX))
    expect(edges).toHaveLength(MENTIONED_MAX * (MENTIONED_MAX - 1))
  })

  it('is repaired by a rebuild after any damage', async () => {
    await publishNaming({ a_000001: ['Q155', 'Q1065'], b_000002: ['Q155', 'Q1065', 'Q7817'] })
    const right = await readEntityStore(stack.db)
    expect(right.edges.map(({ weight }) => weight)).toEqual([2, 1, 2, 1, 1, 1])
    const { db } = stack
    await tables.entityEdges.remove(db, { src: 'Q155' })
    await tables.entityEdges.set(db, {}, { weight: 40 })
    await tables.entityEdges.add(db, [
      { src: 'Q40236', dst: 'Q155', weight: 3 },
      { src: 'gone', dst: 'Q155', weight: 3 },
    ])
    await tables.entityCounts.set(db, {}, { articles: 9 })
    await tables.entityCounts.add(db, { entityId: 'Q40236', articles: 4 })
    await tables.articleEntities.remove(db, { uniqueId: 'a_000001' })
    await tables.articleMetrics.remove(db)
    const seen: string[] = []
    await rebuildEntityStore(stack.db, {
      onProgress: ({ phase, done, total }) => seen.push(`${phase} ${done}/${total}`),
    })
    expect(await readEntityStore(stack.db)).toEqual(right)
    expect(seen[0]).toBe('articles 2/2')
    expect(seen.at(-1)).toMatch(/^entities (\d+)\/\1$/)
  })

  it('writes the numbers of the articles that change, and of no other', async () => {
    await stack.write([anArticle({ uniqueId: 'a_000001' }), anArticle({ uniqueId: 'b_000002' })])
    await tables.articleMetrics.remove(stack.db)
    await upsertFeatures(stack.db, [{ uniqueId: 'a_000001', features: { word_count: 120 } }])
    const { metrics } = await readEntityStore(stack.db)
    expect(metrics).toMatchObject([{ uniqueId: 'a_000001', wordCount: 120 }])
  })

  it('loses only what a text names no more, and does not fail a writer when a count is wrong', async () => {
    await publishNaming({ a_000001: ['Q155', 'Q1065'], b_000002: ['Q1065', 'Q7817'] })
    await tables.entityEdges.remove(stack.db, { src: 'Q155' })
    await tables.entityCounts.remove(stack.db, { entityId: 'Q155' })
    await upsertFeatures(stack.db, [{ uniqueId: 'a_000001', features: mentioning() }])
    const left = await readEntityStore(stack.db)
    expect(left).toEqual(deriveEntityStore(await readSources(stack.db)))
    expect([left.mentions, left.edges, left.counts].map(({ length }) => length)).toEqual([2, 2, 2])
    await upsertFeatures(stack.db, [{ uniqueId: 'b_000002', features: mentioning('Q1065') }])
    expect((await readEntityStore(stack.db)).counts).toEqual([{ entityId: 'Q1065', articles: 1 }])
  })
})

describe('the registry', () => {
  const person: EntityRecord = {
    id: 'dgb_01KBBKB8010000000000000000',
    canonicalName: 'Ana Prado de Sá',
    type: 'PER',
    aliases: ['Ana de Sá', 'ANA DE SÁ', '—'],
    description: 'Pessoa fictícia',
  }

  it('has the gazetteer, name for name', async () => {
    const registry = await listRegistry(stack.db)
    const ids = registry.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    const listed = new Map(registry.map((entity) => [entity.id, entity]))
    for (const { id, canonicalName, type, aliases, agencyKey } of GAZETTEER) {
      const names = [...new Set(aliases)].filter((alias) => alias !== canonicalName)
      expect(listed.get(id)).toEqual({
        id,
        canonicalName,
        type,
        aliases: names,
        ...(agencyKey && { agencyKey }),
      })
    }
    const policies =
      await stack.db`select domain, lifecycle_phase, enabling_laws, responsible_agencies, instance_of
      from policies p join entities e using (entity_id) where canonical_name = 'Bolsa Família'`
    expect(policies).toEqual([
      {
        domain: 'SOCIAL',
        lifecyclePhase: 'ROUTINE',
        enablingLaws: ['Lei do Bolsa Família'],
        responsibleAgencies: ['mds'],
        instanceOf: 'programa de transferência de renda',
      },
    ])
  })

  it('writes only new or different entities', async () => {
    expect(await seedRegistry(stack.db, GAZETTEER)).toEqual([])
    const before = await readRegistryState(stack.db)
    expect(await seedRegistry(stack.db, [person, ...GAZETTEER])).toEqual([person.id])
    expect(
      await stack.db`select alias, folded, position from entity_aliases where entity_id = ${person.id}
      order by position`,
    ).toEqual([
      { alias: 'Ana Prado de Sá', folded: 'ana prado de sa', position: 0 },
      { alias: 'Ana de Sá', folded: 'ana de sa', position: 1 },
      { alias: 'ANA DE SÁ', folded: 'ana de sa', position: 2 },
    ])
    const added = await readRegistryState(stack.db)
    expect(added).not.toBe(before)
    const renamed = { ...person, aliases: ['Ana P. de Sá'] }
    expect(await seedRegistry(stack.db, [renamed])).toEqual([person.id])
    expect(await readRegistryState(stack.db)).not.toBe(added)
    const found = (await listRegistry(stack.db)).find(({ id }) => id === person.id)
    expect(found?.aliases).toEqual(['Ana P. de Sá'])
    await tables.entities.remove(stack.db, { entityId: person.id })
  })
})

describe('an entity that only features name', () => {
  const ID = 'Q99999999'
  const mention = (text: string, canonical_id: string, type = 'PER', salience = 0.5) => ({
    text,
    type,
    canonical_id,
    salience,
    count: 2,
  })

  it('joins the registry with the name and type of its most salient mention, and every query returns it', async () => {
    await stack.publish([anArticle({ uniqueId: 'nova_000001' })])
    const entities = [
      mention('J. Silva', ID, 'PER', 0.1),
      // Of equally salient names, the first one by its letters.
      mention('João da Silva Zauro', ID, 'PER', 0.9),
      mention('João da Silva Sauro', ID, 'PER', 0.9),
      mention('Brasil', 'Q155', 'LOC'),
      mention('Sem forma', 'Q12x'),
      mention('Outra forma', 'dgb_curto'),
      mention('De tipo nenhum', 'Q88888888', 'MISC'),
    ]
    await upsertFeatures(stack.db, [{ uniqueId: 'nova_000001', features: { entities } }])
    await stack.publish([])
    const answer = await stack.query(
      `query ($id: String!) {
        entity(id: $id) { canonicalName type wikidataId }
        entityArticles(entityId: $id) { found articles { uniqueId } }
        articles(filter: { entityCanonical: [$id] }) { found }
        relatedEntities(id: $id) { canonicalId weight }
        entityCoverage(entityId: $id) { articleCount totalMentions }
        entitySuggestions(type: "CANONICAL", query: "joao da silva s") { value label count }
        entitySearch(query: "Joao da Silva Sauro", limit: 1) { entityId articleCount matchType }
      }`,
      { id: ID },
    )
    expect(answer).toEqual({
      entity: { canonicalName: 'João da Silva Sauro', type: 'PER', wikidataId: ID },
      entityArticles: { found: 1, articles: [{ uniqueId: 'nova_000001' }] },
      articles: { found: 1 },
      relatedEntities: [{ canonicalId: 'Q155', weight: 1 }],
      entityCoverage: [{ articleCount: 1, totalMentions: 6 }],
      entitySuggestions: [expect.objectContaining({ label: 'João da Silva Sauro', count: 1 })],
      entitySearch: [{ entityId: ID, articleCount: 1, matchType: 'alias_exact' }],
    })
    const known = await stack.db<{ entityId: string }[]>`
      select entity_id from entities where entity_id = any(${[ID, 'Q12x', 'dgb_curto', 'Q88888888']})`
    expect(known.map(({ entityId }) => entityId)).toEqual([ID])
  })

  it('joins beside more salient names without an id, as many as an article may name', async () => {
    await stack.write([anArticle({ uniqueId: 'nova_000004' })])
    const nameless = { ...mention('Sem id', ''), canonical_id: null, salience: 0.9 }
    const named = mention('Ana Prado', 'Q55555555')
    const entities = [...Array.from({ length: MENTIONED_MAX }, () => nameless), named]
    await upsertFeatures(stack.db, [{ uniqueId: 'nova_000004', features: { entities } }])
    expect(await tables.entities.count(stack.db, { canonicalName: 'Ana Prado' })).toBe(1)
  })

  it('is not searched for in texts, and is replaced by the catalogue', async () => {
    const state = await readRegistryState(stack.db)
    await stack.write([anArticle({ uniqueId: 'nova_000002' })])
    await upsertFeatures(stack.db, [
      { uniqueId: 'nova_000002', features: { entities: [mention('Maria', 'Q77777777')] } },
    ])
    expect(await readRegistryState(stack.db)).toBe(state)
    expect((await listRegistry(stack.db)).map(({ id }) => id)).not.toContain('Q77777777')
    const entity: EntityRecord = { id: 'Q77777777', canonicalName: 'Maria', type: 'PER', aliases: [] }
    expect(await seedRegistry(stack.db, [entity])).toEqual(['Q77777777'])
    expect((await listRegistry(stack.db)).map(({ id }) => id)).toContain('Q77777777')
  })

  it('joins in a rebuild too, when features named it before', async () => {
    await stack.write([anArticle({ uniqueId: 'nova_000003' })])
    const features = { entities: [mention('Antes', 'Q66666666')] }
    await tables.articleFeatures.add(stack.db, { uniqueId: 'nova_000003', features })
    await rebuildEntityStore(stack.db)
    expect(await tables.entityCounts.count(stack.db, { entityId: 'Q66666666', articles: 1 })).toBe(1)
  })
})
