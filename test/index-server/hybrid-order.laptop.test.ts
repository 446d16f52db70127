import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

/*
 * Words find n8 and n9, the vector n5, n4 and n3 (nearest first): an order never changes what is found. Only n8's
 * title is exactly the word. Fused scores: 0.6 and 0.3 by text, 0.4, 0.2 and 0.133 by vector.
 */

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})
afterAll(() => index.stop())

interface Hit {
  document: { id: string }
  text_match: number
  vector_distance?: number
  hybrid_search_info: { rank_fusion_score: number }
}

interface Found {
  found: number
  found_docs?: number
  hits: Hit[]
  grouped_hits: { group_key: string[]; hits: Hit[] }[]
  facet_counts: { counts: { value: string; count: number }[] }[]
}

const HYBRID = { q: 'turismo', query_by: 'titulo', vector_query: 'vetor:([0, 0.1, 1], k: 3, alpha: 0.4)' }

async function find(parameters: Record<string, string | number>): Promise<Found> {
  const answer = await index.search('noticias', { ...HYBRID, ...parameters })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json as unknown as Found
}

const idsOf = (hits: readonly Hit[]): string[] => hits.map((hit) => hit.document.id)

test.each([
  ['publicado:desc', ['n9', 'n8', 'n5', 'n4', 'n3']],
  ['publicado:asc', ['n3', 'n4', 'n5', 'n8', 'n9']],
  ['nota(missing_values: last):desc,publicado:desc', ['n9', 'n4', 'n8', 'n5', 'n3']],
  // n3 and n4 are equal by field: the fused score decides.
  ['leituras(missing_values: first):asc', ['n5', 'n9', 'n4', 'n3', 'n8']],
  ['_text_match:desc', ['n8', 'n5', 'n9', 'n4', 'n3']],
  ['_text_match:desc,publicado:asc', ['n8', 'n5', 'n9', 'n4', 'n3']],
  // A keyword hit that is no neighbour counts as distance 0.
  ['_vector_distance:asc', ['n8', 'n9', 'n5', 'n4', 'n3']],
  ['_vector_distance:desc', ['n3', 'n4', 'n5', 'n8', 'n9']],
])('a hybrid search in the order %s finds the union', async (sort, ids) => {
  const found = await find({ sort_by: sort })
  expect(idsOf(found.hits)).toEqual(ids)
  expect(found.found).toBe(5)
  expect(found.hits.every((hit) => hit.hybrid_search_info.rank_fusion_score > 0)).toBe(true)
})

test('every hit keeps its fused score and its distance', async () => {
  const { hits } = await find({ sort_by: 'publicado:desc' })
  const scores = Object.fromEntries(
    hits.map((hit) => [hit.document.id, hit.hybrid_search_info.rank_fusion_score]),
  )
  expect(scores.n5).toBeCloseTo(0.4)
  expect(scores.n4).toBeCloseTo(0.2)
  expect(scores.n3).toBeCloseTo(0.4 / 3)
  // The text ranks count in the order that was asked for, in which n9 leads.
  expect(scores.n9).toBeCloseTo(0.6)
  expect(scores.n8).toBeCloseTo(0.3)
  const distances = hits.filter((hit) => hit.vector_distance !== undefined)
  expect(idsOf(distances)).toEqual(['n5', 'n4', 'n3'])
})

test('three sort keys without relevance leave no fused score: the search uses words only', async () => {
  const sort = 'destaque(missing_values: last):desc,nota(missing_values: last):desc,publicado:desc'
  const { found, hits } = await find({ sort_by: sort })
  expect(found).toBe(2)
  expect(idsOf(hits)).toEqual(['n8', 'n9'])
})

test('pages of a sorted hybrid search neither repeat nor omit documents', async () => {
  const pages = await Promise.all(
    [1, 2, 3].map((page) => find({ sort_by: 'publicado:desc', per_page: 2, page })),
  )
  expect(pages.map(({ hits }) => idsOf(hits))).toEqual([['n9', 'n8'], ['n5', 'n4'], ['n3']])
  expect(pages.map(({ found }) => found)).toEqual([5, 5, 5])
})

test('a threshold and a filter bound the neighbours of a sorted hybrid search', async () => {
  const near = 'vetor:([0, 0.1, 1], k: 3, alpha: 0.4, distance_threshold: 0.5)'
  const bounded = await find({ sort_by: 'publicado:desc', vector_query: near })
  expect(idsOf(bounded.hits)).toEqual(['n9', 'n8', 'n5', 'n4'])
  const filtered = await find({ sort_by: 'publicado:desc', filter_by: 'publicado:<175 && orgao:!=defesa' })
  expect(idsOf(filtered.hits)).toEqual(['n8', 'n5', 'n3', 'n2'])
  expect(filtered.found).toBe(4)
})

test('facets count the union', async () => {
  for (const more of [{}, { sort_by: 'publicado:desc' }]) {
    const { facet_counts } = await find({ facet_by: 'orgao', ...more })
    expect(Object.fromEntries(facet_counts[0]!.counts.map(({ value, count }) => [value, count]))).toEqual({
      turismo: 2,
      educacao: 1,
      defesa: 1,
      'defesa-civil': 1,
    })
  }
})

test('groups hold the union, in the order of their first hits', async () => {
  const { found, found_docs, grouped_hits } = await find({
    sort_by: 'publicado:desc',
    group_by: 'tema',
    group_limit: 1,
  })
  expect([found, found_docs]).toEqual([3, 5])
  expect(grouped_hits.map(({ group_key, hits }) => [group_key[0], idsOf(hits)])).toEqual([
    ['Lazer, praias & parques', ['n9']],
    ['Educação', ['n5']],
    ['Segurança', ['n4']],
  ])
})

test('the neighbours of a document join the words, without the document itself', async () => {
  const { hits } = await find({ sort_by: 'publicado:desc', vector_query: 'vetor:([], id: n5, k: 1)' })
  expect(idsOf(hits)).toEqual(['n9', 'n8', 'n4'])
})

test('an empty query in date order finds everything, with any vector', async () => {
  const { found, hits } = await find({ q: '', sort_by: 'publicado:desc', per_page: 2 })
  expect(found).toBe(10)
  expect(idsOf(hits)).toEqual(['n10', 'n9'])
})
