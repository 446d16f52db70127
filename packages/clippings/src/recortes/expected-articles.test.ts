import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { PublicError } from '@pauta/platform/errors'
import { describe, expect, it } from 'vitest'
import { expectArticlesPerDay, warnOfMany } from './expected-articles.ts'
import type { RecorteFilters } from './recorte.ts'

const NOW = new Date('2026-06-08T12:00:00Z')
const WEEK_BEFORE = String(Date.parse('2026-06-01T12:00:00Z') / 1000)
const aRecorte = (filters: Partial<RecorteFilters> = {}): RecorteFilters => ({
  themes: [],
  agencies: [],
  keywords: [],
  ...filters,
})
/** 31 words in keywords of two or three words, one more than a filter may have. */
const COMPOUND = [...Array.from({ length: 14 }, (_, n) => `a${n} b${n}`), 'x y z']

/** An index that finds so many articles by a filter alone, and for each search of a word the number of its place. */
function anIndex(found: number) {
  const searches: IndexSearch[] = []
  const index = {
    search: async (search: IndexSearch) => {
      searches.push(search)
      return { found, request_params: {} }
    },
    searchAll: async (all: readonly IndexSearch[]) => {
      searches.push(...all)
      return all.map((_, place) => ({ found: place, request_params: {} }))
    },
  }
  return { index: index as unknown as SearchIndex, searches }
}

describe('the articles that a recorte brings a day', () => {
  it.each([
    [0, 0],
    [1, 0.1],
    [7, 1],
    [26, 3.7],
  ])('for %i of the last seven days are %d', async (found, perDay) => {
    const { index, searches } = anIndex(found)
    expect(await expectArticlesPerDay(index, aRecorte({ keywords: ['a', 'b'] }), NOW)).toBe(perDay)
    // Counted together, because an article with both words comes once. Only the number is read.
    expect(searches).toMatchObject([{ q: '*', page: 1, per_page: 0 }])
    expect(searches[0]?.filter_by).toContain(WEEK_BEFORE)
  })

  it('are none without filters, and nothing is asked', async () => {
    const { index, searches } = anIndex(7)
    expect(await expectArticlesPerDay(index, aRecorte({ excludeAgencies: ['mec'] }), NOW)).toBe(0)
    expect(searches).toEqual([])
  })

  it('are those of the most frequent keyword, for more words than a filter may have', async () => {
    const { index, searches } = anIndex(700)
    expect(await expectArticlesPerDay(index, aRecorte({ keywords: COMPOUND }), NOW)).toBe(2)
    expect(searches).toHaveLength(COMPOUND.length)
    for (const { filter_by: filter } of searches) expect(filter).toContain(WEEK_BEFORE)
    await expectArticlesPerDay(index, aRecorte({ keywords: COMPOUND.slice(1) }), NOW)
    expect(searches).toHaveLength(COMPOUND.length + 1)
  })

  it.each([
    new PublicError('SERVICE_UNAVAILABLE', 'x'),
    new Error('x'),
    // The code of an error of another program means something else.
    Object.assign(new Error('x'), { code: 'LIMIT_EXCEEDED' }),
  ])('are unknown while the index fails with %s', async (failure) => {
    const index = { search: () => Promise.reject(failure) } as unknown as SearchIndex
    await expect(expectArticlesPerDay(index, aRecorte({ themes: ['01'] }), NOW)).rejects.toBe(failure)
  })
})

it('warns of more than fifty articles a day, in whole numbers', () => {
  expect(warnOfMany(50)).toBeNull()
  expect(warnOfMany(50.1)).toContain('cerca de 50 notícias por dia')
  expect(warnOfMany(50.5)).toContain('cerca de 51 notícias por dia')
})
