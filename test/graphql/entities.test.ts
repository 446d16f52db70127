import { findEntityNetwork } from '@pauta/core/entities/queries-network'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const saude = anEntity({
  id: 'Q100',
  wikidataId: 'Q100',
  canonicalName: 'Ministério da Saúde',
  aliases: ['MS', 'Pasta da Saúde'],
  description: 'Órgão federal',
  agencyKey: 'saude',
})
const educacao = anEntity({ id: 'Q101', canonicalName: 'Ministério da Educação', aliases: ['MEC'] })
const maria = anEntity({
  id: 'dgb_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  canonicalName: 'Maria da Silva',
  type: 'PER',
})
const bahia = anEntity({ id: 'Q103', canonicalName: 'Bahia', type: 'LOC' })
const alone = anEntity({ id: 'Q104', canonicalName: 'Sem Notícia', type: 'PER' })

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, [saude, educacao, maria, bahia, alone])
  await stack.publish(
    [
      anArticle({ uniqueId: 'um', agencyKey: 'saude', publishedAt: '2026-01-01T00:00:00-03:00' }),
      anArticle({ uniqueId: 'dois', agencyKey: 'mec', publishedAt: '2025-12-31T23:59:59-03:00' }),
      anArticle({ uniqueId: 'tres', agencyKey: 'mec', publishedAt: '2026-02-10T12:00:00-03:00' }),
      anArticle({ uniqueId: 'quatro', agencyKey: 'saude', publishedAt: '2026-02-10T12:00:00-03:00' }),
    ],
    [
      mentioning('um', [saude, 3], educacao, maria),
      mentioning('dois', [saude, 2], educacao),
      mentioning('tres', saude, educacao, bahia),
      mentioning('quatro', [maria, 5], anEntity({ id: 'Q555', canonicalName: 'Sem registro' })),
      { uniqueId: 'um', features: { sentiment: { label: 'positive', score: 0.45 } } },
      { uniqueId: 'dois', features: { sentiment: { label: 'negative', score: null } } },
    ],
  )
})
afterAll(() => stack.stop())

describe('entity', () => {
  it('is the entity with an id, with its other names', async () => {
    const fields = '{ entityId canonicalName type aliases wikidataId wikidataUrl description agencyKey }'
    expect(await stack.query(`{ entity(id: "Q100") ${fields} }`)).toEqual({
      entity: {
        entityId: 'Q100',
        canonicalName: 'Ministério da Saúde',
        type: 'ORG',
        aliases: ['MS', 'Pasta da Saúde'],
        wikidataId: 'Q100',
        wikidataUrl: 'https://www.wikidata.org/wiki/Q100',
        description: 'Órgão federal',
        agencyKey: 'saude',
      },
    })
    expect(await stack.query(`{ entity(id: "${maria.id}") ${fields} }`)).toEqual({
      entity: {
        entityId: maria.id,
        canonicalName: 'Maria da Silva',
        type: 'PER',
        aliases: [],
        wikidataId: null,
        wikidataUrl: null,
        description: null,
        agencyKey: null,
      },
    })
  })

  it('is null for an unknown id', async () => {
    expect(await stack.query('{ entity(id: "Q999") { entityId } }')).toEqual({ entity: null })
  })
})

describe('entitySuggestions', () => {
  const suggest = async (args: string) =>
    (await stack.query(`{ entitySuggestions${args} { value count entityId label } }`)).entitySuggestions
  const name = (value: string, count: number) => ({ value, count, entityId: null, label: null })

  it('are names of articles, most articles first, ties by name', async () => {
    expect(await suggest('')).toEqual([
      name('Ministério da Educação', 3),
      name('Ministério da Saúde', 3),
      name('Maria da Silva', 2),
      name('Bahia', 1),
      name('Sem registro', 1),
    ])
    expect(await suggest('(limit: 1)')).toEqual([name('Ministério da Educação', 3)])
  })

  it('begin with the query, case and accents aside', async () => {
    expect(await suggest('(query: "MINISTERIO DA s")')).toEqual([name('Ministério da Saúde', 3)])
    expect(await suggest('(query: "da")')).toEqual([])
    expect(await suggest('(query: "m", type: "per")')).toEqual([name('Maria da Silva', 2)])
    expect(await suggest('(type: "LOC")')).toEqual([name('Bahia', 1)])
    expect(await suggest('(query: "ba", type: "LAW")')).toEqual([])
  })

  it('are entities by any of their names or their id when requested', async () => {
    const entity = (value: string, label: string | null, count: number) => ({
      value,
      entityId: value,
      label,
      count,
    })
    expect(await suggest('(query: "mec", type: "canonical")')).toEqual([
      entity('Q101', 'Ministério da Educação', 3),
    ])
    expect(await suggest('(query: "dgb_01ARZ", type: "CANONICAL")')).toEqual([
      entity(maria.id, 'Maria da Silva', 2),
    ])
    expect(await suggest('(query: "q5", type: "CANONICAL")')).toEqual([entity('Q555', 'Sem registro', 1)])
    expect(await suggest('(type: "CANONICAL", limit: 2)')).toEqual([
      entity('Q100', 'Ministério da Saúde', 3),
      entity('Q101', 'Ministério da Educação', 3),
    ])
    expect(await suggest('(query: "sem noticia", type: "CANONICAL")')).toEqual([])
  })

  it('distinguish another spelling of a name from another combination of its words', async () => {
    await stack.publish(
      [],
      [mentioning('quatro', anEntity({ canonicalName: 'Lei 14.133/2021', type: 'LAW' }))],
    )
    for (const query of ['lei 14.1', 'lei 14 1', 'LEI'])
      expect(await suggest(`(query: "${query}")`)).toEqual([name('Lei 14.133/2021', 1)])
    await stack.publish(
      [],
      [mentioning('quatro', [maria, 5], anEntity({ id: 'Q555', canonicalName: 'Sem registro' }))],
    )
  })
})

describe('entitySearch', () => {
  const search = async (args: string) =>
    (await stack.query(`{ entitySearch(${args}) { entityId confidence matchType articleCount } }`))
      .entitySearch

  it('finds exact names first and then similar ones, each entity once', async () => {
    const [first, ...others] = await search('query: "ministerio da saúde"')
    expect(first).toEqual({ entityId: 'Q100', confidence: 1, matchType: 'alias_exact', articleCount: 3 })
    expect(others).toEqual([
      { entityId: 'Q101', confidence: expect.closeTo(0.52, 1), matchType: 'trgm_fuzzy', articleCount: 3 },
    ])
    expect(await search('query: "mec"')).toEqual([
      { entityId: 'Q101', confidence: 1, matchType: 'alias_exact', articleCount: 3 },
    ])
  })

  it('tolerates typos, filters by type, and returns every field of an entity', async () => {
    const [found] = (
      await stack.query(`{ entitySearch(query: "minsterio da saude", entityType: ORG, limit: 1) {
        entityId canonicalName type description wikidataUrl agencyKey aliases matchType
      } }`)
    ).entitySearch
    expect(found).toEqual({
      entityId: 'Q100',
      canonicalName: 'Ministério da Saúde',
      type: 'ORG',
      description: 'Órgão federal',
      wikidataUrl: 'https://www.wikidata.org/wiki/Q100',
      agencyKey: 'saude',
      aliases: ['MS', 'Pasta da Saúde'],
      matchType: 'trgm_fuzzy',
    })
    expect(await search('query: "bahia", entityType: PER')).toEqual([])
  })

  it('returns nothing for an empty query', async () => {
    for (const query of ['', '  ', '?!', 'xyzxyz']) expect(await search(`query: "${query}"`)).toEqual([])
  })
})

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

describe('entityCoverage', () => {
  const coverage = async (args: string) =>
    (
      await stack.query(`{ entityCoverage(entityId: "Q100" ${args}) {
        period agencyKey agencyName articleCount totalMentions avgSentimentScore
      } }`)
    ).entityCoverage
  const point = (period: string, key: string, articles: number, mentions: number, score: number | null) => ({
    period,
    agencyKey: key,
    agencyName: key === 'mec' ? 'Ministério da Educação' : 'Ministério da Saúde',
    articleCount: articles,
    totalMentions: mentions,
    avgSentimentScore: score,
  })

  it('counts articles and mentions per period and agency in local time', async () => {
    expect(await coverage('')).toEqual([
      point('2025-12-01', 'mec', 1, 2, null),
      point('2026-01-01', 'saude', 1, 3, 0.45),
      point('2026-02-01', 'mec', 1, 1, null),
    ])
    // The year changed on a Thursday, in the middle of a week.
    expect(await coverage('granularity: WEEK')).toEqual([
      point('2025-12-29', 'mec', 1, 2, null),
      point('2025-12-29', 'saude', 1, 3, 0.45),
      point('2026-02-09', 'mec', 1, 1, null),
    ])
    expect(await coverage('granularity: DAY, dateFrom: "2026-01-01", dateTo: "2026-01-01"')).toEqual([
      point('2026-01-01', 'saude', 1, 3, 0.45),
    ])
    expect(await coverage('dateTo: "2026-01-01T00:00:00-03:00"')).toEqual([
      point('2025-12-01', 'mec', 1, 2, null),
    ])
    expect(await coverage('dateFrom: "0000-01-01", dateTo: "9999-12-31"')).toHaveLength(3)
    expect(await coverage('dateFrom: "2030-01-01"')).toEqual([])
  })
})

describe('entityArticles', () => {
  it('are articles with the usual fields, newest first, read from the store', async () => {
    const document = `{ entityArticles(entityId: "Q100", limit: 2) {
      found page
      articles { uniqueId title agency agencyName publishedAt publicationHour tags features { entities { text } } }
    } }`
    const { entityArticles } = await stack.query(document)
    expect(entityArticles).toMatchObject({
      found: 3,
      page: 1,
      articles: [{ uniqueId: 'tres' }, { uniqueId: 'um' }],
    })
    const fields = document.slice(document.indexOf('articles {'), -4)
    const { articles } = await stack.query(`{ articles(limit: 10) { ${fields} } }`)
    for (const article of entityArticles.articles) expect(articles.articles).toContainEqual(article)
  })

  it('have pages, and are empty for an unknown entity', async () => {
    const ids = async (args: string) => {
      const { entityArticles } = await stack.query(
        `{ entityArticles(${args}) { found articles { uniqueId } } }`,
      )
      return [entityArticles.found, entityArticles.articles.map((row: { uniqueId: string }) => row.uniqueId)]
    }
    expect(await ids('entityId: "Q100", limit: 2, page: 2')).toEqual([3, ['dois']])
    expect(await ids('entityId: "Q100", page: 3')).toEqual([3, []])
    expect(await ids('entityId: "Q100", limit: 0')).toEqual([3, []])
    expect(await ids('entityId: "Q999"')).toEqual([0, []])
    expect(await ids('entityId: "Q104"')).toEqual([0, []])
  })
})

describe('an entity that does not exist', () => {
  const warningsOf = async (field: string) => (await stack.ask(`{ ${field} }`)).extensions['warnings']
  it.each([
    ['relatedEntities(id: "ID") { kind }', 'id'],
    ['entityNetwork(id: "ID") { nodes { entityId } }', 'id'],
    ['entityCoverage(entityId: "ID") { period }', 'entityId'],
    ['entityArticles(entityId: "ID") { found }', 'entityId'],
  ])('is named by a warning of %s, and one without articles is not', async (field, argument) => {
    expect(await warningsOf(field.replace('ID', 'Q999'))).toEqual([
      `${argument}: não existe entidade com o identificador “Q999”.`,
    ])
    expect(await warningsOf(field.replace('ID', 'Q104'))).toBeUndefined()
  })
})

describe('entity queries', () => {
  const long = 'x'.repeat(129)
  it.each([
    ['entity(id: "") { type }', 'id'],
    [`entity(id: "${long}") { type }`, 'id'],
    ['relatedEntities(id: "") { kind }', 'id'],
    ['relatedEntities(id: "Q1", limit: 0) { kind }', 'limit'],
    ['entityNetwork(id: "") { nodes { type } }', 'id'],
    ['entityNetwork(id: "Q1", limit: -1) { nodes { type } }', 'limit'],
    ['entityNetwork(id: "Q1", dateFrom: "ontem") { nodes { type } }', 'dateFrom'],
    ['entityNetwork(id: "Q1", dateFrom: "2026-01-02", dateTo: "2026-01-01") { nodes { type } }', 'dateTo'],
    ['entityCoverage(entityId: "") { period }', 'entityId'],
    ['entityCoverage(entityId: "Q1", dateFrom: "ontem") { period }', 'dateFrom'],
    ['entityCoverage(entityId: "Q1", dateFrom: "2026-01-02", dateTo: "2026-01-01") { period }', 'dateTo'],
    ['entitySuggestions(type: "GPE") { value }', 'type'],
    ['entitySuggestions(limit: 0) { value }', 'limit'],
    [`entitySuggestions(query: "${'x'.repeat(1001)}") { value }`, 'query'],
    ['entitySearch(query: "x", limit: 0) { type }', 'limit'],
    [`entitySearch(query: "${'x'.repeat(1001)}") { type }`, 'query'],
    ['entityArticles(entityId: "Q1", page: 0) { found }', 'page'],
    ['entityArticles(entityId: "Q1", limit: -1) { found }', 'limit'],
    ['entityArticles(entityId: "a\\u0000b") { found }', 'entityId'],
  ])('refuse %s and name the argument', async (field, argument) => {
    const { errors } = await stack.ask(`{ ${field} }`)
    expect(errors.map((error) => error.extensions)).toEqual([{ code: 'BAD_USER_INPUT', argument }])
  })

  it('return at most the first 10,000 articles', async () => {
    const page = (number: number) =>
      stack.codes(`{ entityArticles(entityId: "Q100", limit: 50, page: ${number}) { found } }`)
    expect(await page(200)).toEqual([])
    expect(await page(201)).toEqual(['LIMIT_EXCEEDED'])
  })
})
