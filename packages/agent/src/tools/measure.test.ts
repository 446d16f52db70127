import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { describe, expect, it } from 'vitest'
import { countMonth, judge, measureRecorte } from './measure.ts'

describe('countMonth', () => {
  it('counts the articles of the last 30 days', async () => {
    const filters: (string | undefined)[] = []
    const index = {
      search: async ({ filter_by: filter }: { filter_by?: string }) => {
        filters.push(filter)
        return { found: 7, facet_counts: [] }
      },
    } as unknown as SearchIndex
    expect(await countMonth(index, new Date('2026-07-01T12:00:00Z'))).toBe(7)
    const seconds = Date.parse('2026-06-01T12:00:00Z') / 1000
    expect(filters).toEqual([expect.stringContaining(String(seconds))])
  })
})

describe('measureRecorte', () => {
  const NOW = new Date('2026-07-01T12:00:00Z')
  const secondsBefore = (hours: number) => String(NOW.getTime() / 1000 - hours * 3600)

  /** Measures two keywords in an index with these articles of the second one, the newest first. */
  async function measure(documents: readonly object[]) {
    const searches: IndexSearch[] = []
    const searchAll = async (all: readonly IndexSearch[]) => {
      searches.push(...all)
      return all.map(({ q = '', per_page: size = 0 }) =>
        q === 'zika'
          ? { found: 1, hits: [] }
          : { found: size === 0 ? 2 : 30, hits: documents.map((document) => ({ document })) },
      )
    }
    const filters = { themes: [], agencies: [], keywords: ['zika', 'dengue'] }
    return { measured: await measureRecorte({ searchAll } as unknown as SearchIndex, filters, NOW), searches }
  }

  it('counts the most frequent keyword of a day and of 30 days, and reads the newest hundred articles', async () => {
    const { measured, searches } = await measure([])
    expect(measured).toEqual({ count: 2, monthCount: 30, topThemes: [], topAgencies: [], articles: [] })
    expect(searches.map(({ q, per_page: size }) => [q, size])).toEqual([
      ['zika', 0],
      ['dengue', 0],
      ['zika', 100],
      ['dengue', 100],
    ])
    for (const { filter_by: filter, per_page: size } of searches)
      expect(filter).toContain(secondsBefore(size === 0 ? 24 : 24 * 30))
  })

  it('names the five most frequent themes and agencies, ties by their code', async () => {
    const codes = ['c', 'c', 'f', 'f', 'f', 'e', 'd', 'b', 'a']
    const documents = codes.map((code, at) => ({
      unique_id: `id-${at}`,
      published_at: 100 - at,
      agency: code,
      agency_name: code === 'f' ? '' : `Órgão ${code}`,
      ...(code !== 'f' && { theme_l1_code: code, theme_l1_label: `Tema ${code}` }),
    }))
    const { measured } = await measure(documents)
    // A theme may be missing, and so may the name of an agency.
    expect(measured.topThemes).toEqual([
      { code: 'c', label: 'Tema c', count: 2 },
      ...['a', 'b', 'd', 'e'].map((code) => ({ code, label: `Tema ${code}`, count: 1 })),
    ])
    const agency = (code: string, label: string, count: number) => ({
      code,
      label,
      count,
      key: code,
      name: label,
    })
    expect(measured.topAgencies).toEqual([
      agency('f', 'f', 3),
      agency('c', 'Órgão c', 2),
      ...['a', 'b', 'd'].map((code) => agency(code, `Órgão ${code}`, 1)),
    ])
    expect(measured.articles.map((article) => article.unique_id)).toEqual(codes.map((_, at) => `id-${at}`))
  })
})

describe('judge', () => {
  it.each([
    [0, 1000, 'empty'],
    [1, 1000, 'good'],
    [50, 60, 'good'],
    [51, 60, 'broad'],
    [300, 1000, 'good'],
    [301, 1000, 'broad'],
  ])('calls %i of %i articles %s', (monthCount, month, verdict) => {
    expect(judge({ monthCount }, month)).toBe(verdict)
  })
})
