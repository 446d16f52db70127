import { assignStories } from '@pauta/core/stories/assign-stories'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import type { GraphQLObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VARIED_ARTICLES, VARIED_FEATURES } from '../kit/rows/varied-articles.ts'
import { fullSelection, listEmptyFields } from '../kit/client/full-selection.ts'
import { tables } from '../kit/rows/tables.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

const FULL = `fragment Full on Article {
  uniqueId title url image videoUrl content summary subtitle editorialLead category tags agency agencyName publishedAt
  extractedAt theme1Level1Code theme1Level1Label theme1Level2Code theme1Level2Label theme1Level3Code theme1Level3Label
  mostSpecificThemeCode mostSpecificThemeLabel publicationHour
  features { wordCount viewCount uniqueSessions trendingScore readabilityFlesch
    entities { text type count canonicalId salience } contentAnnotations { start end type text canonicalId } }
}`

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.write(VARIED_ARTICLES)
  // The classifier has chosen the theme of one article.
  await tables.articles.set(
    stack.db,
    { uniqueId: 'copia-2_dddddd' },
    { themeModel: 'rules', themeSource: 'rules', themeConfidence: 0.5 },
  )
  await stack.publish([], VARIED_FEATURES)
  await assignStories(
    stack.db,
    VARIED_ARTICLES.map(({ uniqueId }) => String(uniqueId)),
  )
})
afterAll(() => stack.stop())

const list = async (args: string) => {
  const { articles } = await stack.query(`{ articles${args} { found page articles { uniqueId } } }`)
  return {
    found: articles.found,
    ids: articles.articles.map((article: { uniqueId: string }) => article.uniqueId),
  }
}

describe('article', () => {
  it('returns every field, instants in UTC and the hour in local time', async () => {
    const { article } = await stack.query(`${FULL} { article(uniqueId: "completa_aaaaaa") { ...Full } }`)
    expect(article).toEqual({
      uniqueId: 'completa_aaaaaa',
      title: 'Ministério da Educação abre seleção de bolsas',
      url: 'https://www.gov.br/mec/pt-br/noticias/completa',
      image: 'https://www.gov.br/mec/imagem.jpg',
      videoUrl: 'https://www.gov.br/mec/video.mp4',
      content: 'As inscrições começam na segunda-feira.',
      summary: 'Inscrições começam.',
      subtitle: 'Subtítulo',
      editorialLead: 'Chapéu',
      category: 'Educação',
      tags: ['bolsas', 'ensino superior'],
      agency: 'mec',
      agencyName: 'Ministério da Educação',
      publishedAt: '2026-06-02T02:30:00+00:00',
      extractedAt: '2026-06-02T03:00:00+00:00',
      theme1Level1Code: '02',
      theme1Level1Label: 'Educação',
      theme1Level2Code: '02.01',
      theme1Level2Label: 'Ensino Básico',
      theme1Level3Code: '02.01.03',
      theme1Level3Label: 'Alimentação Escolar',
      mostSpecificThemeCode: '02.01.03',
      mostSpecificThemeLabel: 'Alimentação Escolar',
      publicationHour: 23,
      features: {
        wordCount: 6,
        viewCount: 12,
        uniqueSessions: null,
        trendingScore: 1.5,
        readabilityFlesch: 55.5,
        entities: [{ text: 'MEC', type: 'ORG', count: 2, canonicalId: 'Q1', salience: 0.5 }],
        contentAnnotations: [{ start: 0, end: 2, type: 'ORG', text: 'As', canonicalId: null }],
      },
    })
  })

  it('returns null for missing values, never zero or an empty text', async () => {
    const { article } = await stack.query(`${FULL} { article(uniqueId: "minima_bbbbbb") { ...Full } }`)
    expect(article).toMatchObject({
      content: null,
      summary: null,
      image: null,
      tags: [],
      theme1Level1Code: null,
      extractedAt: null,
      features: null,
    })
  })

  it('has a value in each field for one of the articles', async () => {
    const schema = makeSchema()
    const type = schema.getType('Article') as GraphQLObjectType
    const { articles } = await stack.query(`{ articles { articles ${fullSelection(type)} } }`)
    // These need an edit and a removal: test/graphql/history.test.ts has their values.
    const histories = ['ArticleVersionEntry.grade', 'ArticleVersionEntry.reason', 'Article.removedAt']
    expect(listEmptyFields(type, articles.articles)).toEqual(histories)
  })

  it('is null for an unknown article and refuses an impossible identifier', async () => {
    expect(await stack.query('{ article(uniqueId: "nenhuma_ffffff") { title } }')).toEqual({ article: null })
    expect(await stack.codes('{ article(uniqueId: "`*") { title } }')).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes('{ article(uniqueId: "") { title } }')).toEqual(['BAD_USER_INPUT'])
    expect(await stack.codes(`{ article(uniqueId: "${'x'.repeat(129)}") { title } }`)).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})

describe('articles', () => {
  it('lists newest first, ten a page by default', async () => {
    expect(await list('')).toEqual({
      found: 4,
      ids: ['minima_bbbbbb', 'completa_aaaaaa', 'copia-2_dddddd', 'copia-1_cccccc'],
    })
  })

  it('have pages without a gap or a repeat', async () => {
    const pages = [
      await list('(limit: 3)'),
      await list('(limit: 3, page: 2)'),
      await list('(limit: 3, page: 3)'),
    ]
    expect(pages.map((page) => page.ids.length)).toEqual([3, 1, 0])
    expect(new Set(pages.flatMap((page) => page.ids)).size).toBe(4)
    expect(pages.map((page) => page.found)).toEqual([4, 4, 4])
  })

  it.each([
    ['VIEWS', ['copia-1_cccccc', 'completa_aaaaaa', 'minima_bbbbbb', 'copia-2_dddddd']],
    ['TRENDING', ['completa_aaaaaa', 'minima_bbbbbb', 'copia-2_dddddd', 'copia-1_cccccc']],
    ['DATE', ['minima_bbbbbb', 'completa_aaaaaa', 'copia-2_dddddd', 'copia-1_cccccc']],
    ['RELEVANCE', ['minima_bbbbbb', 'completa_aaaaaa', 'copia-2_dddddd', 'copia-1_cccccc']],
  ])('sorts by %s, missing values last', async (sort, ids) => {
    expect((await list(`(sort: ${sort})`)).ids).toEqual(ids)
  })

  it.each([
    ['page 0', '(page: 0)', 'BAD_USER_INPUT'],
    ['limit -1', '(limit: -1)', 'BAD_USER_INPUT'],
    ['row 10,001', '(page: 41, limit: 250)', 'LIMIT_EXCEEDED'],
    ['a date that does not exist', '(filter: { startDate: "2026-13-40" })', 'BAD_USER_INPUT'],
    [
      'an end before its start',
      '(filter: { startDate: "2026-06-02", endDate: "2026-06-01" })',
      'BAD_USER_INPUT',
    ],
    ['an unknown order', '(sort: NEWEST)', 'GRAPHQL_VALIDATION_FAILED'],
    [
      '201 agencies',
      `(filter: { agencies: [${Array.from({ length: 201 }, (_, i) => `"a${i}"`).join()}] })`,
      'LIMIT_EXCEEDED',
    ],
  ])('refuses %s', async (_, args, code) => {
    expect(await stack.codes(`{ articles${args} { found } }`)).toEqual([code])
  })

  it.each(['(limit: 0)', '(limit: 0, page: 3)', '(limit: 0, sort: VIEWS)'])(
    'counts without articles: %s',
    async (args) => {
      expect(await stack.query(`{ articles${args} { found articles { uniqueId } } }`)).toEqual({
        articles: { found: 4, articles: [] },
      })
    },
  )

  it('counts groups of copies without articles', async () => {
    const document = '{ articles(limit: LIMIT, filter: { dedup: true }) { found } }'
    const counted = await stack.query(document.replace('LIMIT', '0'))
    expect(counted).toEqual(await stack.query(document.replace('LIMIT', '10')))
  })

  it('names the wrong argument', async () => {
    const { errors } = await stack.ask('{ articles(filter: { startDate: "2026-13-40" }) { found } }')
    expect(errors[0]).toMatchObject({ extensions: { argument: 'filter.startDate' }, path: ['articles'] })
    expect(errors[0]?.message).toMatch(/data inválida/)
  })

  it('returns 250 articles with every field and features within the limits', async () => {
    const { articles } = await stack.query(`${FULL} { articles(limit: 250) { found articles { ...Full } } }`)
    expect(articles.articles).toHaveLength(4)
    const clamped = await stack.query('{ articles(limit: 1000) { articles { uniqueId } } }')
    expect(clamped.articles.articles).toHaveLength(4)
  })
})
