import {
  getNamedType,
  getOperationAST,
  getVariableValues,
  isInputObjectType,
  isObjectType,
  parse,
  type GraphQLOutputType,
} from 'graphql'
import { priceOfPage } from '@pauta/syndication/selection/price'
import { parseSelection } from '@pauta/syndication/selection/selection'
import { describe, expect, it } from 'vitest'
import { findDirective } from '../request/field-directives.ts'
import { assertAffordable, priceOfOperation } from './cost.ts'
import { QUERY_MAX_COST } from './limits.ts'
import { makeSchema } from '../schema/schema.ts'

const schema = makeSchema()

/** Returns the price for coerced variables, and for raw ones where they do not fit their types. */
function price(query: string, variables: Record<string, unknown> = {}): number {
  const document = parse(query)
  const operation = getOperationAST(document)
  if (!operation) throw new Error(`No operation: ${query}`)
  const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables)
  return priceOfOperation(schema, document, operation, coerced ?? variables)
}

/** Returns a selection of every field of a type, four levels of objects deep. A type is not selected within itself. */
function everyField(type: GraphQLOutputType, levels = 4, around: readonly string[] = []): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const within = [...around, named.name]
  const fields = Object.values(named.getFields()).filter((field) => {
    const inner = getNamedType(field.type)
    return !isObjectType(inner) || (levels > 1 && !within.includes(inner.name))
  })
  return `{ ${fields.map((field) => `${field.name} ${everyField(field.type, levels - 1, within)}`).join(' ')} }`
}

const aliases = (count: number, field: (i: number) => string) =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field(i)}`).join(' ')} }`
const common = 'saude governo programa nacional ministerio brasil federal estado acoes anos projeto sistema'
const words = (count: number) => Array.from({ length: count }, (_, i) => common.split(' ')[i % 12]).join(' ')
const keys = (count: number) => JSON.stringify(Array.from({ length: count }, (_, i) => `orgao-${i}`))

describe('assertAffordable', () => {
  const id = 'uniqueId: "a"'
  const range = 'range: { days: 7 }'
  it.each([
    ['articles', '(limit: 250)'],
    ['articles', '(limit: 1000)'],
    ['search', `(query: "${words(200)}", semantic: true)`],
    ['search', `(query: "${words(30)}", semantic: true, limit: 100)`],
    ['searchSuggestions', '(query: "sa")'],
    ['relatedArticles', `(${id}, limit: 100)`],
    ['agencies', ''],
    ['popularTags', '(limit: 100)'],
    ['themeArticleCounts', '(days: 30, level: 3)'],
    ['topThemes', `(${range}, limit: 100)`],
    ['articlesTimeline', '(range: { days: 366 })'],
    [
      'agencyAnalytics',
      `(agencies: ${keys(200)}, dateFrom: "2026-01-01", dateTo: "2026-09-07", granularity: DAY)`,
    ],
    [
      'agencyAnalytics',
      `(agencies: ${keys(160)}, dateFrom: "2026-01-01", dateTo: "2026-05-07", granularity: DAY)`,
    ],
    ['agencyAnalytics', `(agencies: ${keys(200)}, dateFrom: "0001-01-01", dateTo: "9999-12-31")`],
    ['themeTimeline', '(dateFrom: "2025-01-01", dateTo: "2026-12-31", granularity: DAY, limit: 25)'],
    ['trendingThemes', '(limit: 100)'],
    ['trendingEntities', '(limit: 50)'],
    ['entitySuggestions', '(limit: 100)'],
    ['relatedEntities', '(id: "Q1", limit: 100)'],
    ['entityNetwork', '(id: "Q1", depth: 2, limit: 500, dateFrom: "2026-01-01", dateTo: "2026-01-31")'],
    ['entityNetwork', '(id: "Q1")'],
    ['entityCoverage', '(entityId: "Q1", granularity: DAY)'],
    ['entitySearch', `(query: "${words(120)}", limit: 20)`],
    ['entityArticles', '(entityId: "Q1", limit: 50)'],
    ['policies', '(limit: 200)'],
    ['widgetArticles', '(config: { articlesPerPage: 50 })'],
    ['newsBatch', `(uniqueIds: ${keys(500)})`],
    ['newsBatchForBigquery', '(startDate: "2026-01-01", endDate: "2026-01-02", batchSize: 1000)'],
    ['similarArticles', `(${id}, limit: 100)`],
    ['integrityBatch', '(batchSize: 1000)'],
    ['releaseArticles', '(id: "a")'],
    ['releaseChanges', '(id: "a")'],
    ['estimateRecorteCount', `(themes: [], agencies: [], keywords: ${keys(50)})`],
    ['marketplaceListings', ''],
    ['myFollowedListings', ''],
    ['clippings', ''],
    ['agencyFreshness', '(limit: 500)'],
    ['pipelineDelays', ''],
    ['incidents', '(limit: 500)'],
    ['pipelineStatus', ''],
    ['siteStatus', '(limit: 500)'],
    ['jobRuns', '(limit: 500)'],
    ['deliveryRows', '(limit: 500)'],
  ])('accepts a documented maximum with every field: %s%s', (name, args) => {
    const type = schema.getQueryType()?.getFields()[name]?.type
    if (!type) throw new Error(`There is no field ${name}`)
    expect(price(`{ ${name}${args} ${everyField(type)} }`)).toBeLessThanOrEqual(QUERY_MAX_COST)
  })

  it('accepts an operation of exactly the limit, and refuses one point more', () => {
    const search = 'search(query: "a") { found }'
    const one = price(`{ ${search} }`)
    const priced = (points: number) => {
      const searches = Math.floor(points / one)
      const rest = points % one
      return parse(aliases(searches + rest, (i) => (i < searches ? search : '__typename')))
    }
    const assert = (points: number) => {
      const document = priced(points)
      const operation = getOperationAST(document)
      if (!operation) throw new Error('No operation')
      expect(priceOfOperation(schema, document, operation, {})).toBe(points)
      assertAffordable(schema, document, operation, {})
    }
    assert(QUERY_MAX_COST)
    expect(() => assert(QUERY_MAX_COST + 1)).toThrow(`A consulta custa ${QUERY_MAX_COST + 1} pontos`)
  })

  it('accepts 48 counts of articles', () => {
    const count = (i: number) =>
      `articles(limit: 1, filter: { agencies: ["orgao-${i}"], sentiment: ["positive"] }) { found }`
    expect(price(aliases(48, count))).toBeLessThanOrEqual(QUERY_MAX_COST)
  })

  it('refuses thirteen searches for thirty words that most articles have', () => {
    const search = (semantic: boolean) => () =>
      `search(query: "${words(115)}", semantic: ${semantic}) { found }`
    expect(price(aliases(13, search(false)))).toBeGreaterThan(QUERY_MAX_COST)
    expect(price(aliases(13, search(true)))).toBeGreaterThan(QUERY_MAX_COST)
  })

  it.each(['|', '_', '+', '(', '—', '&', '!', ' ', ', ', '/', ' | '])(
    'prices a search for thirty words joined by "%s" as one for thirty words',
    (separator) => {
      const thirty = Array.from({ length: 30 }, (_, i) => `palavra${i}x`)
      const search = (query: string) => price(`{ search(query: ${JSON.stringify(query)}) { found } }`)
      expect(search(thirty.join(separator))).toBe(search(thirty.join(' ')))
      expect(search(thirty.join(separator))).toBe(search('a') + 29 * 300)
      expect(search([...thirty, 'outra'].join(separator))).toBe(search('a') + 29 * 300)
    },
  )

  it('prices function words and phrases, which a search looks up', () => {
    const search = (query: string) => price(`{ search(query: ${JSON.stringify(query)}) { found } }`)
    const functionWords = 'de da do em no '.repeat(6)
    expect(search(functionWords)).toBe(search(words(30)))
    expect(search(`"${functionWords}"`)).toBe(search(words(30)))
    expect(search('vacina para o povo')).toBe(search('vacina povo'))
  })

  it.each(['articles(limit: 0, filter: $f)', 'search(query: "a", limit: 0, filter: $f)'])(
    'prices the values of the filter of %s',
    (call) => {
      const counted = (filter: unknown, count = 1) =>
        price(`query ($f: ArticleFilter) ${aliases(count, () => `${call} { found }`)}`, { f: filter })
      const plain = counted(null)
      const values = (count: number, text: string) => Array.from({ length: count }, (_, i) => `${text}${i}`)
      expect(counted({ agencies: ['mec'], themes: ['01', '02'], themeLabel: null }) - plain).toBe(6)
      expect(counted({ excludeAgencies: ['mec', 'saude'] }) - plain).toBe(4)
      expect(counted({ excludeKeywords: ['nota de pesar'] }) - plain).toBe(8)
      expect(counted({ excludeKeywords: 'nota de pesar' }) - plain).toBe(8)
      expect(counted({ tags: values(200, 'a'.repeat(296)) }) - plain).toBe(800)
      const exclusions = values(50, 'de da do em no a e o de da do em no a e o de da do em ')
      expect(counted({ excludeKeywords: exclusions }, 60)).toBeGreaterThan(QUERY_MAX_COST)
      const usual = { agencies: values(20, 'orgao'), excludeKeywords: values(20, 'nota de pesar ') }
      expect(counted(usual, 20)).toBeLessThanOrEqual(QUERY_MAX_COST)
    },
  )

  it('accepts values beyond the bounds and of other types in filters', () => {
    const query = 'query ($f: ArticleFilter) { articles(filter: $f) { found } }'
    for (const f of [
      [],
      'a',
      { tags: 7 },
      { tags: [7, null] },
      { keywords: 'a' },
      { tags: Array(100_000).fill('a') },
    ])
      expect(price(query, { f })).toBeLessThan(3000)
  })

  it.each([
    ['recorteEstimate', '(recorte: { keywords: $k, excludeKeywords: $x }) { totalEstimate }'],
    ['estimateRecorteCount', '(themes: [], agencies: [], keywords: $k, excludeKeywords: $x)'],
    ['clippingEstimate', '(keywords: $k, excludeKeywords: $x) { totalEstimate }'],
  ])('prices keywords and words of exclusions of %s', (name, call) => {
    const estimate = (k: string[], x: string[]) =>
      price(`query ($k: [String!]!, $x: [String!]!) { ${name}${call} }`, { k, x })
    const keywords = Array.from({ length: 50 }, (_, i) => `de|a${i}`)
    const exclusions = Array.from({ length: 50 }, (_, i) => `${'de a '.repeat(19)}${i}`)
    expect(estimate(keywords, [])).toBeGreaterThanOrEqual(estimate([], []) + 50 * 30)
    expect(estimate(keywords, exclusions)).toBeGreaterThan(estimate(keywords, []) + 50 * 39)
  })

  it.each([
    ['recorteEstimate', (filters: string) => `(recorte: { ${filters} }) { totalEstimate }`],
    ['estimateRecorteCount', (filters: string) => `(themes: [], agencies: [], keywords: [], ${filters})`],
    ['clippingEstimate', (filters: string) => `(${filters}) { totalEstimate }`],
  ])('prices each value of the other filters of %s', (name, write) => {
    const estimate = (filters: string) => price(`{ ${name}${write(filters)} }`)
    for (const filter of ['excludeAgencies', 'entityCanonical', 'states'])
      expect(estimate(`${filter}: ["a", "b"]`) - estimate(`${filter}: []`)).toBe(4)
  })

  it.each([[null], ['a'], [7]])('prices a recorte of another type as one without keywords: %j', (recorte) => {
    const query = 'query ($r: RecorteFiltersInput!) { recorteEstimate(recorte: $r) { totalEstimate } }'
    expect(price(query, { r: recorte })).toBe(price(query, { r: { keywords: [] } }))
  })

  it('accepts a preview of ten recortes with fifty keywords and fifty words to exclude', () => {
    const many = Array.from({ length: 50 }, (_, i) => `palavra${i}`)
    const recorte = { keywords: many, excludeKeywords: many, agencies: ['mec'] }
    const calls = (i: number) =>
      `recorteEstimate(recorte: $r) { totalEstimate articlesPerDay warning }
        b${i}: articles(limit: 5, filter: $r) { found articles { uniqueId title url agency agencyName } }`
    const query = `query ($r: RecorteFiltersInput!) ${aliases(10, calls)}`
    expect(price(query, { r: recorte })).toBeLessThanOrEqual(QUERY_MAX_COST)
  })

  it('prices a search at 500 or more for any selection', () => {
    expect(price('{ search(query: "a") { __typename } }')).toBeGreaterThanOrEqual(500)
  })

  it('prices the rows of a series, also without selected fields', () => {
    const series = (dateTo: string) =>
      price(
        `{ agencyAnalytics(agencies: ${keys(60)}, dateFrom: "2025-12-01", dateTo: "${dateTo}", granularity: DAY) { __typename } }`,
      )
    const year = series('2026-10-30')
    expect(year).toBeGreaterThan(4000)
    expect(year).toBeGreaterThan(9 * (series('2026-01-01') - 250))
  })

  it('prices every call at one or more, including __typename', () => {
    expect(price('{ __typename }')).toBe(1)
    expect(price('{ articles(limit: 250) { articles { __typename } } }')).toBeGreaterThanOrEqual(500)
  })

  it('uses the value of a variable, else its default', () => {
    const query = (byDefault: string) =>
      `query ($limit: Int!${byDefault}) { articles(limit: $limit) { articles { uniqueId } } }`
    const literal = (limit: number) => price(`{ articles(limit: ${limit}) { articles { uniqueId } } }`)
    expect(price(query(''), { limit: 7 })).toBe(literal(7))
    expect(price(query(' = 9'))).toBe(literal(9))
  })

  it.each([
    ['articles', '', '(limit: 10)', '(limit: 1)'],
    ['popularTags', '', '(limit: 20)', '(limit: 1)'],
    ['articles', '(limit: $limit)', '(limit: 10)', '(limit: 1)'],
    [
      'entityCoverage',
      '(entityId: "a")',
      '(entityId: "a", granularity: MONTH)',
      '(entityId: "a", granularity: DAY)',
    ],
  ])('prices %s%s, which leaves arguments out, by their defaults', (name, given, same, other) => {
    const inner: Record<string, string> = {
      articles: '{ articles { title url } }',
      popularTags: '{ label }',
      entityCoverage: '{ count }',
    }
    const ofCall = (args: string) => {
      const document = parse(`query ($limit: Int! = 10) { ${name}${args} ${inner[name]} }`)
      const operation = getOperationAST(document)
      return operation ? priceOfOperation(schema, document, operation, {}) : 0
    }
    expect(ofCall(given)).toBe(ofCall(same))
    expect(ofCall(given)).not.toBe(ofCall(other))
  })

  it('prices a series without dates as one of ten years', () => {
    const series = (dates: string) => price(`{ entityCoverage(entityId: "a"${dates}) { count } }`)
    // 3,660 days with both ends, as ten leap years have.
    expect(series('')).toBe(series(', dateFrom: "2016-01-01", dateTo: "2026-01-06"'))
    expect(series('')).toBeGreaterThan(series(', dateFrom: "2016-01-01", dateTo: "2025-01-01"'))
    // Days in the wrong order lower no price.
    const day = series(', dateFrom: "2026-01-01", dateTo: "2026-01-01"')
    expect(series(', dateFrom: "2026-01-01", dateTo: "1926-01-01"')).toBe(day)
  })

  it('prices a single value as a list of one', () => {
    const batch = (uniqueIds: string) => price(`{ newsBatch(uniqueIds: ${uniqueIds}) { title } }`)
    expect(batch('"a"')).toBe(batch('["a"]'))
    expect(batch('"a"')).toBeGreaterThan(batch('[]'))
  })

  it('accepts values of other types than the arguments', () => {
    const query =
      'query ($q: String!, $limit: Int!, $ids: [String!]!) { search(query: $q, limit: $limit) { found } newsBatch(uniqueIds: $ids) { title } }'
    for (const value of [null, {}, [], '', 1e300, Number.NaN, true, [[['x']]]])
      expect(price(query, { q: value, limit: value, ids: value })).toBeGreaterThan(0)
  })

  it.each([
    ['WEEK', '2026-03-31', '2026-01-12'],
    ['MONTH', '2026-03-31', '2026-01-03'],
  ])('counts each %s of a series as one row', (granularity, last, lastDay) => {
    const series = (unit: string, dateTo: string) =>
      price(
        `{ agencyAnalytics(agencies: ["a"], dateFrom: "2026-01-01", dateTo: "${dateTo}", granularity: ${unit}) { period } }`,
      )
    expect(series(granularity, last)).toBe(series('DAY', lastDay))
    expect(series('DAY', last)).toBeGreaterThan(series(granularity, last))
  })

  it('prices the same document again for other variables', () => {
    const document = parse(`query ($q: String!) ${aliases(10, () => 'search(query: $q) { found }')}`)
    const operation = getOperationAST(document)
    if (!operation) throw new Error('No operation')
    assertAffordable(schema, document, operation, { q: 'saúde' })
    expect(() => assertAffordable(schema, document, operation, { q: words(30) })).toThrow('pontos')
  })

  it('has a @cost for every query that reads a store', () => {
    const fields = Object.values(schema.getQueryType()?.getFields() ?? {})
    const unpriced = fields.filter((field) => field.name !== 'ping' && !findDirective(field, 'cost'))
    expect(unpriced.map(({ name }) => name)).toEqual([])
  })

  it('counts the arguments that a directive names, which exist', () => {
    const types = Object.values(schema.getTypeMap()).filter(isObjectType)
    const wrong = types.flatMap((type) =>
      Object.values(type.getFields()).flatMap((field) => {
        const sizes = findDirective<{ slicingArguments: string[] }>(field, 'listSize')?.slicingArguments ?? []
        const costs = findDirective<{ arguments: { name: string }[] }>(field, 'cost')?.arguments ?? []
        const known = new Set(
          field.args.flatMap(({ name, type }) => {
            const input = getNamedType(type)
            const below = isInputObjectType(input) ? Object.keys(input.getFields()) : []
            return [name, ...below.map((one) => `${name}.${one}`)]
          }),
        )
        return [...sizes, ...costs.map(({ name }) => name)]
          .filter((name) => !known.has(name))
          .map((name) => `${type.name}.${field.name}(${name})`)
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('the price of feeds and exports', () => {
  const count = (field: string) => price(`{ ${field} { found } }`)
  it.each([
    [{}, 'articles(limit: 100)'],
    [{ q: 'vacina' }, 'search(query: "vacina", limit: 100)'],
    [
      { q: 'vacina da gripe', semantic: true },
      'search(query: "vacina da gripe", semantic: true, limit: 100)',
    ],
    [{ q: words(60) }, `search(query: "${words(60)}", limit: 100)`],
    [{ q: 'a|b_c—d' }, 'search(query: "a|b_c—d", limit: 100)'],
    [
      { tags: ['SUS'], excludeKeywords: ['nota de pesar', 'agenda'] },
      'articles(limit: 100, filter: { tags: ["SUS"], excludeKeywords: ["nota de pesar", "agenda"] })',
    ],
  ])('is that of GraphQL for %o', (selection, field) => {
    // GraphQL adds one point for the list, and one per row for the selected field.
    expect(priceOfPage(parseSelection(selection), 100)).toBe(count(field) - 101)
  })
})
