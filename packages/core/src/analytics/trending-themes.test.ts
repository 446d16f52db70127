import { DAY_MS } from '@pauta/platform/time/time'
import { describe, expect, it } from 'vitest'
import type { IndexSearch, SearchIndex } from '../search-index/client.ts'
import { listTrendingThemes, type TrendingThemesRequest } from './trending-themes.ts'

const NOW = new Date('2026-06-10T12:00:00Z')

/** An index with these numbers of articles by theme, in the window and in the days before. Keeps its searches. */
function indexOf(counts: Record<string, [window: number, before: number]>) {
  const searches: IndexSearch[][] = []
  const facets = (place: 0 | 1) => ({
    found: 0,
    facet_counts: [
      {
        field_name: 'theme_l1_code',
        counts: Object.entries(counts)
          .filter(([, numbers]) => numbers[place] > 0)
          .map(([value, numbers]) => ({ value, count: numbers[place] })),
      },
    ],
  })
  const groups = (hits: Record<string, object[]>) => ({
    grouped_hits: Object.entries(hits).map(([code, documents]) => ({
      group_key: [code],
      hits: documents.map((document) => ({ document: { ...document, theme_l1_code: code } })),
    })),
  })
  const searchAll = async (all: IndexSearch[]) => {
    searches.push(all)
    return searches.length === 1
      ? [facets(0), facets(1)]
      : [groups({ '04': [{ title: 'T' }] }), groups({ '04': [{ theme_l1_label: 'Quatro' }] })]
  }
  return { index: { searchAll } as unknown as SearchIndex, searches }
}
const request: TrendingThemesRequest = {
  windowDays: 1,
  baselineDays: 1,
  minArticles: 0,
  growthThreshold: 0,
  agencyKey: undefined,
  limit: 10,
  now: NOW,
}
const codes = async (counts: Parameters<typeof indexOf>[0], changes: Partial<TrendingThemesRequest> = {}) =>
  (await listTrendingThemes(indexOf(counts).index, { ...request, ...changes })).map(
    ({ themeCode }) => themeCode,
  )

describe('trending themes', () => {
  it('are those that grew most, then the largest, then by code', async () => {
    const counts = {
      '02': [1, 0],
      '01': [1, 0],
      '03': [3, 1],
      '04': [5, 0],
      '05': [0, 4],
      '06': [2, 0],
    } as const
    const all = counts as unknown as Parameters<typeof indexOf>[0]
    expect(await codes(all)).toEqual(['04', '06', '03', '01', '02', '05'])
    expect(await codes(all, { limit: 2 })).toEqual(['04', '06'])
    // Growth is compared in three decimals.
    expect(await codes({ '06': [1999, 999], '07': [3999, 1999] }, {})).toEqual(['07', '06'])
  })

  it.each([
    [{ minArticles: 3 }, ['01']],
    [{ minArticles: 4 }, []],
    [{ growthThreshold: 4 }, ['01']],
    [{ growthThreshold: 4.001 }, []],
  ])('reach the bounds of %j: %j', async (changes, found) => {
    expect(await codes({ '01': [3, 0] }, changes)).toEqual(found)
  })

  it('grow by the volume of a day', async () => {
    const { index } = indexOf({ '04': [5, 2] })
    expect(await listTrendingThemes(index, { ...request, windowDays: 2, baselineDays: 7 })).toEqual([
      {
        themeCode: '04',
        themeLabel: 'Quatro',
        windowCount: 5,
        baselineDailyAvg: 0.286,
        growthScore: 7,
        topArticles: [{ title: 'T', theme_l1_code: '04' }],
      },
    ])
  })

  it('have their code for a label, and no articles, where the index names none', async () => {
    const { index } = indexOf({ '08': [1, 0] })
    expect(await listTrendingThemes(index, request)).toMatchObject([{ themeLabel: '08', topArticles: [] }])
  })

  it('are asked for in a window and in the days directly before it, of one agency where one is given', async () => {
    const { index, searches } = indexOf({ '04': [1, 0] })
    await listTrendingThemes(index, { ...request, windowDays: 2, baselineDays: 7, agencyKey: 'mec' })
    const filters = searches[0]?.map((search) => search.filter_by ?? '') ?? []
    const seconds = (days: number) => Math.floor((NOW.getTime() - days * DAY_MS) / 1000)
    expect(
      filters.map((filter) =>
        filter
          .match(/\d{10}/g)
          ?.map(Number)
          .toSorted(),
      ),
    ).toEqual([
      [seconds(2), seconds(0)],
      [seconds(9), seconds(2) - 1],
    ])
    expect(filters.every((filter) => filter.includes('mec'))).toBe(true)
    // More than there are themes of one level.
    expect(searches[0]?.map((search) => search.max_facet_values)).toEqual([1000, 1000])
    expect(searches).toHaveLength(2)
    const grouped = {
      group_by: 'theme_l1_code',
      sort_by: expect.stringMatching(/^trending_score/) as string,
      filter_by: expect.stringMatching(/theme_l1_code:.*04/) as string,
    }
    expect(searches[1]).toMatchObject([
      {
        ...grouped,
        group_limit: 5,
        include_fields: expect.stringMatching(
          /title,agency_name,published_at,trending_score,theme_l1_code,theme_l1_label/,
        ) as string,
      },
      { ...grouped, group_limit: 1, include_fields: expect.stringMatching(/theme_l1_label/) as string },
    ])
  })

  it('without a theme that grew cost one request', async () => {
    const { index, searches } = indexOf({ '04': [1, 0] })
    expect(await listTrendingThemes(index, { ...request, minArticles: 2 })).toEqual([])
    expect(searches).toHaveLength(1)
  })
})
