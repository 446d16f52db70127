import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { describe, expect, it } from 'vitest'
import { listReleaseArticles } from './release-articles.ts'

const REF_TIME = new Date('2026-06-10T11:00:00Z')
const RECORTE = { id: 'r', title: 'R', themes: ['03'], agencies: [], keywords: [] }
const secondsBefore = (hours: number) => REF_TIME.getTime() / 1000 - hours * 3600

/** An index with three articles, which it returns in no order. */
function anIndex() {
  const searches: IndexSearch[] = []
  const requests: number[] = []
  const document = (id: string, second: number) => ({ document: { unique_id: id, published_at: second } })
  const searchAll = async (all: readonly IndexSearch[]) => {
    searches.push(...all)
    requests.push(all.length)
    return all.map(() => ({
      request_params: {},
      found: 3,
      hits: [document('b', 1), document('c', 2), document('a', 1)],
    }))
  }
  return { index: { searchAll } as unknown as SearchIndex, searches, requests }
}

const idsOf = (articles: Awaited<ReturnType<typeof listReleaseArticles>>) =>
  articles.map((article) => article.unique_id)

describe('the articles of a release', () => {
  it('are those of its ids, newest first', async () => {
    const { index, searches } = anIndex()
    const contents = { articleIds: ['a', 'b', 'c', 'gone'], recortes: [], refTime: REF_TIME, sinceHours: 24 }
    expect(idsOf(await listReleaseArticles(index, contents, ['title', 'published_at']))).toEqual([
      'c',
      'a',
      'b',
    ])
    expect(searches).toHaveLength(1)
    expect(searches[0]).toMatchObject({ per_page: 4, page: 1 })
    expect(String(searches[0]?.include_fields).split(',').toSorted()).toEqual([
      'published_at',
      'title',
      'unique_id',
    ])
    expect(searches[0]?.filter_by).toContain('gone')
  })

  it.each([
    [250, 1],
    [251, 2],
  ])('of %i ids take %i searches', async (count, calls) => {
    const { index, searches } = anIndex()
    const articleIds = Array.from({ length: count }, (_, at) => `id-${at}`)
    await listReleaseArticles(index, { articleIds, recortes: [], refTime: REF_TIME, sinceHours: 24 }, [])
    expect(searches.map(({ per_page: size }) => size)).toEqual([250, 1].slice(0, calls))
  })

  it.each([
    [0, []],
    [2000, [8]],
    [2001, [8, 1]],
  ])('of %i ids take requests of %j searches', async (count, sizes) => {
    const { index, requests } = anIndex()
    const articleIds = Array.from({ length: count }, (_, at) => `id-${at}`)
    await listReleaseArticles(index, { articleIds, recortes: [], refTime: REF_TIME, sinceHours: 24 }, [])
    expect(requests).toEqual(sizes)
  })

  it.each([
    [48, 48],
    [null, 24],
  ])(
    'without ids and with %j hours are what its recortes capture up to its time',
    async (sinceHours, hours) => {
      const { index, searches } = anIndex()
      const contents = { articleIds: null, recortes: [RECORTE], refTime: REF_TIME, sinceHours }
      expect(idsOf(await listReleaseArticles(index, contents, []))).toEqual(['c', 'a', 'b'])
      // Both ends belong to the period.
      expect(searches[0]?.filter_by).toContain(`published_at:[${secondsBefore(hours)}..${secondsBefore(0)}]`)
      // Pages of the index are as large as can be, because a release has all articles.
      expect(searches[0]?.per_page).toBe(250)
      expect(searches).toHaveLength(2)
      // The order of the articles needs their time, whatever the caller asks for.
      expect(searches[1]?.include_fields).toContain('published_at')
    },
  )
})
