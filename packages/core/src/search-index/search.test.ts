import { DAY_MS } from '@pauta/platform/time/time'
import { describe, expect, it } from 'vitest'
import type { IndexSearch, SearchIndex } from './client.ts'
import { makeNewestMemory } from './newest-memory.ts'
import { findDocument, listDocuments, listDocumentsEach, searchDocuments } from './search.ts'

/** An index of articles of these ages in days, the youngest first. Keeps its searches. */
function indexOf(ages: readonly number[]) {
  const searches: IndexSearch[] = []
  const answer = (search: IndexSearch) => {
    searches.push(search)
    const bound = Number(/^published_at:>=(\d+)$/.exec(search.filter_by ?? '')?.[1] ?? 0)
    const documents = ages
      .map((age, at) => ({
        unique_id: `a${at}`,
        published_at: Math.floor((Date.now() - age * DAY_MS) / 1000),
      }))
      .filter((document) => document.published_at >= bound)
    const start = ((search.page ?? 1) - 1) * (search.per_page ?? 10)
    const hits = documents.slice(start, start + (search.per_page ?? 10)).map((document) => ({ document }))
    const request_params = { collection_name: 'c' }
    return { hits, found: documents.length, out_of: ages.length, request_params }
  }
  const index = {
    newest: makeNewestMemory(),
    search: async (search: IndexSearch) => answer(search),
    searchAll: async (all: IndexSearch[]) => all.map(answer),
  } as unknown as SearchIndex
  return { index, searches }
}
const quiet = { highlight_fields: 'none', enable_highlight_v1: false }

describe('a list', () => {
  it('of a filter asks for its page, order and fields', async () => {
    const { index, searches } = indexOf([1, 2])
    const page = await listDocuments(index, {
      filter: 'a:=1',
      page: 1,
      limit: 2,
      fields: ['title', 'unique_id'],
      dedup: true,
    })
    expect(page).toMatchObject({
      documents: [{ unique_id: 'a0' }, { unique_id: 'a1' }],
      found: 2,
      collection: 'c',
    })
    await listDocumentsEach(index, [{ page: 3, limit: 4, fields: [], order: 'VIEWS' }])
    expect(searches).toEqual([
      {
        q: '*',
        filter_by: 'a:=1',
        page: 1,
        per_page: 2,
        include_fields: 'unique_id,title',
        group_by: 'story_id',
        group_limit: 1,
        group_missing_values: false,
        sort_by: 'published_at:desc',
        ...quiet,
      },
      {
        q: '*',
        page: 3,
        per_page: 4,
        include_fields: 'unique_id',
        sort_by: 'view_count(missing_values: last):desc,published_at:desc',
        ...quiet,
      },
    ])
  })

  it('finds one document by its exact id', async () => {
    const { index } = indexOf([1])
    expect(await findDocument(index, 'a0', [])).toMatchObject({ unique_id: 'a0' })
    expect(await findDocument(index, 'other', [])).toBeUndefined()
  })
})

describe('the newest articles', () => {
  const AGES = [1, 1.5, 10, 20, 30]
  const list = (index: SearchIndex, limit: number, page = 1) =>
    listDocuments(index, { page, limit, fields: [] })

  it.each([
    [0, 1, 1],
    [2, 1, 1],
    [3, 2, 1],
    [4, 3, 1],
    [250, 3, 1],
    [251, 1, 1],
  ])('%i of them take %i searches, and %i the next time', async (limit, first, next) => {
    const { index, searches } = indexOf(AGES)
    const page = await list(index, limit)
    expect([page.found, page.documents.length, searches.length]).toEqual([5, Math.min(limit, 5), first])
    expect((await list(index, limit)).documents).toEqual(page.documents)
    expect(searches.length - first).toBe(next)
  })

  it('are all within two days where a short page after that bound has all of them', async () => {
    const { index, searches } = indexOf([0.5, 1])
    expect(await list(index, 5)).toMatchObject({ found: 2 })
    expect(searches).toHaveLength(1)
  })

  it('are read with their instants, and by a bound in whole seconds', async () => {
    const { index, searches } = indexOf(AGES)
    await list(index, 2)
    expect(searches[0]).toMatchObject({
      include_fields: 'unique_id,published_at',
      filter_by: expect.stringMatching(/^published_at:>=\d{10}$/) as string,
    })
    await listDocuments(index, { page: 1, limit: 2, fields: [], order: 'VIEWS' })
    expect(searches[1]).not.toHaveProperty('filter_by')
  })

  it('on a page behind the last article are none', async () => {
    const { index } = indexOf(AGES)
    expect(await list(index, 5, 2)).toMatchObject({ documents: [], found: 5 })
  })
})

describe('a search', () => {
  const page = { page: 1, limit: 2, fields: [] }
  const shared = { page: 1, per_page: 2, include_fields: 'unique_id', ...quiet }
  const ranking = {
    num_typos: '2',
    min_len_1typo: 4,
    min_len_2typo: 7,
    prefix: 'true',
    infix: 'off',
    drop_tokens_threshold: 1,
    drop_tokens_mode: 'left_to_right',
    typo_tokens_threshold: 1,
    max_candidates: 10,
    enable_typos_for_numerical_tokens: true,
    enable_typos_for_alpha_numerical_tokens: true,
    split_join_tokens: 'fallback',
    prioritize_exact_match: true,
    prioritize_token_position: false,
    prioritize_num_matching_fields: true,
    text_match_type: 'max_score',
    exhaustive_search: false,
    enable_synonyms: false,
    enable_overrides: false,
  }
  const written = { query_by: 'title,summary,content', query_by_weights: '4,2,1' }
  const stems = { query_by: 'title_stems,summary_stems,content_stems', query_by_weights: '4,2,1' }
  const both = { query_by: `${written.query_by},${stems.query_by}`, query_by_weights: '4,2,1,4,2,1' }
  const best = { sort_by: '_text_match:desc,published_at:desc' }
  const ask = async (request: Partial<Parameters<typeof searchDocuments>[1]>) => {
    const { index, searches } = indexOf([1])
    await searchDocuments(index, { query: 'vacinas', ...page, ...request })
    return searches[0]
  }

  it.each([
    [{}, { q: 'vacina', ...ranking, ...stems, ...best }],
    [{ query: '"dose única"' }, { q: '"dose única"', ...ranking, ...written, ...best }],
    [{ query: '"dose única" vacinas' }, { q: '"dose única" vacina', ...ranking, ...both, ...best }],
    [{ order: 'DATE' }, { q: 'vacina', ...ranking, ...stems, sort_by: 'published_at:desc' }],
    [{ filter: 'a:=1' }, { q: 'vacina', filter_by: 'a:=1', ...ranking, ...stems, ...best }],
  ] as const)('with %j is asked for as it is ranked', async (request, expected) => {
    expect(await ask(request)).toEqual({ ...shared, ...expected })
  })

  const semantic = (alpha: number) => ({
    semantic: { vector: Float32Array.of(1, 0.5), alpha, maxDistance: 0.25 },
  })
  const vector = (alpha: number) =>
    `content_embedding:([1,0.5], k:250, ef:300, alpha:${alpha}, distance_threshold:0.25)`
  it.each([
    [0, {}, { q: 'vacina', ...ranking, ...stems, ...best }],
    [0.5, {}, { q: 'vacina', ...ranking, ...stems, ...best, vector_query: vector(0.5) }],
    [1, {}, { q: '*', vector_query: vector(1), sort_by: '_vector_distance:asc' }],
    [1, { order: 'DATE' }, { q: '*', vector_query: vector(1), sort_by: 'published_at:desc' }],
  ] as const)('with the weight %d of its meaning and %j has its vector', async (alpha, request, expected) => {
    expect(await ask({ ...semantic(alpha), ...request })).toEqual({ ...shared, ...expected })
  })

  it('for everything is a list', async () => {
    expect(await ask({ query: ' * ', filter: 'a:=1' })).toEqual({
      ...shared,
      q: '*',
      filter_by: 'a:=1',
      sort_by: 'published_at:desc',
    })
  })
})
