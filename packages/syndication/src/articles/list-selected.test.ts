import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import type { MeaningSources } from '@pauta/core/search-index/search-by-meaning'
import { expect, it } from 'vitest'
import { parseSelection, type SelectionInput } from '../selection/selection.ts'
import { listSelected } from './list-selected.ts'

/** Returns the search of the second page of a selection, and the texts whose vector was asked: [1, 2] for each. */
async function searchOf(input: SelectionInput) {
  const searches: IndexSearch[] = []
  const embedded: string[] = []
  const embed = async (texts: readonly string[]) => {
    embedded.push(...texts)
    return texts.map(() => [1, 2])
  }
  const search = async (asked: IndexSearch) => {
    searches.push(asked)
    return { request_params: {}, found: 0, hits: [] }
  }
  const sources = {
    index: { search } as unknown as SearchIndex,
    embedding: { name: 'm', maxDistanceOf: () => 0.5, embed },
    liveModel: { holds: async () => true, observe: () => undefined },
    logger: { warn: () => undefined },
    warnings: [],
  } as unknown as MeaningSources
  const page = { page: 2, limit: 7, fields: ['title'] } as const
  await listSelected(sources, parseSelection({ agencies: ['mec'], ...input }), page)
  expect(sources.warnings).toEqual([])
  expect(searches).toHaveLength(1)
  return { search: searches[0], embedded }
}

const PAGE = { page: 2, per_page: 7, include_fields: 'unique_id,title', filter_by: 'agency:=[`mec`]' }

it.each<[SelectionInput, object]>([
  [{}, { q: '*', sort_by: 'published_at:desc' }],
  [{ sort: 'VIEWS' }, { q: '*', sort_by: expect.stringMatching(/^view_count/) as unknown }],
  [{ q: 'gripe' }, { q: 'gripe', sort_by: 'published_at:desc' }],
  [{ q: 'gripe', sort: 'RELEVANCE' }, { sort_by: '_text_match:desc,published_at:desc' }],
  [{ q: 'gripe', sort: 'TRENDING' }, { sort_by: expect.stringMatching(/^trending_score/) as unknown }],
  [
    { q: 'gripe', semantic: true, alpha: 0.4 },
    { vector_query: expect.stringContaining('alpha:0.4') as unknown },
  ],
  [{ q: 'gripe', semantic: true }, { vector_query: expect.stringContaining('[1,2]') as unknown }],
  [{ dedup: true }, { group_by: 'story_id' }],
  [{ q: 'gripe', dedup: true }, { group_by: 'story_id' }],
  [{ q: 'gripe', semantic: true, dedup: true }, { group_by: 'story_id' }],
])('a page of %j is searched by %j', async (input, search) => {
  expect((await searchOf(input)).search).toMatchObject({ ...PAGE, ...search })
})

it.each<SelectionInput>([{ q: 'gripe' }, { q: 'gripe', semantic: true, alpha: 0 }, { q: 'gripe', alpha: 1 }])(
  'a search of %j is one of words alone',
  async (input) => {
    const { search, embedded } = await searchOf(input)
    expect(search).not.toHaveProperty('vector_query')
    expect(search).not.toHaveProperty('group_by')
    // A vector takes the time of a model.
    expect(embedded).toEqual([])
  },
)
