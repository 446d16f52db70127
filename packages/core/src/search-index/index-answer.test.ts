import { describe, expect, it } from 'vitest'
import type { IndexSearch, SearchIndex } from './client.ts'
import { countFacets, countFacetsEach } from './facets.ts'
import { listGroupsEach } from './groups.ts'
import { answered, type IndexAnswer } from './index-answer.ts'
import { searchInTurns } from './search-in-turns.ts'

describe('an answer of the engine', () => {
  it('is whole, or the index counts as unavailable', () => {
    const answer = { found: 1, search_cutoff: false } as unknown as IndexAnswer
    expect(answered(answer)).toBe(answer)
    expect(() => answered({ ...answer, search_cutoff: true })).toThrow(
      expect.objectContaining({ code: 'SERVICE_UNAVAILABLE' }),
    )
  })

  it.each([
    [404, 'SERVICE_UNAVAILABLE'],
    [408, 'SERVICE_UNAVAILABLE'],
    [503, 'SERVICE_UNAVAILABLE'],
    [400, 'BAD_USER_INPUT'],
  ])('with the status %i is %s', (code, kind) => {
    expect(() => answered({ code, error: 'x' })).toThrow(
      expect.objectContaining({ code: kind, cause: new Error(`search refused (${code}): x`) }),
    )
  })

  it.each([401, 500])('with the status %i is a fault of our own', (code) => {
    expect(() => answered({ code, error: 'x' })).toThrow(`search refused (${code}): x`)
  })

  it('without a status is a fault of our own', () => {
    expect(() => answered({ error: 'x' } as never)).toThrow('search refused (500): x')
  })
})

/** An index that answers each search with the same answer, and keeps the searches. */
function indexWith(answer: object) {
  const requests: IndexSearch[][] = []
  const index = {
    search: async (search: IndexSearch) => {
      requests.push([search])
      return answer
    },
    searchAll: async (searches: IndexSearch[]) => {
      requests.push([...searches])
      return searches.map(() => answer)
    },
  } as unknown as SearchIndex
  return { index, requests }
}

describe('searches of the index', () => {
  it.each([
    [0, []],
    [50, [50]],
    [51, [50, 1]],
  ])('%i at once are sent in requests of %j', async (count, sizes) => {
    const { index, requests } = indexWith({})
    const searches = Array.from({ length: count }, (_, at) => ({ q: String(at) }))
    expect(await searchInTurns(index, searches)).toHaveLength(count)
    expect(requests.map(({ length }) => length)).toEqual(sizes)
    expect(requests.flat()).toEqual(searches)
  })

  it('count values, most first and ties by name', async () => {
    const counts = [
      { value: 'b', count: 1, highlighted: 'b' },
      { value: 'Á', count: 1 },
      { value: 'c', count: 2 },
    ]
    const { index, requests } = indexWith({ found: 7, facet_counts: [{ field_name: 'tags', counts }] })
    expect(await countFacets(index, { facets: ['tags', 'agency'], maxValues: 5, filter: 'a:=1' })).toEqual({
      found: 7,
      facets: {
        tags: [
          { value: 'c', count: 2 },
          { value: 'Á', count: 1 },
          { value: 'b', count: 1 },
        ],
        agency: [],
      },
    })
    expect(requests[0]?.[0]).toMatchObject({
      q: '*',
      filter_by: 'a:=1',
      per_page: 0,
      facet_by: 'tags,agency',
      max_facet_values: 5,
    })
    const each = await countFacetsEach(index, [
      { facets: ['tags'], maxValues: 2, prefix: 'sa' },
      { facets: ['agency'], maxValues: 3 },
    ])
    expect(each.map(({ facets }) => Object.keys(facets))).toEqual([['tags'], ['agency']])
    expect(requests[1]?.[0]).toMatchObject({ facet_query: 'tags:sa', facet_query_num_typos: 0 })
    for (const name of ['filter_by', 'facet_query', 'facet_query_num_typos'])
      expect(requests[1]?.[1]).not.toHaveProperty(name)
  })

  it('list the best documents of each value', async () => {
    const hits = [{ document: { unique_id: 'a' } }]
    const { index, requests } = indexWith({
      grouped_hits: [
        { group_key: ['x'], hits },
        { group_key: [], hits },
      ],
    })
    const request = {
      groupBy: 'agency',
      groups: 3,
      perGroup: 2,
      order: 'TRENDING',
      fields: ['title'],
    } as const
    const groups = await listGroupsEach(index, [
      { ...request, filter: 'a:=1' },
      { ...request, order: 'RELEVANCE' },
    ])
    expect(groups.map((one) => [...one])).toEqual([
      [['x', [{ unique_id: 'a' }]]],
      [['x', [{ unique_id: 'a' }]]],
    ])
    expect(requests[0]?.[0]).toMatchObject({
      filter_by: 'a:=1',
      group_by: 'agency',
      group_limit: 2,
      per_page: 3,
      sort_by: 'trending_score(missing_values: last):desc,published_at:desc',
      include_fields: 'unique_id,title',
    })
    expect(requests[0]?.[1]).toMatchObject({ sort_by: 'published_at:desc' })
    expect(requests[0]?.[1]).not.toHaveProperty('filter_by')
  })
})
