import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import type { TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})
afterAll(() => index.stop())

interface Hit {
  document: { id: string }
  vector_distance?: number
  hybrid_search_info?: { rank_fusion_score: number }
}

async function hits(parameters: Record<string, string | number>): Promise<Hit[]> {
  const answer = await index.search('noticias', parameters)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json.hits as unknown as Hit[]
}

test('nearest documents come first, by cosine distance', async () => {
  const found = await hits({ q: '*', vector_query: 'vetor:([2, 0, 0], k: 3)' })
  expect(found.map((hit) => hit.document.id).slice(0, 2)).toEqual(['n1', 'n2'])
  expect(found[0]!.vector_distance).toBeCloseTo(0)
  expect(found[1]!.vector_distance).toBeCloseTo(1 - 0.9 / Math.hypot(0.9, 0.1))
  expect(found).toHaveLength(3)
})

test('filters, thresholds and the flat cut-off bound the neighbours', async () => {
  const ids = async (parameters: Record<string, string>): Promise<string[]> =>
    (await hits({ q: '*', ...parameters })).map((hit) => hit.document.id)
  expect(await ids({ vector_query: 'vetor:([1, 0, 0], k: 2)', filter_by: 'orgao:!=saude' })).toHaveLength(2)
  expect(await ids({ vector_query: 'vetor:([1, 0, 0], k: 9, distance_threshold: 0.5)' })).toEqual([
    'n1',
    'n2',
  ])
  expect(
    await ids({
      vector_query: 'vetor:([1, 0, 0], k: 1, flat_search_cutoff: 20)',
      filter_by: 'publicado:<150',
    }),
  ).toHaveLength(5)
})

test('the neighbours of a document leave it out', async () => {
  const found = await hits({ q: '*', vector_query: 'vetor:([], id: n3, k: 1)' })
  expect(found.map((hit) => hit.document.id)).toEqual(['n4'])
})

test('hybrid ranks fuse by alpha', async () => {
  const found = await hits({
    q: 'turismo',
    query_by: 'titulo',
    vector_query: 'vetor:([0, 0, 1], k: 1, alpha: 0.4)',
  })
  expect(found.map((hit) => [hit.document.id, hit.hybrid_search_info?.rank_fusion_score])).toEqual([
    ['n8', 0.6],
    ['n5', 0.4],
    ['n9', 0.3],
  ])
})

test('a phrase also limits the vector search', async () => {
  const phrase = await hits({
    q: '"defesa civil"',
    query_by: 'titulo',
    vector_query: 'vetor:([1, 0, 0], k: 9)',
  })
  expect(phrase.map((hit) => hit.document.id)).toEqual(['n3'])
})

test('vectors are returned as they were stored', async () => {
  const answer = await index.call('GET', '/collections/noticias/documents/n2')
  expect(answer.json).toMatchObject({ vetor: [0.9, 0.1, 0] })
})

test.each([
  'nada:([1,0,0], k:1)',
  'vetor:[1,0,0]',
  'vetor:([1,0], k:1)',
  'vetor:([])',
  'vetor:([], id: n10)',
  'vetor:([], id: nobody)',
  'vetor:([1,0,0], id: n1)',
])('refuses %s', async (query) => {
  expect((await index.search('noticias', { q: '*', vector_query: query })).status).toBe(400)
})

test('a vector too long for a URL goes through multi_search', async () => {
  const long = `vetor:([${Array.from({ length: 2_000 }, () => 0.5).join(',')}])`
  expect((await index.search('noticias', { q: '*', vector_query: long })).status).toBe(400)
  const many = await index.call('POST', '/multi_search', {
    searches: [
      { collection: 'noticias', q: '*', vector_query: 'vetor:([0,1,0], k:1)' },
      { collection: 'nada', q: '*' },
      { collection: 'noticias', q: '*', vector_query: 'vetor:([], id: nobody)' },
    ],
  })
  expect(many.json.results).toMatchObject([
    { found: 1 },
    { code: 404, error: 'Not found.' },
    { code: 400, error: 'Document id referenced in vector query is not found.' },
  ])
})
