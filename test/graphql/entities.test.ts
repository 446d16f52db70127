import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning } from '../kit/rows/entities.ts'
import { maria, publishEntityNews } from '../kit/rows/entity-news.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await publishEntityNews(stack)
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
    expect((await suggest('(type: "CANONICAL")')).slice(2)).toEqual([
      entity(maria.id, 'Maria da Silva', 2),
      entity('Q103', 'Bahia', 1),
      entity('Q555', 'Sem registro', 1),
    ])
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
