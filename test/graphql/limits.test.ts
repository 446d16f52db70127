import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: ping`).join(' ')} }`
const directives = (count: number) =>
  `{ ping ${'@include(if: true) '.repeat(1)} ${Array.from({ length: count - 1 }, () => '... @include(if: true) { ping }').join(' ')} }`
const ofLength = (length: number) => `{ ping }${' '.repeat(length - 8)}`
const ofTokens = (count: number) => `{ ${'ping '.repeat(count - 2)}}`
// Only introspection types nest ten levels deep. A counted field contains them here.
const nested = (levels: number) =>
  `{ articles { articles { features { ${'... { '.repeat(levels)} wordCount ${'} '.repeat(levels)} } } } }`

// Thirty-four fields of an article. Thirty lists of twenty rows cost less than 50,000 points, lists of fifty rows
// cost more.
const pages = (field: string, count: number) =>
  `{ ${Array.from({ length: count }, (_, i) => `p${i}: ${field} { articles { ...A } }`).join(' ')} }
  fragment A on Article { uniqueId title url image videoUrl content summary subtitle editorialLead category tags agency
    agencyName publishedAt extractedAt theme1Level1Code theme1Level1Label theme1Level2Code theme1Level2Label
    theme1Level3Code theme1Level3Label mostSpecificThemeCode mostSpecificThemeLabel publicationHour features { wordCount
    viewCount uniqueSessions trendingScore readabilityFlesch entities { text type count canonicalId } } }`

describe('limits of a query', () => {
  it.each([
    ['15,000 characters', ofLength(15_000), []],
    ['15,001 characters', ofLength(15_001), ['LIMIT_EXCEEDED']],
    ['60 aliases', aliases(60), []],
    ['61 aliases', aliases(61), ['LIMIT_EXCEEDED']],
    ['50 directives', directives(50), []],
    ['51 directives', directives(51), ['LIMIT_EXCEEDED']],
    ['fields in many inline fragments', nested(40), []],
    ['too many tokens', ofTokens(5001), ['GRAPHQL_PARSE_FAILED']],
    ['searches whose pages come to less than the price limit', pages('search(query: "a")', 30), []],
    [
      'widgets whose pages come to more',
      pages('widgetArticles(config: { articlesPerPage: 1 })', 30),
      ['LIMIT_EXCEEDED'],
    ],
    [
      'a price above the limit',
      '{ a: articles(limit: 250) { ...F } b: articles(limit: 250) { ...F } c: articles(limit: 250) { ...F } } fragment F on ArticlesResult { articles { ...A a: features { ...X } b: features { ...X } c: features { ...X } d: features { ...X } } } fragment X on ArticleFeatures { entities { text type count canonicalId salience } contentAnnotations { start end type text canonicalId } viewCount uniqueSessions trendingScore wordCount readabilityFlesch } fragment A on Article { uniqueId title url image videoUrl content summary subtitle editorialLead category tags }',
      ['LIMIT_EXCEEDED'],
    ],
  ])('%s', async (_, document, codes) => {
    expect(await stack.codes(document)).toEqual(codes)
  })

  it('apply to a fragment that is used repeatedly', async () => {
    const fragments = Array.from(
      { length: 20 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    )
    const document = `{ ...F0 } ${fragments.join(' ')} fragment F20 on Query { a: ping }`
    expect(await stack.codes(document)).toEqual(['LIMIT_EXCEEDED'])
  })

  it('do not count introspection', async () => {
    const { getIntrospectionQuery } = await import('graphql')
    expect(
      await stack.codes(getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true })),
    ).toEqual([])
  })
})

const many = (count: number, write: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => write(i)).join(' ')
const within = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels)

/** Documents, for both endpoints, that reach the limit at `max`. */
const REACHING: [
  name: string,
  max: number,
  query: (count: number) => string,
  stream: (count: number) => string,
][] = [
  [
    'levels of fields',
    10,
    (count) => `{ articles ${'{ a '.repeat(count - 1)} ${'}'.repeat(count - 1)} }`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") ${'{ a '.repeat(count - 1)} ${'}'.repeat(count - 1)} }`,
  ],
  [
    'aliases in a fragment',
    60,
    (count) => `{ ...F } fragment F on Query { ${many(count, (i) => `a${i}: ping`)} }`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") { ...F } } fragment F on AgentEvent { ${many(count, (i) => `a${i}: __typename`)} }`,
  ],
  [
    'directives in fragments',
    50,
    (count) =>
      `{ ...F ${many(count - 1, () => '...G @skip(if: true)')} } fragment F on Query { ping @skip(if: false) } fragment G on Query { ping }`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") { ...F } } fragment F on AgentEvent { ${many(count, () => `... @include(if: true) { __typename }`)} }`,
  ],
  [
    'characters',
    15_000,
    (count) => '{ ping }'.padEnd(count),
    (count) => 'subscription { generateRecortes(prompt: "abc") { __typename } }'.padEnd(count, ','),
  ],
  [
    'fragments',
    50,
    (count) =>
      `{ ping ${many(count, (i) => `...F${i}`)} } ${many(count, (i) => `fragment F${i} on Query { ping }`)}`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") { ${many(count, (i) => `...F${i}`)} } } ${many(count, (i) => `fragment F${i} on AgentEvent { __typename }`)}`,
  ],
  [
    'brackets within each other',
    200,
    (count) => `{ ${within(count - 1, '... { ', '}').replace('}', 'ping }')} }`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") { ${within(count - 2, '... { ', '}').replace('}', '__typename }')} } }`,
  ],
  [
    'aliases in introspection',
    60,
    (count) =>
      `{ ${many(count / 2, (i) => `a${i}: __schema { b${i}: types { name } }`)} ${count % 2 === 0 ? '' : 'c: __type(name: "Tag") { name }'} }`,
    (count) =>
      `subscription { generateRecortes(prompt: "abc") { __typename } __schema { types { ${many(count, (i) => `a${i}: name`)} } } }`,
  ],
]

type Codes = unknown[]
const JSON_TYPE = { 'content-type': 'application/json' }
const codesIn = (text: string): Codes => [...text.matchAll(/"code":"(\w+)"/g)].map(([, code]) => code)

/** Error codes of an answer, from either endpoint. */
const send = async (path: string, body: unknown): Promise<Codes> => {
  const response = await stack.fetch(path, { method: 'POST', headers: JSON_TYPE, body: JSON.stringify(body) })
  return codesIn(await response.text())
}
const sendByGet = async (path: string, query: string): Promise<Codes> =>
  codesIn(await (await stack.fetch(`${path}?query=${encodeURIComponent(query)}`)).text())

const VALID = { '/graphql': [], '/graphql/stream': ['UNAUTHENTICATED'] } as const
/**
 * No type nests that deep, and a subscription has one field. So these documents are also invalid at the limit, for
 * another reason.
 */
const INVALID_ANYHOW = new Set([
  'levels of fields /graphql',
  'levels of fields /graphql/stream',
  'aliases in introspection /graphql/stream',
])

describe.each(REACHING)('%s', (name, max, query, stream) => {
  it.each([
    ['/graphql', query],
    ['/graphql/stream', stream],
  ] as const)('are limited on %s', async (path, write) => {
    const passing = INVALID_ANYHOW.has(`${name} ${path}`) ? ['GRAPHQL_VALIDATION_FAILED'] : VALID[path]
    expect([...new Set(await send(path, { query: write(max) }))]).toEqual(passing)
    expect(await send(path, { query: write(max + 1) })).toContain('LIMIT_EXCEEDED')
  })
})

describe('by GET', () => {
  it.each(REACHING.slice(0, 3))('%s are limited too', async (_, max, query, stream) => {
    expect(await sendByGet('/graphql', query(max))).not.toContain('LIMIT_EXCEEDED')
    expect(await sendByGet('/graphql', query(max + 1))).toContain('LIMIT_EXCEEDED')
    expect(await sendByGet('/graphql/stream', stream(max + 1))).toContain('LIMIT_EXCEEDED')
  })
})

describe('tokens', () => {
  const list = (count: number) =>
    `mutation { upsertFeatures(uniqueId: "a", features: [${'1 '.repeat(count - 13)}]) }`
  const stream = (count: number) =>
    `subscription { generateRecortes(prompt: [${'1 '.repeat(count - 13)}]) { __typename } }`

  it('are 5,000 at most', async () => {
    expect(await send('/graphql', { query: list(5000) })).toEqual(['UNAUTHENTICATED'])
    expect(await send('/graphql', { query: list(5001) })).toEqual(['GRAPHQL_PARSE_FAILED'])
    expect(await send('/graphql/stream', { query: stream(5000) })).toEqual(['GRAPHQL_VALIDATION_FAILED'])
    expect(await send('/graphql/stream', { query: stream(5001) })).toEqual(['GRAPHQL_PARSE_FAILED'])
  })
})

const persisted = (query: string) => ({
  persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') },
})

describe('the price of a query', () => {
  // Each list costs 257 points with one row, and 2,001 points with 250 rows.
  const lists = many(30, (i) => `a${i}: articles(limit: $limit) { articles { uniqueId title url summary } }`)
  const priced = `query ($limit: Int!) { ${lists} }`
  const ask = (query: string, limit: number) => send('/graphql', { query, variables: { limit } })

  it('is 50,000 points at most, also where a variable gives the number of rows', async () => {
    expect(await ask(priced, 200)).toEqual([])
    expect(await ask(priced, 250)).toEqual(['LIMIT_EXCEEDED'])
  })

  it('counts what a variable that is left out is by default', async () => {
    const query = (byDefault: number) => `query ($limit: Int! = ${byDefault}) { ${lists} }`
    expect(await send('/graphql', { query: query(10) })).toEqual([])
    expect(await send('/graphql', { query: query(1000) })).toEqual(['LIMIT_EXCEEDED'])
  })

  it('is computed for variables that fit: others are refused by their type', async () => {
    const search = `query ($q: String!) { ${many(60, (i) => `a${i}: search(query: $q) { found }`)} }`
    const words = 'saude governo programa nacional ministerio brasil federal'
    const refused = await send('/graphql', { query: search, variables: { q: words } })
    expect(refused).toEqual(['LIMIT_EXCEEDED'])
    expect(await send('/graphql', { query: search, variables: { q: [words] } })).toEqual(['BAD_USER_INPUT'])
  })

  it('applies to a persisted query with other variables than at first', async () => {
    const extensions = persisted(priced)
    expect(await send('/graphql', { query: priced, extensions, variables: { limit: 10 } })).toEqual([])
    expect(await send('/graphql', { extensions, variables: { limit: 10 } })).toEqual([])
    expect(await send('/graphql', { extensions, variables: { limit: 1000 } })).toEqual(['LIMIT_EXCEEDED'])
  })

  it.each([36, 48])('allows one operation to count articles %i times', async (count) => {
    const filter = (i: number) => `{ agencies: ["orgao-${i}"], sentiment: ["positive"] }`
    const query = `{ ${many(count, (i) => `c${i}: articles(limit: 1, filter: ${filter(i)}) { found }`)} }`
    expect(await send('/graphql', { query })).toEqual([])
  })

  it.each([false, true])('refuses thirteen long searches by semantic: %s', async (semantic) => {
    const text =
      'saude governo programa nacional ministerio brasil federal estado acoes anos projeto sistema '
    const query = `{ ${many(13, (i) => `a${i}: search(query: "${text.repeat(9)}", semantic: ${semantic}) { found }`)} }`
    expect(await send('/graphql', { query })).toEqual(['LIMIT_EXCEEDED'])
  })
})

it('a query above a limit is not persisted', async () => {
  for (const query of [aliases(61), `{ ${within(300, '... { ', '}')} }`, aliases(60).padEnd(15_001)]) {
    const extensions = persisted(query)
    expect(await send('/graphql', { query, extensions })).toEqual(['LIMIT_EXCEEDED'])
    expect(await send('/graphql', { extensions })).toEqual(['PERSISTED_QUERY_NOT_FOUND'])
  }
})

const SUBSCRIPTION = 'subscription { generateRecortes(prompt: "abc") { __typename } }'

describe('the body of a request', () => {
  const ofBytes = async (path: string, query: string, bytes: number) => {
    const empty = JSON.stringify({ query, variables: { filling: '' } })
    const body = empty.replace('"filling":""', `"filling":"${'x'.repeat(bytes - empty.length)}"`)
    const response = await stack.fetch(path, { method: 'POST', headers: JSON_TYPE, body })
    return [response.status, codesIn(await response.text())]
  }

  it('is 5 MB at most, and 200 KB for a stream', async () => {
    expect(await ofBytes('/graphql', '{ ping }', 5_000_000)).toEqual([200, []])
    expect(await ofBytes('/graphql', '{ ping }', 5_000_001)).toEqual([413, ['LIMIT_EXCEEDED']])
    expect(await ofBytes('/graphql/stream', SUBSCRIPTION, 200_000)).toEqual([200, ['UNAUTHENTICATED']])
    expect(await ofBytes('/graphql/stream', SUBSCRIPTION, 200_001)).toEqual([413, ['LIMIT_EXCEEDED']])
  })

  it.each([
    ['/graphql', '{ ping }'],
    ['/graphql/stream', SUBSCRIPTION],
  ])('contains one operation on %s', async (path, query) => {
    for (const count of [1, 2, 1000])
      expect(
        await send(
          path,
          Array.from({ length: count }, () => ({ query })),
        ),
      ).toEqual(['BAD_REQUEST'])
  })
})

describe('a request with cyclic fragments', () => {
  const circle = (count: number) =>
    `{ ...F0 } ${many(count, (i) => `fragment F${i} on Query { ...F${(i + 1) % count} ...F${(i + 2) % count} }`)}`
  const doubling = (count: number) =>
    `{ ...F0 } ${many(count, (i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)}
     fragment F${count} on Query { ping articles { found } }`
  const nested = (levels: number) => within(levels, '[', ']')

  it.each([
    ['fragments in a circle', circle(50), 'GRAPHQL_VALIDATION_FAILED'],
    ['many fragments in a circle', circle(300), 'LIMIT_EXCEEDED'],
    ['a fragment within itself', '{ ...F } fragment F on Query { ping ...F }', 'GRAPHQL_VALIDATION_FAILED'],
    ['fragments that double forty times', doubling(40), 'LIMIT_EXCEEDED'],
    ['lists within lists', `{ articles(filter: { tags: ${nested(2000)} }) { found } }`, 'LIMIT_EXCEEDED'],
    ['selections within selections', `{ ${within(2000, 'a{', '}')} }`, 'LIMIT_EXCEEDED'],
    ['brackets after a text of quotes', `{ a(b: """ \\""" """, c: ${nested(1000)}) }`, 'LIMIT_EXCEEDED'],
    [
      'a schema that asks for itself',
      '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['one list hundreds of times', `{ ${'articles { found } '.repeat(750)} }`, 'GRAPHQL_VALIDATION_FAILED'],
  ])('is refused: %s', async (_, query, code) => {
    expect([...new Set(await send('/graphql', { query }))]).toEqual([code])
    // The stream also refuses any document that is no subscription.
    expect(['LIMIT_EXCEEDED', 'WRONG_ENDPOINT']).toContain((await send('/graphql/stream', { query }))[0])
  })

  it.each([
    ['a list', '{ articles { ...F0 } }', 'ArticlesResult'],
    ['its rows', '{ articles { articles { ...F0 } } }', 'Article'],
  ])('counts what fragments below %s double', async (_, query, type) => {
    const levels = 30
    const fragments = many(levels, (i) => `fragment F${i} on ${type} { ...F${i + 1} ...F${i + 1} }`)
    const last = `fragment F${levels} on ${type} { __typename }`
    expect(await send('/graphql', { query: `${query} ${fragments} ${last}` })).toEqual(['LIMIT_EXCEEDED'])
  })

  it('survives variables that nest a hundred thousand times', async () => {
    const raw = async (path: string, body: string) =>
      codesIn(await (await stack.fetch(path, { method: 'POST', headers: JSON_TYPE, body })).text())
    const withNested = (query: string) =>
      `{"query":${JSON.stringify(query)},"variables":{"f":${nested(100_000)}}}`
    const list = 'query ($f: [String!]) { articles(filter: { tags: $f }) { found } }'
    const json = 'mutation ($f: JSON!) { upsertFeatures(uniqueId: "a", features: $f) }'
    expect(await raw('/graphql', withNested(list))).toEqual(['BAD_USER_INPUT'])
    expect(await raw('/graphql', withNested(json))).toEqual(['UNAUTHENTICATED'])
    expect(await raw('/graphql', nested(100_000))).toEqual(['BAD_REQUEST'])
    expect(await raw('/graphql/stream', nested(90_000))).toEqual(['BAD_REQUEST'])
  })
})
