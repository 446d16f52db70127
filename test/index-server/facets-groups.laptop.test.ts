import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestIndex } from './index-harness.ts'
import type { Body, TestIndex } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

let index: TestIndex
beforeAll(async () => {
  index = await startTestIndex()
  await index.load(SCHEMA, 'noticias', DOCUMENTS)
})
afterAll(() => index.stop())

async function facet(parameters: Record<string, string | number>): Promise<Record<string, number>> {
  const answer = await index.search('noticias', { q: '*', per_page: 0, ...parameters })
  const [first] = answer.json.facet_counts as unknown as { counts: { value: string; count: number }[] }[]
  return Object.fromEntries(first!.counts.map(({ value, count }) => [value, count]))
}

test('counts values of texts, lists, booleans and numbers', async () => {
  expect(await facet({ facet_by: 'tema' })).toEqual({
    Educação: 3,
    Saúde: 2,
    Segurança: 2,
    'Lazer, praias & parques': 2,
  })
  expect(await facet({ facet_by: 'tags', filter_by: 'orgao:=saude' })).toEqual({ vacina: 2, campanha: 1 })
  expect(await facet({ facet_by: 'destaque' })).toEqual({ true: 3, false: 2 })
  expect(await facet({ facet_by: 'leituras', max_facet_values: 1 })).toEqual({ 70: 2 })
  expect(await facet({ facet_by: 'leituras(poucas:[0,50], muitas:[50,])' })).toEqual({ poucas: 4, muitas: 4 })
})

test('numbers come with their statistics', async () => {
  const answer = await index.search('noticias', { q: '*', facet_by: 'leituras' })
  expect(answer.json.facet_counts).toMatchObject([{ stats: { min: 5, max: 90, sum: 345, avg: 43.125 } }])
})

test('values sort by name when requested', async () => {
  expect(Object.keys(await facet({ facet_by: 'orgao(sort_by: _alpha:asc)' }))).toEqual([
    'agencia',
    'defesa',
    'defesa-civil',
    'educacao',
    'saude',
    'turismo',
  ])
})

test('a facet query matches the beginning of any word, with typos and without accents', async () => {
  expect(await facet({ facet_by: 'tema', facet_query: 'tema:seg' })).toEqual({ Segurança: 2 })
  expect(await facet({ facet_by: 'tema', facet_query: 'tema:parq' })).toEqual({
    'Lazer, praias & parques': 2,
  })
  expect(await facet({ facet_by: 'tema', facet_query: 'tema:educassao' })).toEqual({ Educação: 3 })
  const answer = await index.search('noticias', { q: '*', facet_by: 'tema', facet_query: 'tema:edu' })
  expect(answer.json).toMatchObject({ found: 10, hits: [] })
  expect(answer.text).toContain('<mark>Edu</mark>cação')
})

test.each([
  [{ facet_by: 'titulo' }, 404],
  [{ facet_by: 'tema', facet_query: 'orgao:x' }, 400],
  [{ facet_by: 'tema', facet_query: 'x' }, 400],
])('refuses %j', async (parameters, status) => {
  expect((await index.search('noticias', { q: '*', ...(parameters as Record<string, string>) })).status).toBe(
    status,
  )
})

async function groups(parameters: Record<string, string | number>): Promise<[unknown, number, string[]][]> {
  const answer = await index.search('noticias', { q: '*', sort_by: 'publicado:desc', ...parameters })
  const grouped = answer.json.grouped_hits as unknown as {
    group_key: Body
    found: number
    hits: { document: { id: string } }[]
  }[]
  return grouped.map((group) => [group.group_key, group.found, group.hits.map((hit) => hit.document.id)])
}

test('hits group by value; those without one form a group or stand alone', async () => {
  expect((await groups({ group_by: 'chave', group_limit: 1 })).slice(0, 2)).toEqual([
    [[], 3, ['n10']],
    [['f'], 2, ['n7']],
  ])
  const alone = await groups({ group_by: 'chave', group_limit: 2, group_missing_values: 'false' })
  expect(alone.slice(0, 4)).toEqual([
    [[], 1, ['n10']],
    [[], 1, ['n9']],
    [[], 1, ['n8']],
    [['f'], 2, ['n7', 'n6']],
  ])
})

test('found counts groups, found_docs documents, facets groups', async () => {
  const answer = await index.search('noticias', {
    q: '*',
    group_by: 'tema',
    group_limit: 1,
    facet_by: 'destaque',
  })
  expect(answer.json).toMatchObject({ found: 5, found_docs: 10 })
  expect(answer.json.facet_counts).toMatchObject([
    {
      counts: [
        { value: 'true', count: 3 },
        { value: 'false', count: 2 },
      ],
    },
  ])
})

test('groups page and sort by their size', async () => {
  const bySize = await groups({
    group_by: 'tema',
    group_limit: 1,
    sort_by: '_group_found:desc,publicado:desc',
    per_page: 1,
  })
  expect(bySize).toEqual([[['Educação'], 3, ['n7']]])
  expect(await groups({ group_by: 'destaque', per_page: 1, page: 2 })).toEqual([
    [[true], 3, ['n8', 'n3', 'n1']],
  ])
})

test.each([
  [{ group_by: 'titulo' }, 400],
  [{ group_by: 'tema', group_limit: 0 }, 400],
  [{ group_by: 'tema', group_limit: 100 }, 400],
])('refuses %j', async (parameters, status) => {
  expect((await index.search('noticias', { q: '*', ...(parameters as Record<string, string>) })).status).toBe(
    status,
  )
})
