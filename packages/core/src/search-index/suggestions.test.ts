import { expect, it } from 'vitest'
import type { IndexSearch, SearchIndex } from './client.ts'
import { listSuggestions } from './suggestions.ts'

/** An index that finds these titles, in this order, and keeps the searches. */
function anIndex(titles: readonly string[]) {
  const searches: IndexSearch[] = []
  const search = async (request: IndexSearch) => {
    searches.push(request)
    return { hits: titles.map((title, place) => ({ document: { unique_id: `a${place}`, title } })) }
  }
  return { index: { search } as unknown as SearchIndex, searches }
}

it.each([['', '*', ' -- ', '"']])('suggests nothing for %j, without a search', async (...queries) => {
  const { index, searches } = anIndex(['Vacina'])
  for (const query of queries) expect(await listSuggestions(index, query)).toEqual([])
  expect(searches).toEqual([])
})

it('asks for all words of the title, the beginning first and then the newest', async () => {
  const { index, searches } = anIndex([])
  expect(await listSuggestions(index, '-vacina "x')).toEqual([])
  expect(searches).toMatchObject([
    {
      q: 'vacina  x',
      query_by: 'title',
      query_by_weights: '1',
      drop_tokens_threshold: 0,
      prioritize_token_position: true,
      sort_by: '_text_match:desc,published_at:desc',
      include_fields: 'unique_id,title',
      per_page: 100,
    },
  ])
})

it('suggests each title once, by its first article, and at most seven', async () => {
  const { index } = anIndex(['Vacina já', 'VACINA  JA!', 'Vacina, já.', ...'bcdefgh'])
  const found = await listSuggestions(index, 'vacina')
  expect(found.map((article) => article.unique_id)).toEqual(['a0', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'])
})
