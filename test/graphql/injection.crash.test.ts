import { isArticleId } from '@pauta/core/articles/article-id'
import type { IncomingArticleInput } from '@pauta/core/articles/article'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '../kit/client/client.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { createClipping, newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const SEED = 20_261_121
/** The syntax of index filters and of SQL, and a few letters that distinguish values. */
const GRAMMAR = [
  '`',
  '&&',
  '||',
  '(',
  ')',
  '[',
  ']',
  ':=',
  ':!=',
  ',',
  '<',
  '>',
  '=',
  '!',
  '*',
  '..',
  '"',
  "'",
  '\\',
]
const LETTERS = ['a', 'É', 'b1', 'c']
/** Values that would match all articles or other ones if they were read as syntax. */
const ATTACKS = [
  '`] || id:!=[`x',
  'a`] || (agency:=[`b1`]) || tags:=[`a',
  'a || id:!=x',
  'a) || (published_at:>0',
  '*',
  'a*',
  '[a,b1]',
  'a,b1',
  '!=a',
  'a\\`, `b1',
  "a' or '1'='1",
  'a"; drop table articles; --',
  '%',
  '_',
  'a\n|| id:!=x',
]

const value = fc
  .array(fc.oneof(fc.constantFrom(...GRAMMAR, ' ', '\n', '\t'), fc.constantFrom(...LETTERS)), {
    maxLength: 6,
  })
  .map((units) => units.join(''))

// The stored values: every attack, each of the letters, and mixtures that the generator makes of both.
const STORED = [
  ...new Set(
    [...LETTERS, ...ATTACKS, ...fc.sample(value, { numRuns: 40, seed: SEED })].map((text) => text.trim()),
  ),
].filter((text) => text !== '')

/** The form that the index compares: words of letters and digits, without case and accents. */
const wordsOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''))
    .filter((word) => word !== '')
    .join(' ')

/** Ids of the articles whose stored value equals any of the wanted ones. */
function meant(wanted: readonly string[]): string[] {
  const words = new Set(wanted.map(wordsOf).filter((text) => text !== ''))
  return STORED.flatMap((text, i) => (words.has(wordsOf(text)) ? [`valor-${i}`] : [])).sort()
}

const ALL = STORED.map((_, i) => `valor-${i}`).sort()

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  // News contains no such keys, and documents omit codes that only news has named.
  await tables.themes.remove(stack.db, { code: STORED })
  await tables.themes.add(
    stack.db,
    STORED.map((text) => ({ code: text, label: text, level: 1, source: 'operator' })),
  )
  await tables.agencies.add(
    stack.db,
    STORED.map((text) => ({ key: text, name: text })),
  )
  await stack.write(
    STORED.map((text, i): IncomingArticleInput =>
      anArticle({
        uniqueId: `valor-${i}`,
        title: `Título ${i}`,
        publishedAt: ago({ hours: 1 }),
        tags: [text],
        themeL1Code: text,
        themeL1Label: text,
      }),
    ),
  )
  for (const [i, agencyKey] of STORED.entries())
    await tables.articles.set(stack.db, { uniqueId: `valor-${i}` }, { agencyKey })
  await stack.publish(
    [],
    STORED.map((text, i) => ({
      uniqueId: `valor-${i}`,
      features: {
        sentiment: { label: text },
        entities: [{ text, type: 'ORG', count: 1, canonical_id: text }],
      },
    })),
  )
})
afterAll(() => stack.stop())

/** One to three values of a request. Half of them are stored. */
const wanted = fc.array(fc.oneof(fc.constantFrom(...STORED), fc.constantFrom(...ATTACKS), value), {
  minLength: 1,
  maxLength: 3,
})
const KINDS = ['agencies', 'themes', 'tags', 'entities', 'entityCanonical', 'sentiment'] as const

interface Found {
  found: number
  articles: { uniqueId: string }[]
}
const idsOf = ({ articles }: Found) => articles.map(({ uniqueId }) => uniqueId).sort()

describe('no value changes the filter that contains it', () => {
  it('when the values distinguish the requests', () => {
    expect(meant(['a']).length).toBeGreaterThan(1)
    expect(meant(ATTACKS).length).toBeLessThan(ALL.length / 2)
  })

  it('of articles and of search, of any kind', async () => {
    const lists = KINDS.map((kind) => `${kind}: articles(limit: 250, filter: { ${kind}: $values }) { ...P }`)
    const document = `query ($values: [String!], $label: String) {
      ${lists.join(' ')}
      themeLabel: articles(limit: 250, filter: { themeLabel: $label }) { ...P }
      search(query: "*", filter: { tags: $values, agencies: $values }) { found }
    } fragment P on ArticlesResult { found articles { uniqueId } }`
    await fc.assert(
      fc.asyncProperty(wanted, async (values) => {
        const label = values[0] ?? ''
        const data = await stack.query<Record<string, Found>>(document, { values, label })
        const expected = meant(values)
        for (const kind of KINDS)
          expect({ kind, ids: idsOf(data[kind] as Found) }).toEqual({ kind, ids: expected })
        expect(data['search']?.found).toBe(expected.length)
        // A blank label restricts nothing.
        expect(idsOf(data['themeLabel'] as Found)).toEqual(label.trim() === '' ? ALL : meant([label]))
      }),
      { numRuns: 60, seed: SEED },
    )
  })

  it('of widgets, estimates and trends', async () => {
    const document = `query ($values: [String!]!, $one: String!) {
      agencies: widgetArticles(config: { agencies: $values, articlesPerPage: 50 }) { pagination { total } }
      themes: widgetArticles(config: { themes: $values, articlesPerPage: 50 }) { pagination { total } }
      byTheme: estimateRecorteCount(themes: $values, agencies: [], keywords: [])
      byAgency: estimateRecorteCount(themes: [], agencies: $values, keywords: [])
      clippingEstimate(themes: $values, agencies: $values, keywords: []) { totalEstimate }
      trendingThemes(agencyKey: $one, growthThreshold: 0, minArticles: 1, limit: 100) { windowCount }
    }`
    const plain = wanted.filter((values) =>
      values.every((text) => text.trim() !== '' && !/\p{Cc}/u.test(text)),
    )
    await fc.assert(
      fc.asyncProperty(plain, async (values) => {
        const data = await stack.query(document, { values, one: values[0] })
        const count = meant(values).length
        expect(data).toMatchObject({
          agencies: { pagination: { total: count } },
          themes: { pagination: { total: count } },
          byTheme: count,
          byAgency: count,
          clippingEstimate: { totalEstimate: count },
        })
        const counts = data.trendingThemes.map((theme: { windowCount: number }) => theme.windowCount)
        expect(counts.reduce((sum: number, one: number) => sum + one, 0)).toBe(
          meant(values.slice(0, 1)).length,
        )
      }),
      { numRuns: 30, seed: SEED },
    )
  })
})

describe('no value matches anything else', () => {
  // Every field that looks something up by a text, with its answer for a text that names nothing.
  const LOOKUPS: Record<string, unknown> = {
    'entity(id: $id) { entityId }': null,
    'relatedEntities(id: $id) { weight }': [],
    'entityNetwork(id: $id) { edges { weight } }': { edges: [] },
    'entityCoverage(entityId: $id) { period }': [],
    'entityArticles(entityId: $id) { found }': { found: 0 },
    'policyDetails(entityId: $id) { domain }': null,
    'release(id: $id) { id }': null,
    'releaseArticles(id: $id) { uniqueId }': [],
    'releaseChanges(id: $id) { uniqueId }': [],
    'marketplaceListing(id: $id) { id }': null,
    'agencyAnalytics(agencies: [$id], dateFrom: "2020-01-01", dateTo: "2020-01-02") { articleCount }': [],
  }
  // Fields that look up an article refuse an impossible identifier.
  const ARTICLE_LOOKUPS: Record<string, unknown> = {
    'article(uniqueId: $id) { uniqueId }': null,
    'relatedArticles(uniqueId: $id) { uniqueId }': [],
    'newsById(uniqueId: $id) { uniqueId }': null,
    'newsBatch(uniqueIds: [$id]) { uniqueId }': [],
    'newsForTypesense(uniqueId: $id) { uniqueId }': null,
    'similarArticles(uniqueId: $id) { uniqueId }': [],
  }
  const prepare = (lookups: Record<string, unknown>) => ({
    document: `query ($id: String!) {
      ${Object.keys(lookups)
        .map((field, i) => `f${i}: ${field}`)
        .join('\n')} }`,
    expected: Object.fromEntries(Object.values(lookups).map((nothing, i) => [`f${i}`, nothing])),
  })

  it('in the index or in the database', async () => {
    const service = makeClient(stack.stack.graphqlUrl, await stack.stack.serviceToken())
    const reader = await newPerson(stack)
    const others = prepare(LOOKUPS)
    const articles = prepare(ARTICLE_LOOKUPS)
    const listed = [...ATTACKS, ...GRAMMAR, 'valor-1` ', 'VALOR-1', 'valor-1*', ' valor-1']
    const ids = listed.filter((one) => !/\p{Cc}/u.test(one))
    for (const id of ids) {
      const { data, errors } = await service.ask(others.document, { id })
      const own = await reader.ask('query ($id: String!) { clipping(id: $id) { id } }', { id })
      expect({ id, errors, data }).toEqual({ id, errors: [], data: others.expected })
      expect(own).toMatchObject({ errors: [], data: { clipping: null } })
    }
    const possible = ids.filter(isArticleId)
    expect(possible.length).toBeGreaterThan(1)
    for (const id of possible)
      expect(await service.ask(articles.document, { id })).toMatchObject({
        errors: [],
        data: articles.expected,
      })
    const impossible = ids.filter((id) => !isArticleId(id))
    expect(impossible.length).toBeGreaterThan(10)
    for (const id of impossible)
      for (const field of Object.keys(ARTICLE_LOOKUPS)) {
        const codes = await service.codes(`query ($id: String!) { ${field} }`, { id })
        expect({ id, field, codes }).toEqual({ id, field, codes: ['BAD_USER_INPUT'] })
      }
  })
})

describe('a value with characters that PostgreSQL cannot store', () => {
  it.each(['entity(id: $id) { entityId }', 'article(uniqueId: $id) { uniqueId }', 'release(id: $id) { id }'])(
    'is refused by %s',
    async (field) => {
      for (const id of ['a\0b', 'a\n'])
        expect(await stack.codes(`query ($id: String!) { ${field} }`, { id })).toEqual(['BAD_USER_INPUT'])
    },
  )
})

describe('a stored value', () => {
  const text = fc
    .array(fc.oneof(fc.constantFrom(...GRAMMAR, ' '), fc.constantFrom('a', 'ç', '😀', '$1', '{}', '--')), {
      minLength: 1,
      maxLength: 12,
    })
    .map((units) => units.join('').trim())
    .filter((one) => one !== '')

  it('is returned unchanged', async () => {
    const author = await newPerson(stack)
    const id = await createClipping(author)
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 4, maxLength: 4 }),
        async ([name = '', title = '', theme = '', word = '']) => {
          const keyword = `${word}a`
          const recorte = { title, themes: [theme], agencies: [name], keywords: [keyword] }
          const data = await author.query(
            `mutation ($id: String!, $input: ClippingInput!) { updateClipping(id: $id, input: $input) {
            name description prompt recortes { title themes agencies keywords } } }`,
            {
              id,
              input: { name, schedule: '0 8 * * *', description: title, prompt: word, recortes: [recorte] },
            },
          )
          const stored = { name, description: title, prompt: word, recortes: [recorte] }
          expect(data.updateClipping).toEqual(stored)
          const again = await author.query(
            `query ($id: String!) { clipping(id: $id) {
            name description prompt recortes { title themes agencies keywords } } }`,
            { id },
          )
          expect(again.clipping).toEqual(stored)
          await author.query(
            `mutation ($agencies: [String!]!) { updatePushPreferences(preferences: { agencies: $agencies }) }`,
            {
              agencies: [theme],
            },
          )
          expect(await author.query('{ pushPreferences { agencies } }')).toEqual({
            pushPreferences: { agencies: [theme] },
          })
        },
      ),
      // Each run sends two mutations; a person may send sixty a minute.
      { numRuns: 20, seed: SEED },
    )
  })

  it('is equal in every list and in the article', async () => {
    const { popularTags, agencies, themes } = await stack.query(
      '{ popularTags(limit: 100) { label } agencies { code label } themes { code label } }',
    )
    // The index counts no value without letters and digits.
    const counted = STORED.filter((value) => /[\p{L}\p{N}]/u.test(value)).toSorted()
    expect(popularTags.map((tag: { label: string }) => tag.label).sort()).toEqual(counted)
    expect(agencies.map((agency: { code: string }) => agency.code).sort()).toEqual(counted)
    expect(themes.map((theme: { code: string }) => theme.code).sort()).toEqual(counted)
  })
})
