import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { MATCH_NOTHING } from '@pauta/core/search-index/filter'
import { NO_EXTRAS, RANKING } from '@pauta/core/search-index/search'
import { describe, expect, it } from 'vitest'
import { captureRecortes, estimateCapture, uniteNewest } from './capture.ts'
import type { RecorteFilters } from './recorte.ts'

const NOW = new Date('2026-07-01T12:00:00Z')
const aRecorte = (filters: Partial<RecorteFilters> = {}): RecorteFilters => ({
  themes: [],
  agencies: [],
  keywords: [],
  ...filters,
})
const aDocument = (id: string, second: number) => ({ unique_id: id, published_at: second }) as never

/** An index in which the search of a word finds this many documents, and keeps the searches. */
function anIndex(found: Record<string, number>) {
  const requests: IndexSearch[][] = []
  const answer = ({ q = '', page = 1, per_page: size = 0 }: IndexSearch) => {
    const count = found[q] ?? 0
    const places = Array.from({ length: count }, (_, place) => place).slice((page - 1) * size, page * size)
    return {
      found: count,
      ...(size > 0 && {
        hits: places.map((place) => ({ document: aDocument(`${q}-${place}`, count - place) })),
      }),
    }
  }
  const searchAll = async (searches: readonly IndexSearch[]) => {
    requests.push([...searches])
    return searches.map(answer)
  }
  return { index: { searchAll } as unknown as SearchIndex, requests }
}

describe('the capture of a recorte', () => {
  it.each<[string, Partial<RecorteFilters>, boolean, (string | undefined)[]]>([
    ['without filters is nothing', {}, false, []],
    ['without filters is everything if it takes all', {}, true, ['*']],
    ['that only excludes an agency is nothing', { excludeAgencies: ['mec'] }, false, []],
    ['without keywords is one search', { themes: ['03'] }, false, ['*']],
    ['has a search for each keyword', { keywords: ['dengue', 'zika'] }, true, ['dengue', 'zika']],
    ['of a keyword without words searches nothing', { keywords: ['***', 'zika'] }, false, ['*', 'zika']],
  ])('%s', async (_, filters, takesAll, words) => {
    const { index, requests } = anIndex({})
    await captureRecortes(index, [aRecorte(filters)], { articlesPerRecorte: 0, takesAll })
    expect(requests.flat().map(({ q }) => q)).toEqual(words)
  })

  it('asks for all words, whole, with every filter of the recorte and of the window', async () => {
    const { index, requests } = anIndex({})
    const filters = {
      themes: ['03'],
      agencies: ['mec'],
      excludeAgencies: ['funai'],
      states: ['AC'],
      entityCanonical: ['Q42'],
      excludeKeywords: ['zika'],
      keywords: ['dengue', '***'],
    }
    const windows = { published: { from: new Date(1000) }, available: { from: new Date(2000) } }
    await captureRecortes(index, [aRecorte(filters)], {
      ...windows,
      articlesPerRecorte: 251,
      fields: ['title', 'unique_id'],
    })
    const [search, nothing] = requests[0] ?? []
    expect(search).toMatchObject({
      ...RANKING,
      q: 'dengue',
      query_by: 'title,summary',
      query_by_weights: '2,1',
      num_typos: '0',
      prefix: 'false',
      drop_tokens_threshold: 0,
      typo_tokens_threshold: 0,
      split_join_tokens: 'off',
      per_page: 250,
      page: 1,
      include_fields: 'unique_id,published_at,title',
      sort_by: 'published_at:desc',
      ...NO_EXTRAS,
    })
    // The words of the search are no filter, too.
    expect(search?.filter_by).not.toContain('dengue')
    for (const part of [
      '03',
      'mec',
      'agency:!=[`funai`]',
      'AC',
      'Q42',
      'zika',
      'published_at:>=1',
      'available_at:>=2',
    ])
      expect(search?.filter_by).toContain(part)
    expect(nothing).toEqual({ q: '*', filter_by: MATCH_NOTHING })
  })

  it.each([
    [250, 250, 1],
    [251, 251, 2],
    [500, 500, 2],
    [501, 501, 3],
    [600, 500, 2],
    [600, 250, 1],
    [600, 251, 2],
    [600, 0, 1],
  ])('of %i articles, up to %i of them, takes %i requests', async (found, limit, calls) => {
    const { index, requests } = anIndex({ dengue: found, zika: 1 })
    const recorte = aRecorte({ keywords: ['zika', 'dengue'] })
    const [capture] = await captureRecortes(index, [recorte], { articlesPerRecorte: limit })
    expect(requests.map(({ length }) => length)).toEqual([2, 1, 1].slice(0, calls))
    expect(capture?.counts).toEqual([1, found])
    const articles = capture?.articles.map((article) => article.unique_id) ?? []
    expect(articles).toHaveLength(limit)
    expect(articles[0]).toBe(limit > 0 ? 'dengue-0' : undefined)
  })

  it('gives each recorte its own counts and articles', async () => {
    const { index } = anIndex({ a: 1, b: 2, c: 3 })
    const recortes = [['a', 'b'], [], ['c']].map((keywords) => aRecorte({ keywords }))
    const captures = await captureRecortes(index, recortes, { articlesPerRecorte: 2 })
    expect(captures.map(({ counts }) => counts)).toEqual([[1, 2], [], [3]])
    expect(captures.map(({ articles }) => articles.map((article) => article.unique_id))).toEqual([
      ['b-0', 'a-0'],
      [],
      ['c-0', 'c-1'],
    ])
  })

  it('is estimated by the most frequent keyword, in the last hours', async () => {
    const { index, requests } = anIndex({ a: 1, b: 2, '*': 7 })
    const options = { sinceHours: 24, now: NOW }
    expect(await estimateCapture(index, aRecorte({ keywords: ['b', 'a'] }), options)).toBe(2)
    expect(await estimateCapture(index, aRecorte(), options)).toBe(7)
    const since = String(Date.parse('2026-06-30T12:00:00Z') / 1000)
    for (const { filter_by: filter, per_page: size } of requests.flat())
      expect([filter?.includes(since), size]).toEqual([true, 0])
  })

  it('has each article once, the newest first and ties by id', () => {
    const articles = [
      aDocument('b', 1),
      aDocument('c', 2),
      aDocument('a', 1),
      aDocument('b', 1),
      aDocument('d', 1),
    ]
    expect(uniteNewest(articles).map((article) => article.unique_id)).toEqual(['c', 'a', 'b', 'd'])
  })
})
