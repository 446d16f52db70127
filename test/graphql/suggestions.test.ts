import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  const shared = Array.from({ length: 12 }, (_, i) =>
    anArticle({ title: `Nota à imprensa${i % 2 ? '' : '!'}`, publishedAt: `2026-05-${10 + i}T12:00:00Z` }),
  )
  const numbered = Array.from({ length: 9 }, (_, i) =>
    anArticle({ title: `Boletim epidemiológico ${i + 1}` }),
  )
  await stack.publish([
    ...shared,
    ...numbered,
    anArticle({
      uniqueId: 'antiga_000001',
      title: 'Vacinação contra a gripe',
      publishedAt: '2026-05-01T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'nova_000002',
      title: 'Vacinação contra a dengue',
      publishedAt: '2026-05-02T12:00:00Z',
    }),
    anArticle({
      uniqueId: 'meio_000003',
      title: 'Ministério amplia a vacinação contra a pólio',
      publishedAt: '2026-05-03T12:00:00Z',
    }),
    anArticle({ uniqueId: 'texto_000004', title: 'Outra coisa', content: 'Fala de vacinação contra tudo.' }),
  ])
})
afterAll(() => stack.stop())

const suggest = async (query: string): Promise<{ uniqueId: string; title: string }[]> => {
  const document = 'query ($query: String!) { searchSuggestions(query: $query) { uniqueId title } }'
  return (await stack.query(document, { query })).searchSuggestions
}
const ids = async (query: string) => (await suggest(query)).map((suggestion) => suggestion.uniqueId)

describe('searchSuggestions', () => {
  it('complete the last word, titles that begin with the query first, then the newest', async () => {
    expect(await ids('vacinação cont')).toEqual(['nova_000002', 'antiga_000001', 'meio_000003'])
    expect((await suggest('vacin')).map((suggestion) => suggestion.title)).toContain(
      'Vacinação contra a gripe',
    )
  })

  it('tolerate accents, case and a typo', async () => {
    expect(await ids('VACINACAO CONTRA A GRI')).toEqual(['antiga_000001'])
    expect(await ids('vacinassão contra a gripe')).toEqual(['antiga_000001'])
  })

  it('contain every word', async () => {
    expect(await ids('gripe epidemiológico')).toEqual([])
    expect(await ids('palavra inexistente')).toEqual([])
  })

  it('contain each title once, with any punctuation, and at most seven', async () => {
    expect(await suggest('nota à imp')).toHaveLength(1)
    const reports = await suggest('boletim epi')
    expect(reports).toHaveLength(7)
    expect(new Set(reports.map((suggestion) => suggestion.title)).size).toBe(7)
  })

  it.each(['', '   ', '*', '-- "', '`'])('are empty for %j', async (query) => {
    expect(await suggest(query)).toEqual([])
  })

  it('refuse a query of 1,001 characters', async () => {
    expect(await stack.codes(`{ searchSuggestions(query: "${'a'.repeat(1001)}") { title } }`)).toEqual([
      'BAD_USER_INPUT',
    ])
  })
})
