import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([
    anArticle({
      uniqueId: 'indigenas_000001',
      title: 'MEC amplia bolsas para estudantes indígenas',
      content: 'O programa de permanência cresce em 2026.',
      publishedAt: '2026-05-01T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'republicada_000002',
      agencyKey: 'agencia_brasil',
      title: 'MEC amplia bolsas para estudantes indígenas',
      content: 'O programa de permanência cresce em 2026',
      publishedAt: '2026-05-01T13:00:00Z',
    }),
    anArticle({
      uniqueId: 'resumo_000003',
      title: 'Novo edital publicado',
      summary: 'Bolsas para povos indígenas.',
      content: 'As inscrições vão até sexta-feira.',
      publishedAt: '2026-05-03T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'vacina_000004',
      agencyKey: 'saude',
      title: 'Campanha de vacinação contra a gripe -H1N1 começa "hoje" em São Paulo: (fase 1)',
      content: 'Postos de saúde abrem às 8h.',
      publishedAt: '2026-05-04T12:00:00Z',
    }),
  ])
})
afterAll(() => stack.stop())

const search = async (query: string, args = '') => {
  const document = `query ($query: String!) { search(query: $query${args}) { found page articles { uniqueId } } }`
  const { search: found } = await stack.query(document, { query })
  return { found: found.found, ids: found.articles.map((article: { uniqueId: string }) => article.uniqueId) }
}

describe('search', () => {
  it('finds words with or without accents and ranks the title above the summary', async () => {
    const withAccents = await search('bolsas indígenas')
    expect(withAccents).toEqual(await search('bolsas indigenas'))
    expect(withAccents.ids.at(-1)).toBe('resumo_000003')
    expect(withAccents.found).toBe(3)
  })

  it('counts without articles, and returns pages of another size', async () => {
    expect(await search('bolsas', ', limit: 0')).toEqual({ found: 3, ids: [] })
    expect((await search('bolsas', ', limit: 2')).ids).toHaveLength(2)
    expect(await stack.codes('{ search(query: "bolsas", limit: -1) { found } }')).toEqual(['BAD_USER_INPUT'])
  })

  it('tolerates a typo', async () => {
    expect((await search('vacinasão')).ids).toEqual(['vacina_000004'])
  })

  it('finds an article by its own title, dashes, quotes and brackets included', async () => {
    const title = 'Campanha de vacinação contra a gripe -H1N1 começa "hoje" em São Paulo: (fase 1)'
    expect((await search(title)).ids[0]).toBe('vacina_000004')
    expect((await search('vacinação "contra a gripe')).ids[0]).toBe('vacina_000004')
  })

  it('merges copies of the same text when asked, by argument or by filter', async () => {
    expect((await search('bolsas indígenas', ', dedup: true')).found).toBe(2)
    expect((await search('bolsas indígenas', ', filter: { dedup: true }')).found).toBe(2)
  })

  it('accepts the filters and orders of lists', async () => {
    expect((await search('bolsas', ', filter: { agencies: ["agencia_brasil"] }')).ids).toEqual([
      'republicada_000002',
    ])
    expect((await search('bolsas', ', sort: DATE')).ids).toEqual([
      'resumo_000003',
      'republicada_000002',
      'indigenas_000001',
    ])
  })

  it('lists everything for *, newest first, also when semantic', async () => {
    const everything = ['vacina_000004', 'resumo_000003', 'republicada_000002', 'indigenas_000001']
    expect((await search('*')).ids).toEqual(everything)
    expect((await search('*', ', semantic: true')).ids).toEqual(everything)
  })

  it('adds neighbours in meaning when semantic, at any weight, and no unrelated articles', async () => {
    const hybrid = await search('bolsas indígenas', ', semantic: true')
    expect(hybrid.found).toBe(3)
    expect(hybrid.ids.slice(0, 2).sort()).toEqual(['indigenas_000001', 'republicada_000002'])
    expect((await search('bolsas indígenas', ', semantic: true, alpha: 0')).found).toBe(3)
    expect((await search('vacinação contra gripe', ', semantic: true, alpha: 1')).ids).toEqual([
      'vacina_000004',
    ])
    // An article has little in common with one word, so its limit is wider.
    for (const args of ['', ', sort: DATE'])
      expect((await search('gripe', `, semantic: true, alpha: 1${args}`)).ids).toEqual(['vacina_000004'])
    expect(await search('borboletas', ', semantic: true, alpha: 1')).toEqual({ found: 0, ids: [] })
  })

  it.each([
    ['a blank query', '(query: "  ")', 'BAD_USER_INPUT'],
    ['alpha above 1', '(query: "a", semantic: true, alpha: 1.01)', 'BAD_USER_INPUT'],
    ['alpha below 0', '(query: "a", semantic: true, alpha: -0.01)', 'BAD_USER_INPUT'],
    ['page 0', '(query: "a", page: 0)', 'BAD_USER_INPUT'],
    ['row 10,001', '(query: "a", page: 501)', 'LIMIT_EXCEEDED'],
    ['a query of 1,001 characters', `(query: "${'a'.repeat(1001)}")`, 'BAD_USER_INPUT'],
  ])('refuses %s', async (_, args, code) => {
    expect(await stack.codes(`{ search${args} { found } }`)).toEqual([code])
  })

  it('ignores alpha without semantic', async () => {
    expect(await stack.codes('{ search(query: "bolsas", alpha: 7) { found } }')).toEqual([])
  })
})
