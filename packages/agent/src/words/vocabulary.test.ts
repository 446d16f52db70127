import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { expect, it } from 'vitest'
import { countWordUses, findSpellings } from './vocabulary.ts'

/** An index that finds this many articles of a word, with the words that it marks in them. */
function anIndex(found: Record<string, { count?: number; marked?: string[][] }>) {
  const searches: IndexSearch[] = []
  const searchAll = async (all: readonly IndexSearch[]) => {
    searches.push(...all)
    return all.map(({ q = '' }) => ({
      found: found[q]?.count ?? 0,
      hits: (found[q]?.marked ?? []).map((tokens) => ({ highlights: [{ matched_tokens: tokens }] })),
    }))
  }
  return { index: { searchAll } as unknown as SearchIndex, searches }
}

it('counts the articles of each word, as it is written', async () => {
  const { index, searches } = anIndex({ vacina: { count: 7 }, gripe: { count: 1 } })
  expect([...(await countWordUses(index, ['vacina', 'nada', 'gripe']))]).toEqual([
    ['vacina', 7],
    ['nada', 0],
    ['gripe', 1],
  ])
  expect(searches[0]).toMatchObject({
    q: 'vacina',
    query_by: 'title,summary',
    query_by_weights: '2,1',
    prefix: 'false',
    drop_tokens_threshold: 0,
    split_join_tokens: 'off',
    num_typos: '0',
    typo_tokens_threshold: 0,
    per_page: 0,
  })
  expect(await countWordUses(index, [])).toEqual(new Map())
})

it.each<[string, string[][], string | undefined]>([
  ['the most frequent one', [['Vacina'], ['vacinas'], ['VACINAS']], 'vacinas'],
  ['the first of equally frequent ones', [['vacina'], ['vacinas']], 'vacina'],
  ['in the letters of its first article', [['vacinação'], ['vacinacao']], 'vacinação'],
  ['none for the word itself, with or without accents', [['vacinasao'], ['Vacinasão']], undefined],
  ['none of several words', [['vacina já', '—']], undefined],
  ['none without articles', [], undefined],
])('finds the spelling of the news: %s', async (_, marked, spelling) => {
  const { index } = anIndex({ vacinasao: { marked } })
  expect((await findSpellings(index, ['vacinasao'])).get('vacinasao')).toBe(spelling)
})

it('asks for words of at least five letters, with typos and their marks', async () => {
  const { index, searches } = anIndex({ gripa: { marked: [['gripe']] } })
  expect([...(await findSpellings(index, ['grip', 'gripa', 'ações']))]).toEqual([['gripa', 'gripe']])
  expect(searches.map(({ q }) => q)).toEqual(['gripa', 'ações'])
  expect(searches[0]).toMatchObject({
    per_page: 10,
    include_fields: 'title,summary',
    highlight_fields: 'title,summary',
  })
  expect(searches[0]).not.toHaveProperty('num_typos', '0')
})
