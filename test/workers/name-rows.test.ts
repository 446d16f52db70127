import { identifyNames, markNamed } from '@pauta/core/entities/name-sightings'
import { listOffices, moveOffices, rememberOffices } from '@pauta/core/entities/offices'
import type { Features } from '@pauta/core/articles/article'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { at, type Columns } from '../kit/rows/delivery-rows.ts'
import { anEntity, registerOnly } from '../kit/rows/entities.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

// Which entity a name without an id becomes, and the offices that articles state. No worker runs beside the rows.
const ANA = anEntity({ id: 'Q1', type: 'PER', canonicalName: 'Ana Souza', aliases: ['Ana de Souza Lima'] })
const OTHER_ANA = anEntity({ id: 'Q2', type: 'PER', canonicalName: 'Ana Souza' })
const FUNAI = anEntity({ id: 'Q3', type: 'ORG', canonicalName: 'Funai' })
const PLACE = anEntity({ id: 'Q4', type: 'LOC', canonicalName: 'Rio Claro' })
const MINISTER = 'ministra da Educação'
const MAYOR = 'prefeita de Cascavel'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack({ idleWorkers: ['enrich', 'classify', 'embed', 'index'] })
})
afterAll(() => stack.stop())
beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'nameSightings', 'pipelineSteps'])
  await registerOnly(stack, [ANA, FUNAI, PLACE])
})

type Item = { type: string; text?: string; office?: string; canonical_id?: string | null }
const article = (uniqueId: string, agencyKey = 'mec', columns: Columns = {}) =>
  tables.articles.add(stack.db, {
    uniqueId,
    agencyKey,
    url: `https://a/${uniqueId}`,
    title: 'Um',
    publishedAt: at(-3600),
    ...columns,
  })
/** The ids that articles get for their items, in the order of these. */
async function identify(...named: [uniqueId: string, ...items: Item[]][]) {
  const articles = named.map(([uniqueId, ...entities]) => ({
    uniqueId,
    features: { entities } as unknown as Features,
  }))
  const found = await stack.db.begin((tx) => identifyNames(tx, articles))
  return found.map(({ features }) => (features.entities as Item[]).map((item) => item.canonical_id ?? null))
}
const per = (text: string, office?: string): Item => ({
  type: 'PER',
  text,
  ...(office !== undefined && { office }),
})
const org = (text: string): Item => ({ type: 'ORG', text })
const NEW = expect.stringMatching(/^dgb_/) as string
const listNew = () =>
  stack.db<Columns[]>`
    select entity_id, canonical_name, folded_name, type, source from entities where source = 'features' order by entity_id`

describe('a name that the registry has', () => {
  beforeEach(() => article('a'))

  it.each<[string, Item, string | null]>([
    ['in any case', per('ANA SOUZA'), 'Q1'],
    ['by another name', per('Ana de Souza Lima'), 'Q1'],
    ['of an organisation', org('FUNAI'), 'Q3'],
    ['of another type', org('Ana Souza'), null],
    ['of a place', { type: 'LOC', text: 'Rio Claro' }, null],
    ['of an organisation with the name of a place', org('Rio Claro'), null],
    ['with an id', { ...per('Ana Souza'), canonical_id: 'Q9' }, 'Q9'],
    ['without words', per('...'), null],
    ['without a text', { type: 'PER' }, null],
    ['unknown', per('Bruno Dias'), null],
  ])('%s', async (_, item, id) => {
    expect(await identify(['a', item])).toEqual([[id]])
  })

  it('has the same id in the text, and nothing else changes', async () => {
    const features = {
      entities: [per('Ana Souza'), null, 'x'],
      content_annotations: [
        { ...per('Ana Souza'), start: 3 },
        { type: 'DATE', text: 'hoje' },
      ],
      word_count: 9,
    } as unknown as Features
    const [found] = await stack.db.begin((tx) => identifyNames(tx, [{ uniqueId: 'a', features }]))
    expect(found).toEqual({
      uniqueId: 'a',
      features: {
        entities: [{ ...per('Ana Souza'), canonical_id: 'Q1' }, null, 'x'],
        content_annotations: [
          { ...per('Ana Souza'), start: 3, canonical_id: 'Q1' },
          { type: 'DATE', text: 'hoje' },
        ],
        word_count: 9,
      },
    })
    const none = { word_count: 9 } as unknown as Features
    expect(await identifyNames(stack.db, [{ uniqueId: 'a', features: none }])).toEqual([
      { uniqueId: 'a', features: none },
    ])
  })

  it('is too long with 301 characters', async () => {
    const name = (length: number) => `Ana ${'a'.repeat(length - 4)}`
    await registerOnly(
      stack,
      [300, 301].map((length) => anEntity({ type: 'PER', id: `Q${length}`, canonicalName: name(length) })),
    )
    expect(await identify(['a', per(name(300)), per(name(301))])).toEqual([['Q300', null]])
  })
})

describe('a name of several entities', () => {
  beforeEach(async () => {
    await registerOnly(stack, [ANA, OTHER_ANA])
    await article('a')
    await tables.articles.add(stack.db, {
      uniqueId: 'office',
      agencyKey: 'cidades',
      url: 'https://a/o',
      title: 'Um',
      publishedAt: at(-7200),
    })
    await rememberOffices(stack.db, [{ entityId: 'Q2', office: MAYOR, uniqueId: 'office' }])
  })

  it('is that of neither without an office', async () => {
    expect(await identify(['a', per('Ana Souza')])).toEqual([[null]])
    expect(await listNew()).toEqual([])
  })

  it('is that of the only one whose offices agree', async () => {
    await rememberOffices(stack.db, [{ entityId: 'Q1', office: 'reitora da Unicamp', uniqueId: 'office' }])
    expect(await identify(['a', per('Ana Souza', MAYOR)])).toEqual([['Q2']])
  })

  it('is that of neither when the offices of both may agree', async () => {
    expect(await identify(['a', per('Ana Souza', MAYOR)])).toEqual([[null]])
  })

  it('is that which the article had', async () => {
    const entities = [{ ...per('Ana Souza'), canonical_id: 'Q2' }, per('Ana Souza')]
    await tables.articleFeatures.add(stack.db, { uniqueId: 'a', features: { entities } })
    expect(await identify(['a', per('Ana Souza')])).toEqual([['Q2']])
    expect(await identify(['office', per('Ana Souza')])).toEqual([[null]])
  })
})

describe('a name that no registry has', () => {
  beforeEach(async () => {
    await article('a')
    await article('b')
    await article('c', 'cidades')
  })

  it('becomes an entity with its second article, and the first one becomes due', async () => {
    expect(await identify(['a', per('Bruno Dias')])).toEqual([[null]])
    expect(await listNew()).toEqual([])
    expect(await identify(['a', per('Bruno Dias')])).toEqual([[null]])
    expect(await identify(['b', per('BRUNO DIAS'), per('Carla Reis')])).toEqual([[NEW, null]])
    expect(await listNew()).toMatchObject([
      { canonicalName: 'BRUNO DIAS', foldedName: 'bruno dias', type: 'PER' },
    ])
    const listDue = () => stack.db<Columns[]>`
      select unique_id from pipeline_steps where step = 'enrich' and status = 'due' and unique_id in ('a', 'b')`
    expect(await listDue()).toEqual([])
    await markNamed(stack.db)
    expect(await listDue()).toMatchObject([{ uniqueId: 'a' }])
    expect(await stack.db`select folded, unique_id from name_sightings`).toMatchObject([
      { folded: 'carla reis', uniqueId: 'b' },
    ])
    const [first, again] = [
      await identify(['a', per('Bruno Dias')]),
      await identify(['c', per('Bruno Dias')]),
    ]
    expect(first).toEqual([[NEW]])
    expect(again).toEqual(first)
    expect(await listNew()).toHaveLength(1)
  })

  it('makes a hundred articles due at once, the others with the next call', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `n${String(n).padStart(3, '0')}`)
    await tables.articles.add(
      stack.db,
      ids.map((uniqueId) => ({
        uniqueId,
        agencyKey: 'mec',
        url: `https://a/${uniqueId}`,
        title: 'Um',
        publishedAt: at(0),
      })),
    )
    await tables.nameSightings.add(stack.db, [
      ...ids.map((uniqueId) => ({ type: 'PER', folded: 'bruno dias', uniqueId, isNamed: true })),
      { type: 'PER', folded: 'carla reis', uniqueId: 'a', isNamed: false },
      { type: 'PER', folded: 'carla reis', uniqueId: 'n000', isNamed: false },
    ])
    const listDue = async () =>
      (
        await stack.db<{ uniqueId: string }[]>`
          select unique_id from pipeline_steps where step = 'enrich' and status = 'due' order by unique_id`
      ).map(({ uniqueId }) => uniqueId)
    await markNamed(stack.db)
    expect(await listDue()).toEqual(ids.slice(0, 100))
    await markNamed(stack.db)
    expect(await listDue()).toEqual(ids)
    expect(await stack.db`select folded, unique_id from name_sightings order by unique_id`).toMatchObject([
      { folded: 'carla reis', uniqueId: 'a' },
      { folded: 'carla reis', uniqueId: 'n000' },
    ])
  })

  it('becomes one entity with two articles at once', async () => {
    const [[one] = [], [two] = []] = await identify(['a', org('Instituto Xis')], ['b', org('Instituto Xis')])
    expect([one, two]).toEqual([NEW, one])
  })

  it('without words never becomes one', async () => {
    expect(await identify(['a', per('...')], ['b', per('...')])).toEqual([[null], [null]])
    expect(await listNew()).toEqual([])
  })

  it('of a person and that of an organisation are two names', async () => {
    expect(await identify(['a', per('Bruno Dias')], ['b', org('Bruno Dias')])).toEqual([[null], [null]])
    const [[person] = []] = await identify(['b', per('Bruno Dias')])
    const [[organisation] = []] = await identify(['c', org('Bruno Dias')])
    expect([person, organisation, person === organisation]).toEqual([NEW, NEW, false])
  })

  it('becomes an entity beside another name of the same articles', async () => {
    const both = [per('Bruno Dias'), per('Carla Reis')]
    const [[one, two] = [], second] = await identify(['a', ...both], ['b', ...both])
    expect([one, two, one === two]).toEqual([NEW, NEW, false])
    expect(second).toEqual([one, two])
  })

  it('of an organisation has no offices', async () => {
    const named = (office: string) => ({ ...org('Instituto Xis'), office })
    const [[one] = [], [two] = []] = await identify(['a', named(MINISTER)], ['c', named(MAYOR)])
    expect([one, two]).toEqual([NEW, one])
    expect(await identify(['b', named('reitora da Unicamp')])).toEqual([[one]])
  })

  it.each([
    ['other offices elsewhere', MINISTER, MAYOR, 'c', null],
    ['other offices in one agency', MINISTER, MAYOR, 'b', NEW],
    ['one office', MAYOR, MAYOR, 'c', NEW],
    ['no office', undefined, MAYOR, 'c', NEW],
  ])('with %s', async (_, first, second, other, id) => {
    await identify(['a', per('Bruno Dias', first)])
    expect(await identify([other, per('Bruno Dias', second)])).toEqual([[id]])
  })

  it('is not that of an article which has become another entity', async () => {
    await article('d', 'cidades')
    await identify(['a', per('Bruno Dias')])
    const [[minister] = []] = await identify(['b', per('Bruno Dias', MINISTER)])
    expect(minister).toEqual(NEW)
    // The article without an office is about the minister now.
    expect(await identify(['c', per('Bruno Dias', MAYOR)])).toEqual([[null]])
    const [[mayor] = []] = await identify(['d', per('Bruno Dias', MAYOR)])
    expect([mayor, mayor === minister]).toEqual([NEW, false])
  })

  it('is that of one entity where it is without an office in one of several articles', async () => {
    const [[one] = [], [two] = [], other] = await identify(
      ['b', per('Bruno Dias', MINISTER)],
      ['a', per('Bruno Dias')],
      ['c', per('Bruno Dias', MAYOR)],
    )
    expect([one, two, other]).toEqual([NEW, one, [null]])
  })

  it('stays open for articles that state another office', async () => {
    await article('d', 'cidades')
    await identify(['c', per('Bruno Dias', MAYOR)])
    await identify(['a', per('Bruno Dias', MINISTER)], ['b', per('Bruno Dias', MINISTER)])
    expect(await identify(['d', per('Bruno Dias', MAYOR)])).toEqual([[NEW]])
  })

  it('with other offices is two entities, each with two articles', async () => {
    await article('d', 'cidades')
    await identify(['a', per('Bruno Dias', MINISTER)])
    await identify(['c', per('Bruno Dias', MAYOR)])
    const [[one] = [], [two] = []] = await identify(
      ['b', per('Bruno Dias', MINISTER)],
      ['d', per('Bruno Dias', MAYOR)],
    )
    expect([one, two, one === two]).toEqual([NEW, NEW, false])
    expect((await listOffices(stack.db, { entityId: one!, limit: 9 })).map(({ office }) => office)).toEqual([
      MINISTER,
    ])
  })
})

describe('the offices of a person', () => {
  const remember = (office: string, uniqueId: string, entityId = 'Q1') =>
    rememberOffices(stack.db, [{ entityId, office, uniqueId }])
  const list = (entityId = 'Q1', limit = 99) => listOffices(stack.db, { entityId, limit })
  beforeEach(async () => {
    await registerOnly(stack, [ANA, OTHER_ANA])
    for (const [position, id] of ['early', 'middle', 'late'].entries())
      await article(id, id === 'late' ? 'cidades' : 'mec', { publishedAt: at(position) })
  })

  it('have the words and the agency of the latest article, and the times of both ends', async () => {
    await remember('Ministra da Educação', 'middle')
    await remember('MINISTRA DA EDUCAÇÃO', 'early')
    const times = { firstSeen: at(0), lastSeen: at(1) }
    expect(await list()).toEqual([{ office: 'Ministra da Educação', ...times }])
    await remember('ministra da educação', 'late')
    expect(await list()).toEqual([{ office: 'ministra da educação', firstSeen: at(0), lastSeen: at(2) }])
    expect(await stack.db`select agency_key from entity_offices`).toEqual([{ agencyKey: 'cidades' }])
    expect(await list('Q2')).toEqual([])
  })

  it('have the words and the agency that were read last, of articles of one instant', async () => {
    await article('same', 'cidades', { publishedAt: at(1) })
    await remember('Reitora', 'middle')
    await remember('REITORA', 'same')
    expect(await list()).toMatchObject([{ office: 'REITORA' }])
    expect(await stack.db`select agency_key from entity_offices`).toEqual([{ agencyKey: 'cidades' }])
  })

  it.each([[['late', 'early']], [['early', 'late']]])(
    'are taken from several articles at once: %j',
    async (ids) => {
      await rememberOffices(
        stack.db,
        ids.map((uniqueId) => ({
          entityId: 'Q1',
          office: uniqueId === 'late' ? 'REITORA' : 'Reitora',
          uniqueId,
        })),
      )
      expect(await list()).toEqual([{ office: 'REITORA', firstSeen: at(0), lastSeen: at(2) }])
      expect(await stack.db`select agency_key from entity_offices`).toEqual([{ agencyKey: 'cidades' }])
    },
  )

  it('are 200 at most, of which the known ones still get later articles', async () => {
    const sighting = { entityId: 'Q1', agencyKey: 'mec', firstSeen: at(-9), lastSeen: at(-9) }
    const names = Array.from({ length: 199 }, (_, n) => `cargo ${n + 1}`)
    await tables.entityOffices.add(
      stack.db,
      names.map((office) => ({ ...sighting, office, folded: office })),
    )
    await remember('reitora', 'early')
    // That another person has the office changes nothing.
    await remember('ministra', 'early', 'Q2')
    await remember('ministra', 'middle')
    await remember('Cargo 7', 'late')
    expect((await list('Q1', 3)).map(({ office }) => office)).toEqual(['Cargo 7', 'reitora', 'cargo 1'])
    expect(await list('Q1', 999)).toHaveLength(200)
  })

  it('are listed with the latest first, ties by name', async () => {
    await remember('reitora', 'middle')
    await remember('deputada', 'middle')
    await remember('ministra', 'late')
    await remember('vereadora', 'early')
    expect((await list()).map(({ office }) => office)).toEqual([
      'ministra',
      'deputada',
      'reitora',
      'vereadora',
    ])
    expect(await list('Q1', 2)).toHaveLength(2)
    await remember('a'.repeat(300), 'late')
    expect(await list()).toHaveLength(5)
  })

  it.each([
    ['without words', '...', 'early', 'Q1'],
    ['of 301 characters', 'a'.repeat(301), 'early', 'Q1'],
    ['of an unknown person', 'reitora', 'early', 'Q404'],
    ['of an unknown article', 'reitora', 'nada', 'Q1'],
  ])('are none %s', async (_, office, uniqueId, entityId) => {
    await remember(office, uniqueId, entityId)
    expect(await stack.db`select 1 from entity_offices`).toHaveLength(0)
  })

  it('move to another person, whose own keep their words', async () => {
    await remember('reitora', 'early', 'Q1')
    await remember('REITORA', 'middle', 'Q2')
    await remember('ministra', 'late', 'Q1')
    await remember('vereadora', 'late', 'Q2')
    await moveOffices(stack.db, 'Q1', 'Q2')
    expect(await list('Q2')).toEqual([
      { office: 'ministra', firstSeen: at(2), lastSeen: at(2) },
      { office: 'vereadora', firstSeen: at(2), lastSeen: at(2) },
      { office: 'REITORA', firstSeen: at(0), lastSeen: at(1) },
    ])
    await moveOffices(stack.db, 'Q2', 'Q1')
    expect(await list('Q1')).toHaveLength(3)
  })
})
