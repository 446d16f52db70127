import { describe, expect, it } from 'vitest'
import type { IndexSearch, SearchIndex } from '../search-index/client.ts'
import { countArticlesBy, type CountRequest } from './article-counts.ts'

type Counts = Record<string, number>

/** An index with these counts of a question and of its whole period; every other search finds 8 articles. */
function anIndex(asked: Counts, whole: Counts) {
  const requests: IndexSearch[][] = []
  const facets = (counts: Counts, field: string) => ({
    found: Object.values(counts).reduce((sum, count) => sum + count, 0),
    facet_counts: [
      { field_name: field, counts: Object.entries(counts).map(([value, count]) => ({ value, count })) },
    ],
  })
  const searchAll = async (searches: readonly IndexSearch[]) => {
    requests.push([...searches])
    const isFirst = requests.length === 1
    return searches.map((search, at) =>
      isFirst ? facets(at === 0 ? asked : whole, String(search.facet_by)) : { found: 8, facet_counts: [] },
    )
  }
  return { index: { searchAll } as unknown as SearchIndex, requests }
}

const request: CountRequest = { query: null, filter: null, by: 'STATE', limit: 10 }
async function count(asked: Counts, whole: Counts, changes: Partial<CountRequest> = {}) {
  const { index, requests } = anIndex(asked, whole)
  const findEntityNames = async (ids: readonly string[]) =>
    new Map(ids.filter((id) => id === 'Q1').map((id) => [id, 'Ana']))
  const sources = { findEntityNames, findVocabulary: async () => undefined, index }
  return { answer: await countArticlesBy(sources, { ...request, ...changes }), requests }
}
const short = ({ items }: Awaited<ReturnType<typeof count>>['answer']) =>
  items.map(({ key, count, share }) => [key, count, share])

describe('counts of articles', () => {
  it('have most articles first, ties by key, with the share of all articles of the key', async () => {
    const { answer, requests } = await count(
      { PA: 2, AC: 2, SP: 3 },
      { PA: 4, AC: 2, SP: 3, RJ: 9 },
      { limit: 9 },
    )
    expect(requests[0]?.map((search) => search.max_facet_values)).toEqual([1000, 1000])
    expect(answer).toMatchObject({ found: 7, total: 18 })
    expect(answer.items).toEqual([
      { key: 'SP', label: 'São Paulo', count: 3, share: 1 },
      { key: 'AC', label: 'Acre', count: 2, share: 1 },
      { key: 'PA', label: 'Pará', count: 2, share: 0.5 },
    ])
    const cut = await count({ PA: 2, AC: 2, SP: 3 }, { PA: 4, AC: 2, SP: 3 }, { limit: 2 })
    expect(cut.answer.items.map(({ key }) => key)).toEqual(['SP', 'AC'])
  })

  it('have the last periods in their order', async () => {
    const days = { '2026-06-02': 9, '2026-06-10': 1, '2026-06-01': 5 }
    const { answer, requests } = await count(days, days, { by: 'DAY', limit: 2 })
    expect(short(answer)).toEqual([
      ['2026-06-02', 9, 1],
      ['2026-06-10', 1, 1],
    ])
    expect(requests[0]?.map((search) => search.max_facet_values)).toEqual([10_000, 10_000])
  })

  it('add up the days of a week, from Monday on, and of a month', async () => {
    const days = { '2026-05-31': 1, '2026-06-01': 2, '2026-06-07': 3, '2026-06-08': 4 }
    const weeks = await count(days, { ...days, '2026-06-03': 5 }, { by: 'WEEK' })
    expect(weeks.answer.items).toEqual([
      { key: '2026-05-25', label: 'semana de 25/05/2026', count: 1, share: 1 },
      { key: '2026-06-01', label: 'semana de 01/06/2026', count: 5, share: 0.5 },
      { key: '2026-06-08', label: 'semana de 08/06/2026', count: 4, share: 1 },
    ])
    const months = await count(days, days, { by: 'MONTH' })
    expect(months.answer.items.map(({ key, label, count }) => [key, label, count])).toEqual([
      ['2026-05-01', 'maio de 2026', 1],
      ['2026-06-01', 'junho de 2026', 9],
    ])
  })

  it('name sentiments and entities, and keep a key without a name', async () => {
    const sentiments = { positive: 3, neutral: 2, negative: 1, odd: 1 }
    const { answer } = await count(sentiments, sentiments, { by: 'SENTIMENT' })
    expect(answer.items.map(({ label }) => label)).toEqual(['positivo', 'neutro', 'negativo', 'odd'])
    const agencies = await count({ mec: 1 }, { mec: 1 }, { by: 'AGENCY' })
    expect(agencies.answer.items).toMatchObject([{ key: 'mec', label: 'mec' }])
    const entities = await count({ Q1: 2, Q2: 1 }, { Q1: 2, Q2: 1 }, { by: 'ENTITY' })
    expect(entities.answer.items.map(({ label }) => label)).toEqual(['Ana', 'Q2'])
  })

  it.each([
    [50, [2, 50]],
    [51, [2, 50, 1]],
  ])('ask for the whole of %i keys that are rare in the period', async (keys, sizes) => {
    const rare = Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 2]))
    const { answer, requests } = await count({ ...rare, PA: 9 }, { PA: 9 }, { limit: 99 })
    expect(requests.map(({ length }) => length)).toEqual(sizes)
    expect(answer.items).toHaveLength(keys + 1)
    expect(new Set(answer.items.map(({ share }) => share))).toEqual(new Set([1, 0.25]))
  })

  it('have no share above 1 of an article that arrives between the two counts', async () => {
    const { answer } = await count({ PA: 3 }, { PA: 2 })
    expect(short(answer)).toEqual([['PA', 3, 1]])
  })

  it('search the words and the filter of the question alone, and the period of both', async () => {
    const filter = { agencies: ['mec'], startDate: '2026-06-01' }
    const { requests } = await count({}, {}, { query: ' dengue ', filter })
    const [asked, whole] = requests[0] ?? []
    expect([asked?.q, whole?.q]).toEqual(['dengue', '*'])
    expect(asked?.filter_by).toContain('mec')
    expect(whole?.filter_by).not.toContain('mec')
    for (const search of [asked, whole]) expect(search?.filter_by).toContain('published_at')
    const blank = await count({}, {}, { query: ' ' })
    expect(blank.requests[0]?.map(({ q, filter_by: by }) => [q, by])).toEqual([
      ['*', undefined],
      ['*', undefined],
    ])
  })

  it('ask for the whole of a rare key in the period, and for no value beside it', async () => {
    const filter = { agencies: ['mec'], startDate: '2026-06-01' }
    const { requests } = await count({ PA: 2 }, {}, { filter })
    const [, [rare] = []] = requests
    expect(rare).toMatchObject({ q: '*', max_facet_values: 1 })
    expect(rare?.filter_by).toContain('PA')
    expect(rare?.filter_by).toContain('published_at')
    expect(rare?.filter_by).not.toContain('mec')
  })

  it.each([
    [{ startDate: 'ontem' }, 'filter.startDate'],
    [{ endDate: 'ontem' }, 'filter.endDate'],
  ])('refuse %j, naming %s', async (filter, argument) => {
    await expect(count({}, {}, { filter })).rejects.toThrow(argument)
  })

  it.each(['dedup', 'oneStoryPer'] as const)('refuse %s, by which articles are merged', async (name) => {
    await expect(count({}, {}, { filter: { [name]: true } })).rejects.toThrow(
      `filter.${name}: não vale em contagens`,
    )
    await expect(count({}, {}, { filter: { [name]: false } })).resolves.toBeDefined()
  })
})
