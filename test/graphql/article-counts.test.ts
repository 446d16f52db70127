import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anEntity, mentioning, registerOnly } from '../kit/rows/entities.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { labelOf, themed } from '../kit/rows/themes.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

const COUNTS = `query ($query: String, $filter: ArticleFilter, $by: CountDimension! = DAY, $limit: Int! = 50) {
  articleCounts(query: $query, filter: $filter, by: $by, limit: $limit) {
    found total items { key label count share } } }`

const ibama = anEntity({ id: 'Q900', canonicalName: 'Ibama' })
const funai = anEntity({ id: 'Q901', canonicalName: 'Funai' })

/** Sunday 31 May to Monday 8 June 2026: three weeks and two months of Brasília. */
const CORPUS = [
  { uniqueId: 'a_000001', agencyKey: 'saude', publishedAt: '2026-05-31T23:59:59-03:00', ...themed('03.02') },
  { uniqueId: 'b_000002', agencyKey: 'saude', publishedAt: '2026-06-01T00:00:00-03:00', ...themed('03') },
  { uniqueId: 'c_000003', agencyKey: 'saude', publishedAt: '2026-06-02T12:00:00-03:00' },
  { uniqueId: 'd_000004', agencyKey: 'mec', publishedAt: '2026-06-02T23:30:00-03:00', ...themed('02') },
  { uniqueId: 'e_000005', agencyKey: 'mec', publishedAt: '2026-06-08T08:00:00-03:00', ...themed('03') },
] as const
const ABOUT_DENGUE = new Set(['a_000001', 'c_000003', 'e_000005'])

beforeAll(async () => {
  stack = await shareTestStack()
  await registerOnly(stack, [ibama, funai])
  await stack.publish(
    CORPUS.map((article) =>
      anArticle({
        ...article,
        title: ABOUT_DENGUE.has(article.uniqueId) ? 'Casos de dengue' : 'Vagas abertas',
      }),
    ),
    [
      mentioning('a_000001', ibama),
      mentioning('b_000002', ibama, funai),
      { uniqueId: 'c_000003', features: { sentiment: { label: 'negative', score: -0.5 } } },
    ],
  )
})
afterAll(() => stack.stop())

interface Counts {
  found: number
  total: number
  items: { key: string; label: string; count: number; share: number }[]
}

async function count(variables: Record<string, unknown>): Promise<Counts> {
  const { articleCounts } = await stack.query(COUNTS, variables)
  return articleCounts as Counts
}

describe('articleCounts', () => {
  it.each([
    [
      'DAY',
      [
        ['2026-05-31', '31/05/2026', 1, 1],
        ['2026-06-02', '02/06/2026', 1, 0.5],
        ['2026-06-08', '08/06/2026', 1, 1],
      ],
    ],
    [
      'WEEK',
      [
        ['2026-05-25', 'semana de 25/05/2026', 1, 1],
        ['2026-06-01', 'semana de 01/06/2026', 1, 1 / 3],
        ['2026-06-08', 'semana de 08/06/2026', 1, 1],
      ],
    ],
    [
      'MONTH',
      [
        ['2026-05-01', 'maio de 2026', 1, 1],
        ['2026-06-01', 'junho de 2026', 2, 0.5],
      ],
    ],
    [
      'AGENCY',
      [
        ['saude', 'Ministério da Saúde', 2, 2 / 3],
        ['mec', 'Ministério da Educação', 1, 0.5],
      ],
    ],
    ['THEME', [['03', labelOf('03'), 2, 2 / 3]]],
    ['ENTITY', [['Q900', 'Ibama', 1, 0.5]]],
    ['SENTIMENT', [['negative', 'negativo', 1, 1]]],
  ])('counts the articles of a search by %s, with the share of each key', async (by, expected) => {
    const { found, total, items } = await count({ query: 'dengue', by })
    expect({ found, total }).toEqual({ found: 3, total: 5 })
    expect(items.map(({ key, label, count, share }) => [key, label, count, share])).toEqual(expected)
  })

  it('takes shares in the days of the filter, and only its articles', async () => {
    const filter = { startDate: '2026-06-01', endDate: '2026-06-02', agencies: ['saude'] }
    expect(await count({ filter, by: 'AGENCY' })).toEqual({
      found: 2,
      total: 3,
      items: [{ key: 'saude', label: 'Ministério da Saúde', count: 2, share: 1 }],
    })
    const days = await count({ filter })
    expect(days.items.map(({ key, share }) => [key, share])).toEqual([
      ['2026-06-01', 1],
      ['2026-06-02', 0.5],
    ])
  })

  it.each([null, '', ' ', '*'])('counts all articles of the filter for the query %j', async (query) => {
    const { found, items } = await count({ query, by: 'AGENCY' })
    expect([found, items.map(({ key, count }) => [key, count])]).toEqual([
      5,
      [
        ['saude', 3],
        ['mec', 2],
      ],
    ])
  })

  it.each([
    ['DAY', 2, ['2026-06-02', '2026-06-08']],
    ['AGENCY', 1, ['saude']],
  ])('keeps of %s the last periods, or the largest values', async (by, limit, keys) => {
    const { items } = await count({ by, limit })
    expect(items.map(({ key }) => key)).toEqual(keys)
  })

  it('moves an article whose date an operator corrects', async () => {
    const before = await count({})
    const request = {
      uniqueId: 'e_000005',
      field: 'published_at',
      value: Date.parse('2026-06-07T08:00:00-03:00') / 1000,
    }
    await stack.index.update(request.uniqueId, { published_at: request.value })
    const after = await count({})
    expect([before, after].map(({ items }) => items.at(-1)?.key)).toEqual(['2026-06-08', '2026-06-07'])
    await stack.index.update(request.uniqueId, {
      published_at: Date.parse('2026-06-08T08:00:00-03:00') / 1000,
    })
  })

  it('answers nothing, and a warning, for an agency that does not exist', async () => {
    const { data, extensions } = await stack.ask(COUNTS, { filter: { agencies: ['saúdo'] }, by: 'AGENCY' })
    expect(data?.['articleCounts']).toEqual({ found: 0, total: 5, items: [] })
    expect(extensions?.['warnings']).toEqual([expect.stringContaining('saúdo')])
  })

  it.each([
    [{ filter: { dedup: true } }, 'BAD_USER_INPUT', /filter\.dedup/],
    [{ filter: { oneStoryPer: true } }, 'BAD_USER_INPUT', /filter\.oneStoryPer/],
    [{ filter: { startDate: 'ontem' } }, 'BAD_USER_INPUT', /filter\.startDate/],
    [
      { filter: { tags: Array.from({ length: 201 }, (_, at) => `t${at}`) } },
      'LIMIT_EXCEEDED',
      /filter\.tags/,
    ],
    [{ query: 'x'.repeat(1001) }, 'BAD_USER_INPUT', /query/],
    [{ limit: 0 }, 'BAD_USER_INPUT', /limit/],
  ])('refuses %j', async (variables, code, message) => {
    const { errors } = await stack.ask(COUNTS, variables)
    expect(errors).toMatchObject([{ message: expect.stringMatching(message), extensions: { code } }])
  })
})
