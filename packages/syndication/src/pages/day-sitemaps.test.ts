import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { describe, expect, it } from 'vitest'
import { listDayArticles, listSitemapDays } from './day-sitemaps.ts'
import { listSitemapArticles } from './news-sitemap.ts'

const NOW = new Date('2026-06-10T15:00:00Z')
const secondsOf = (instant: string) => Date.parse(instant) / 1000

/** An index with so many articles, and with articles on these days. */
function anIndex({ count = 0, days = [] as string[] }) {
  const searches: IndexSearch[] = []
  const search = async (asked: IndexSearch) => {
    searches.push(asked)
    const { page = 1, per_page: size = 0 } = asked
    const places = Array.from({ length: count }, (_, place) => place).slice((page - 1) * size, page * size)
    return {
      request_params: {},
      found: count,
      hits: places.map((place) => ({ document: { unique_id: `a${place}` } })),
      facet_counts: [{ field_name: 'published_day', counts: days.map((value) => ({ value, count: 1 })) }],
    }
  }
  return { index: { search } as unknown as SearchIndex, searches }
}

describe.each([
  ['a day', 5000, (index: SearchIndex) => listDayArticles(index, { day: '2026-06-09', now: NOW })],
  ['the last two days', 1000, (index: SearchIndex) => listSitemapArticles(index, NOW)],
])('the sitemap of %s', (_, most, list) => {
  it.each([
    [0, 1],
    [249, 1],
    [250, 2],
    [251, 2],
  ])('has all of %i articles, after %i searches', async (count, calls) => {
    const { index, searches } = anIndex({ count })
    expect((await list(index)).map(({ unique_id: id }) => id)).toEqual(
      Array.from({ length: count }, (_, place) => `a${place}`),
    )
    expect(searches.map(({ page, per_page: size }) => [page, size])).toEqual(
      [
        [1, 250],
        [2, 250],
      ].slice(0, calls),
    )
    for (const { include_fields: fields } of searches) expect(fields).toContain('title')
  })

  it(`has the newest ${most} articles`, async () => {
    expect(await list(anIndex({ count: most }).index)).toHaveLength(most)
    const { index, searches } = anIndex({ count: most + 1 })
    expect(await list(index)).toHaveLength(most)
    expect(searches).toHaveLength(most / 250)
    expect(searches[0]?.sort_by).toBe('published_at:desc')
  })
})

describe('the articles of a sitemap', () => {
  it.each([
    // A day ends before the next one begins, and today ends now.
    ['2026-06-09', '2026-06-09T03:00:00Z', '2026-06-10T03:00:00Z'],
    ['2026-06-10', '2026-06-10T03:00:00Z', '2026-06-10T15:00:00Z'],
  ])('of %s are from %s until before %s', async (day, from, to) => {
    const { index, searches } = anIndex({})
    await listDayArticles(index, { day, now: NOW })
    expect(searches[0]?.filter_by).toBe(`published_at:[${secondsOf(from)}..${secondsOf(to) - 1}]`)
  })

  it('are refused for a day that does not exist', async () => {
    const { index, searches } = anIndex({})
    await expect(listDayArticles(index, { day: '2026-02-31', now: NOW })).rejects.toThrow(
      /^dia: data inválida/,
    )
    expect(searches).toEqual([])
  })

  it('of news are those of the last 48 hours, with their time', async () => {
    const { index, searches } = anIndex({})
    await listSitemapArticles(index, NOW)
    const window = [secondsOf('2026-06-08T15:00:00Z'), secondsOf('2026-06-10T15:00:00Z') - 1]
    expect(searches[0]?.filter_by).toBe(`published_at:[${window.join('..')}]`)
    expect(searches[0]?.include_fields).toContain('published_at')
  })
})

it('lists the days with articles until now, the newest first', async () => {
  const { index, searches } = anIndex({ days: ['2026-06-09', '2026-06-10', '2025-12-31'] })
  expect(await listSitemapDays(index, NOW)).toEqual(['2026-06-10', '2026-06-09', '2025-12-31'])
  expect(searches[0]).toMatchObject({ facet_by: 'published_day', max_facet_values: 10_000 })
  expect(searches[0]?.filter_by).toBe(`published_at:<${NOW.getTime() / 1000}`)
})
