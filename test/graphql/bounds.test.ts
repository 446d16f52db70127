import type { Client } from '@modelcontextprotocol/client'
import { stringify } from 'node:querystring'
import { LIST_FILTERS } from '@pauta/core/search-index/article-filter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectMcp, resultOf } from '../kit/client/mcp.ts'
import { recordSearches } from '../kit/relays/search-recorder.ts'
import { readJsonFeed } from '../kit/oracles/feed-rules.ts'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

/** Fifteen expressions of two words: the 30 words that a filter may have in keywords of several words. */
const PAIRS = [
  'saúde pública',
  'energia elétrica',
  'ensino médio',
  'gás natural',
  'trem bala',
  'banda larga',
  'reforma agrária',
  'bolsa família',
  'porto seguro',
  'água potável',
  'mata atlântica',
  'pesca artesanal',
  'vale gás',
  'rede hospitalar',
  'luz solar',
]
const WANTED = ['espalhada_000001', 'luz_000002', 'titulo_000003']
/** Lengths and numbers far above the bounds. */
const LONG_CHARACTERS = 3900
const HUGE_CHARACTERS = 80_000

let stack: SharedStack
let anybody: Client
beforeAll(async () => {
  stack = await shareTestStack()
  const about = (uniqueId: string, title: string, summary: string | null) =>
    anArticle({
      uniqueId,
      title,
      summary,
      agencyKey: 'saude',
      themeL1Code: '03',
      tags: ['nota'],
      publishedAt: ago({ hours: 2 }),
    })
  await stack.publish([
    about('titulo_000003', 'Saúde pública em debate', null),
    about('espalhada_000001', 'Energia mais barata', 'Tarifa elétrica cai.'),
    about('luz_000002', 'Painéis', 'Luz solar na escola.'),
    about('metade_000004', 'Saúde da família', 'Gás e remédios.'),
    anArticle({ uniqueId: 'fora_000005', agencyKey: 'mec', title: 'Saúde pública na escola' }),
  ])
  anybody = await connectMcp(stack)
})
afterAll(async () => {
  await anybody.close()
  await stack.stop()
})

const LIST =
  'query ($filter: ArticleFilter) { articles(limit: 50, filter: $filter) { found articles { uniqueId } } }'
const idsOf = (articles: readonly { uniqueId: string }[]) => articles.map(({ uniqueId }) => uniqueId).sort()
const others = {
  agencies: ['saude', 'outro'],
  themes: ['03', '03.01'],
  tags: ['nota', 'outra'],
  startDate: ago({ days: 3 }).slice(0, 10),
  endDate: ago({ days: 0 }).slice(0, 10),
  excludeKeywords: ['agenda', 'nota de pesar'],
}

describe('keywords of several words', () => {
  it.each([3, 7, 8, 13, 15])(
    'find the same articles with %i of them in a list, beside other filters',
    async (count) => {
      const keywords = [...PAIRS.slice(0, count - 1), 'luz solar']
      const { articles } = await stack.query(LIST, { filter: { ...others, keywords } })
      expect(idsOf(articles.articles)).toEqual(WANTED)
    },
  )

  it('find articles with a keyword of thirty words spread over title and summary', async () => {
    const words = Array.from({ length: 30 }, (_, n) => `${'abcdefghij'[n % 10]}${Math.floor(n / 10)}`)
    await stack.publish([
      anArticle({
        uniqueId: 'termos_000006',
        title: words.slice(0, 12).join(' '),
        summary: words.slice(12).join(', '),
      }),
    ])
    const found = async (keywords: string[]) =>
      (await stack.query(LIST, { filter: { keywords } })).articles.found as number
    expect(await found([words.join(' ')])).toBe(1)
    expect(await found([[...words.slice(1), 'outro'].join(' ')])).toBe(0)
  })

  it('work with every other kind of filter', async () => {
    const filter = {
      ...others,
      keywords: [...PAIRS.slice(0, 14), 'luz solar', 'creche', 'vacina'],
      themeLabel: 'Saúde',
      entities: ['SUS'],
      entityCanonical: ['Q1'],
      sentiment: ['positive'],
      states: ['CE'],
    }
    expect((await stack.query(LIST, { filter })).articles.found).toBe(0)
    const few = { ...filter, keywords: ['a b', 'c d', 'e f', 'g h', 'i j', 'k l', 'm n', 'creche'] }
    expect((await stack.query(LIST, { filter: few })).articles.found).toBe(0)
  })

  it('find the same articles in a feed, a tool and an estimate', async () => {
    const keywords = PAIRS.slice(0, 13)
    const wanted = WANTED.filter((id) => id !== 'luz_000002')
    const query = stringify({ keywords: keywords.join(','), agencies: 'saude', themes: '03' })
    const response = await stack.fetch(`/feeds/articles.json?${query}`)
    expect(response.status).toBe(200)
    const feed = readJsonFeed(await response.text())
    expect(feed.items.map(({ id }) => id.replace('urn:pauta:article:', '')).sort()).toEqual(wanted)
    const found = await resultOf<{ articles: { uniqueId: string }[] }>(anybody, 'search_articles', {
      keywords,
      agencies: ['saude'],
    })
    expect(idsOf(found.articles)).toEqual(wanted)
    const { recorteEstimate } = await stack.query(
      'query ($recorte: RecorteFiltersInput!) { recorteEstimate(recorte: $recorte) { articlesPerDay } }',
      { recorte: { keywords, agencies: ['saude'] } },
    )
    expect(recorteEstimate.articlesPerDay).toBe(0.3)
  })
})

const aliases = (count: number, field: string) =>
  Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')
const CALLS = ['articles(limit: 1, filter: $filter)', 'search(query: "a", filter: $filter)']

/** Sends an operation. Returns its errors and the number of requests to the stores. */
async function ask(document: string, variables: Record<string, unknown>) {
  stack.gates.index.take()
  stack.gates.database.take()
  const { errors } = await stack.ask(document, variables)
  return { errors, reads: stack.gates.index.take().length + stack.gates.database.take().length }
}

describe('a filter', () => {
  it.each(LIST_FILTERS.flatMap((name) => CALLS.map((call) => [name, call])))(
    'refuses %s that are too many or too long, before %s reads a store',
    async (name = '', call) => {
      const isKeyword = name === 'keywords' || name === 'excludeKeywords'
      const [most, characters] = isKeyword ? [50, 100] : [200, 300]
      const document = `query ($filter: ArticleFilter) { ${call} { found } }`
      const many = Array.from({ length: most + 1 }, (_, n) => `v${n}`)
      const { errors, reads } = await ask(document, { filter: { [name]: many } })
      expect(reads).toBe(0)
      expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED', argument: `filter.${name}` } }])
      const long = await ask(document, { filter: { [name]: ['a', 'b'.repeat(characters + 1)] } })
      expect(long.reads).toBe(0)
      expect(long.errors).toMatchObject([
        { extensions: { code: 'BAD_USER_INPUT', argument: `filter.${name}[1]` } },
      ])
      const allowed = { [name]: [...many.slice(2), 'b'.repeat(characters)] }
      expect((await ask(document, { filter: allowed })).errors).toEqual([])
    },
  )

  it.each(['themeLabel', 'startDate', 'endDate'])('refuses a %s of 301 characters', async (name) => {
    const { errors, reads } = await ask(LIST, { filter: { [name]: '2'.repeat(301) } })
    expect(reads).toBe(0)
    expect(errors[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT', argument: `filter.${name}` } })
  })

  it('refuses sixty calls with long exclusions by their price, and with huge ones by their length', async () => {
    const document = `query ($f: ArticleFilter) { ${aliases(60, 'articles(limit: 0, filter: $f) { found }')} }`
    const exclusions = (count: number, characters: number) => ({
      f: {
        excludeKeywords: Array.from({ length: count }, (_, n) =>
          'de da do em no '.repeat(characters / 15).slice(n, n + characters),
        ),
      },
    })
    for (const variables of [
      exclusions(5, LONG_CHARACTERS),
      exclusions(50, LONG_CHARACTERS),
      exclusions(50, HUGE_CHARACTERS),
      exclusions(50, 96),
      { f: { keywords: ['a|'.repeat(1_000_000)] } },
      { f: { tags: ['a '.repeat(1_000_000)] } },
    ]) {
      const { errors, reads } = await ask(document, variables)
      expect(reads).toBe(0)
      expect(errors.length).toBeGreaterThan(0)
      for (const { extensions } of errors)
        expect(['LIMIT_EXCEEDED', 'BAD_USER_INPUT']).toContain(extensions?.['code'])
    }
  })

  it('refuses values that are together longer than a filter of the index may be', async () => {
    const values = Array.from({ length: 200 }, (_, n) => `${n}${'a'.repeat(296)}`)
    const { errors, reads } = await ask(LIST, { filter: { tags: values, entities: values, themes: values } })
    expect(reads).toBe(0)
    expect(errors[0]).toMatchObject({ extensions: { code: 'LIMIT_EXCEEDED', argument: 'filter' } })
  })

  it('refuses long values of a widget', async () => {
    const document =
      'query ($config: WidgetConfigInput!) { widgetArticles(config: $config) { pagination { total } } }'
    const { errors, reads } = await ask(document, { config: { agencies: ['a'.repeat(301)] } })
    expect(reads).toBe(0)
    expect(errors[0]).toMatchObject({
      extensions: { code: 'BAD_USER_INPUT', argument: 'config.agencies[0]' },
    })
  })
})

describe('a text of a megabyte', () => {
  it.each([
    ['search', 'search(query: $text) { found }'],
    ['searchSuggestions', 'searchSuggestions(query: $text) { title }'],
    ['entitySearch', 'entitySearch(query: $text) { entityId }'],
    ['entitySuggestions', 'entitySuggestions(query: "a", type: $text) { value }'],
    ['policies', 'policies(domain: $text) { entityId }'],
    ['trendingThemes', 'trendingThemes(agencyKey: $text) { themeCode }'],
    ['entityCoverage', 'entityCoverage(entityId: "Q1", dateFrom: $text) { period }'],
    [
      'agencyAnalytics',
      'agencyAnalytics(agencies: [$text], dateFrom: "2026-01-01", dateTo: "2026-01-02") { period }',
    ],
  ])('is refused by %s before a store is read', async (_, field) => {
    for (const text of ['a '.repeat(500_000), ' '.repeat(1_000_000) + 'a']) {
      const type = field.includes('query: $text') || field.includes('[$text]') ? 'String!' : 'String'
      const { errors, reads } = await ask(`query ($text: ${type}) { ${field} }`, { text })
      expect(reads).toBe(0)
      expect(errors[0]?.extensions?.['code']).toMatch(/BAD_USER_INPUT|LIMIT_EXCEEDED/)
    }
  })
})

describe('the content of an article', () => {
  const LISTS = [
    'articles(filter: { agencies: ["enorme"] }) { articles { uniqueId content } }',
    'search(query: "enormidade") { articles { uniqueId content } }',
    'widgetArticles(config: { agencies: ["enorme"] }) { articles { uniqueId content } }',
  ]
  const aLong = (uniqueId: string, characters: number) =>
    anArticle({
      uniqueId,
      title: 'Enormidade',
      agencyKey: 'enorme',
      content: 'b'.repeat(characters),
      publishedAt: ago({ hours: 1 }),
    })
  /** Returns the number of characters of each text of a list, and the ids whose texts the index was asked for. */
  const read = async (list: string) => {
    await using recorder = await recordSearches(stack.gates)
    const [answer] = Object.values(
      await stack.query<Record<string, { articles: { uniqueId: string; content: string | null }[] }>>(
        `{ ${list} }`,
      ),
    )
    const texts = recorder.take().filter(({ include_fields: fields }) => /\bcontent\b/.test(String(fields)))
    return {
      lengths: Object.fromEntries(
        (answer?.articles ?? []).map(({ uniqueId, content }) => [uniqueId, content?.length ?? null]),
      ),
      asked: texts.map(({ filter_by: filter }) => filter),
    }
  }

  it('is left out of lists above 200,000 characters, not read for them, and whole in article', async () => {
    await stack.publish([aLong('enorme_000007', 200_001), aLong('grande_000008', 200_000)])
    for (const list of LISTS)
      expect([list, await read(list)]).toEqual([
        list,
        { lengths: { grande_000008: 200_000, enorme_000007: null }, asked: ['id:=[`grande_000008`]'] },
      ])
    const { article } = await stack.query('{ article(uniqueId: "enorme_000007") { content } }')
    expect(article.content).toHaveLength(200_001)
  })

  it('is left out of lists of documents that do not say that their text is long', async () => {
    await stack.publish([aLong('enorme_000007', 200_001), aLong('grande_000008', 200_000)])
    await stack.index.update('enorme_000007', { content_is_long: null })
    const [list = ''] = LISTS
    expect((await read(list)).lengths).toEqual({ grande_000008: 200_000, enorme_000007: null })
  })

  it('is in lists again when it becomes shorter', async () => {
    await stack.publish([aLong('enorme_000007', 200_001), aLong('grande_000008', 200_000)])
    await stack.index.update('enorme_000007', { content: 'Curto.' })
    const [list = ''] = LISTS
    expect((await read(list)).lengths).toEqual({ grande_000008: 200_000, enorme_000007: 6 })
  })
})
