import { describe, expect, it } from 'vitest'
import { callTool } from '../../../../../test/kit/client/call-tool.ts'
import { articleCounts } from './article-counts.ts'
import { countArticles } from './count-articles.ts'
import { searchArticles } from './search-articles.ts'

describe('a search', () => {
  const article = { uniqueId: 'a_1', title: 'A', url: 'https://gov/a', publishedAt: null, agencyName: null }
  const search = (args: object, found = 0) =>
    callTool(searchArticles, args, { found: { found, articles: [article] } })

  it('by words orders by relevance, a list by day', async () => {
    const { query, variables } = await search({ q: 'dengue', limit: 2 })
    expect(query).toContain('search(')
    expect(variables).toMatchObject({ query: 'dengue', sort: 'RELEVANCE', page: 1, limit: 2 })
    const list = await search({ agencies: ['mec'] })
    expect(list.query).toContain('articles(')
    expect(list.variables).toMatchObject({ filter: { agencies: ['mec'] }, sort: 'DATE', page: 1 })
    expect((await search({ q: 'dengue', sort: 'DATE' })).variables).toMatchObject({ sort: 'DATE' })
  })

  it('answers with the articles, their number and the feed', async () => {
    expect((await search({ q: 'dengue', limit: 2 }, 1)).answer).toEqual({
      found: 1,
      page: 1,
      articles: [{ uniqueId: 'a_1', title: 'A', url: 'https://gov/a', page: 'https://a/artigos/a_1' }],
      feed: expect.stringContaining('https://a/feeds/articles.rss?q=dengue') as string,
      warnings: [],
    })
  })

  it.each([
    [{ page: 1, limit: 10 }, 10, undefined],
    [{ page: 1, limit: 10 }, 11, 2],
    [{ page: 2, limit: 10 }, 20, undefined],
    [{ page: 2, limit: 10 }, 21, 3],
    [{ page: 1, limit: 0 }, 5, undefined],
    [{ page: 1, limit: 1 }, 2, 2],
    // No row behind the 10,000th can be read.
    [{ page: 99, limit: 100 }, 20_000, 100],
    [{ page: 100, limit: 100 }, 20_000, undefined],
  ])('of %j, of %d articles, has the next page %j', async (args, found, nextPage) => {
    expect((await search(args, found)).answer['nextPage']).toBe(nextPage)
  })

  it.each([
    [{ semantic: true }, 'semantic: informe também q.'],
    [{ semantic: true, q: ' ' }, 'semantic: informe também q.'],
    [{ q: 'dengue', alpha: 0.5 }, 'alpha: informe também semantic true.'],
  ])('refuses %j, which has no effect', async (args, message) => {
    await expect(search(args)).rejects.toThrow(message)
  })

  it('takes what has an effect', async () => {
    const { variables } = await search({ q: 'dengue', semantic: true, alpha: 0.5 })
    expect(variables).toMatchObject({ semantic: true, alpha: 0.5 })
  })
})

describe('counts by period', () => {
  const count = (args: object, counts: readonly number[]) =>
    callTool(
      countArticles,
      args,
      Object.fromEntries(counts.map((found, at) => [`count${at}`, { found }] as const)),
    )

  it('have one number for each period', async () => {
    const { answer, query, variables } = await count(
      { q: 'dengue', startDate: '2026-05-30', endDate: '2026-06-02', themes: ['03'] },
      [3, 4],
    )
    expect(query).toContain('count1: search(query: $query, filter: $filter1, limit: 0)')
    expect(variables).toEqual({
      query: 'dengue',
      filter0: expect.objectContaining({
        themes: ['03'],
        startDate: '2026-05-30',
        endDate: '2026-05-31',
      }) as object,
      filter1: expect.objectContaining({
        themes: ['03'],
        startDate: '2026-06-01',
        endDate: '2026-06-02',
      }) as object,
    })
    expect(answer).toEqual({
      startDate: '2026-05-30',
      endDate: '2026-06-02',
      total: 7,
      counts: [
        { period: '2026-05-01', articles: 3 },
        { period: '2026-06-01', articles: 4 },
      ],
      warnings: [],
    })
  })

  it('have one number for each agency when these are apart', async () => {
    const { answer, query, variables } = await count(
      { agencies: ['mec', 'saude'], perAgency: true, startDate: '2026-06-01', endDate: '2026-06-02' },
      [3, 4],
    )
    expect(query).toContain('count1: articles(filter: $filter1, limit: 0)')
    expect(Object.keys(variables ?? {})).toEqual(['filter0', 'filter1'])
    expect(variables).toMatchObject({ filter0: { agencies: ['mec'] }, filter1: { agencies: ['saude'] } })
    expect(answer['counts']).toEqual([
      { period: '2026-06-01', agency: 'mec', articles: 3 },
      { period: '2026-06-01', agency: 'saude', articles: 4 },
    ])
  })

  it('of agencies that are not apart keep the filter', async () => {
    const { variables } = await count({ agencies: ['mec', 'saude'], startDate: '2026-06-01' }, [1])
    expect(variables).toMatchObject({ filter0: { agencies: ['mec', 'saude'] } })
  })

  it.each([
    [{ perAgency: true }, 'perAgency: informe também agencies.'],
    [{ granularity: 'DAY', startDate: '2026-04-16' }, 'startDate: uma chamada conta no máximo 60'],
    [
      { granularity: 'DAY', startDate: '2026-05-16', agencies: ['mec', 'saude'], perAgency: true },
      'startDate: uma chamada conta no máximo 60',
    ],
    [{ startDate: '2026-06-02', endDate: '2026-06-01' }, 'endDate: deve ser igual ou posterior a startDate.'],
  ])('refuse %j', async (args, message) => {
    await expect(count(args, [])).rejects.toThrow(message)
  })

  it('are at most sixty', async () => {
    const { variables } = await count(
      { granularity: 'DAY', startDate: '2026-04-17' },
      Array<number>(60).fill(1),
    )
    expect(Object.keys(variables ?? {})).toHaveLength(60)
  })
})

it('counts of articles have the words, the filter, the dimension and the limit', async () => {
  const counts = { found: 2, total: 2, items: [{ key: 'mec', label: 'MEC', count: 2, share: 1 }] }
  const { answer, query, variables } = await callTool(
    articleCounts,
    { q: 'dengue', agencies: ['mec'], by: 'AGENCY', limit: 5 },
    { counts },
  )
  expect(query).toContain('articleCounts(query: $query, filter: $filter, by: $by, limit: $limit)')
  expect(variables).toEqual({
    query: 'dengue',
    filter: expect.objectContaining({ agencies: ['mec'] }) as object,
    by: 'AGENCY',
    limit: 5,
  })
  expect(answer).toEqual({ ...counts, warnings: [] })
})
