import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

const themed = (code: string) => ({
  themeL1Code: code.slice(0, 2),
  themeL1Label: code.slice(0, 2),
  ...(code.length > 2 ? { themeL2Code: code } : {}),
})

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      uniqueId: 'a_000001',
      agencyKey: 'mec',
      ...themed('02.01'),
      publishedAt: '2026-05-01T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'a_000002',
      agencyKey: 'mec',
      ...themed('02'),
      publishedAt: '2026-05-02T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'a_000003',
      agencyKey: 'saude',
      ...themed('03'),
      publishedAt: '2026-05-03T12:00:00Z',
    }),
    anArticle({ uniqueId: 'a_000004', agencyKey: 'inep', publishedAt: '2026-05-04T12:00:00Z' }),
  ])
})
afterAll(() => stack.stop())

const DOCUMENT = `query ($config: WidgetConfigInput!, $page: Int! = 1) {
  widgetArticles(config: $config, page: $page) { articles { uniqueId } pagination { page limit total hasMore } }
}`
const articlesOf = async (config: Record<string, unknown>, page = 1) => {
  const { widgetArticles } = await stack.query(DOCUMENT, { config, page })
  const ids = widgetArticles.articles.map((article: { uniqueId: string }) => article.uniqueId)
  return { ids, ...widgetArticles.pagination }
}

describe('widgetConfig', () => {
  it('offers agencies and level-1 themes that have news, most articles first, ties by code', async () => {
    expect(await stack.query('{ widgetConfig { agencies themes } }')).toEqual({
      widgetConfig: { agencies: ['mec', 'inep', 'saude'], themes: ['02', '03'] },
    })
  })
})

describe('widgetArticles', () => {
  const all = ['a_000004', 'a_000003', 'a_000002', 'a_000001']

  it('are all news, newest first, without a selection', async () => {
    expect(await articlesOf({})).toEqual({ ids: all, page: 1, limit: 10, total: 4, hasMore: false })
    expect(await articlesOf({ layout: 'GRID_3' })).toMatchObject({ ids: all })
  })

  it.each([
    [{ agencies: ['mec', 'inep'] }, ['a_000004', 'a_000002', 'a_000001']],
    [{ themes: ['02'] }, ['a_000002', 'a_000001']],
    [{ themes: ['02.01', '03'] }, ['a_000003', 'a_000001']],
    [{ agencies: ['saude'], themes: ['02'] }, []],
  ])('of %j are those of any agency and any theme', async (config, ids) => {
    expect(await articlesOf(config)).toMatchObject({ ids, total: ids.length, hasMore: false })
  })

  it('have pages that report whether more follow', async () => {
    const config = { articlesPerPage: 3 }
    expect(await articlesOf(config)).toEqual({
      ids: all.slice(0, 3),
      page: 1,
      limit: 3,
      total: 4,
      hasMore: true,
    })
    expect(await articlesOf(config, 2)).toEqual({
      ids: all.slice(3),
      page: 2,
      limit: 3,
      total: 4,
      hasMore: false,
    })
    expect(await articlesOf({ articlesPerPage: 2 }, 2)).toMatchObject({ hasMore: false })
    expect(await articlesOf(config, 3)).toMatchObject({ ids: [], total: 4, hasMore: false })
  })

  it.each([
    [50, 50],
    [51, 50],
  ])('accept %i articles a page as %i', async (articlesPerPage, limit) => {
    expect(await articlesOf({ articlesPerPage })).toMatchObject({ limit })
  })

  it('are only counted for a page of 0 articles', async () => {
    expect(await articlesOf({ articlesPerPage: 0 })).toMatchObject({ ids: [], limit: 0, total: 4 })
  })

  it('refuse a negative page size and name the argument', async () => {
    const { errors } = await stack.ask(DOCUMENT, { config: { articlesPerPage: -1 } })
    expect(errors.map((error) => error.extensions)).toEqual([
      { code: 'BAD_USER_INPUT', argument: 'config.articlesPerPage' },
    ])
  })

  const codes = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`)
  it.each([
    ['200 agencies', { agencies: codes(200) }, 1, []],
    ['201 agencies', { agencies: codes(201) }, 1, ['LIMIT_EXCEEDED']],
    ['50 themes', { themes: codes(50) }, 1, []],
    ['51 themes', { themes: codes(51) }, 1, ['LIMIT_EXCEEDED']],
    ['page 0', {}, 0, ['BAD_USER_INPUT']],
    ['row 10,000', {}, 1000, []],
    ['row 10,001', {}, 1001, ['LIMIT_EXCEEDED']],
  ])('answer %s', async (_, config, page, expected) => {
    expect(await stack.codes(DOCUMENT, { config, page })).toEqual(expected)
  })
})
