import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import type { MeaningSources } from '@pauta/core/search-index/search-by-meaning'
import { describe, expect, it } from 'vitest'
import { readCursor } from '../selection/cursor.ts'
import { parseSelection } from '../selection/selection.ts'
import { readSelected } from './read-selected.ts'

/** An article: its id and the second of its publication. */
type Article = readonly [id: string, second: number]

/** An index of articles, newest first, that reads the instants and the ids of its filters. */
function anIndex(articles: readonly Article[]) {
  const searches: IndexSearch[] = []
  const search = async (asked: IndexSearch) => {
    searches.push(asked)
    const { filter_by: filter = '', page = 1, per_page: size = 0 } = asked
    const [, from, to] = /published_at:\[(\d+)\.\.(\d+)\]/.exec(filter) ?? []
    const before = /published_at:<(\d+)/.exec(filter)?.[1]
    const ids = /^id:=\[(.*)\]/.exec(filter)?.[1]
    const found = articles.filter(
      ([id, second]) =>
        (ids?.includes(id) ?? true) &&
        second >= Number(from ?? 0) &&
        second <= Number(to ?? Infinity) &&
        second < Number(before ?? Infinity),
    )
    const hits = found.slice((page - 1) * size, page * size)
    return {
      request_params: {},
      found: found.length,
      hits: hits.map(([id, second]) => ({ document: { unique_id: id, published_at: second, content: 'x' } })),
    }
  }
  return { sources: { index: { search } as unknown as SearchIndex } as MeaningSources, searches }
}
const idOf = (n: number) => `um-titulo-${n}_00000a`
/** So many articles, each so many at one second, the newest at the second 5,000. */
const articlesOf = (count: number, atOnce = 1): Article[] =>
  Array.from({ length: count }, (_, n) => [idOf(n), 5000 - Math.floor(n / atOnce)])

const BY_DATE = { agencies: ['mec'] }
/** A list in another order continues after a number of rows. */
const BY_ROWS = { ...BY_DATE, sort: 'VIEWS' } as const

async function read(
  articles: readonly Article[],
  filters: object = BY_DATE,
  cursor?: string,
  fields = ['title'],
) {
  const { sources, searches } = anIndex(articles)
  const selection = parseSelection(filters)
  const request = { selection, fields: fields as never, cursor: readCursor(cursor, selection) }
  const pages = []
  for await (const page of readSelected(sources, request)) pages.push(page)
  const rows = pages.flatMap((page) => page.rows)
  return {
    ids: rows.map(({ document }) => document.unique_id),
    cursors: rows.map((row) => row.cursor),
    remaining: pages.map((page) => page.remaining),
    sizes: pages.map((page) => page.rows.length),
    searches,
  }
}

describe('the rows of a selection', () => {
  it.each([
    [0, 1],
    [1, 1],
    [249, 7],
    [250, 1],
    [251, 1],
    [501, 7],
    // More articles of one second than a page has.
    [600, 600],
    [600, 250],
    [600, 251],
  ])('by date are all of %i articles, each once, with %i of a second', async (count, atOnce) => {
    const articles = articlesOf(count, atOnce)
    const { ids, cursors } = await read(articles)
    expect(ids).toEqual(articles.map(([id]) => id))
    expect(cursors).toEqual(articles.map(([id, second]) => `${second}-${id}`))
  })

  it('by date remain from the first of a page to the last of all', async () => {
    const { remaining, sizes } = await read(articlesOf(501))
    expect(sizes).toEqual([250, 249, 2])
    expect(remaining).toEqual([501, 251, 2])
  })

  it.each([
    [10, 1, 3],
    [10, 5, 3],
    [10, 5, 4],
    [600, 600, 0],
    [600, 600, 249],
    [600, 600, 250],
    [600, 600, 599],
  ])(
    'by date continue after an article: of %i, %i of a second, after place %i',
    async (count, atOnce, at) => {
      const articles = articlesOf(count, atOnce)
      const [id, second] = articles[at] ?? []
      const { ids, remaining } = await read(articles, BY_DATE, `${second}-${id}`)
      expect(ids).toEqual(articles.slice(at + 1).map(([one]) => one))
      expect(remaining[0]).toBe(count - at - 1)
    },
  )

  it('by date begin again at the second of an article that is gone', async () => {
    const articles = articlesOf(10, 5)
    const { ids, searches } = await read(articles, BY_DATE, `4999-${idOf(99)}`)
    expect(ids).toEqual(articles.slice(5).map(([id]) => id))
    // The article is looked for in its second alone.
    expect(searches[0]?.filter_by).toContain('published_at:[4999..4999]')
  })

  it.each([
    [0, 0],
    [3, 0],
    [250, 0],
    [501, 0],
    [501, 249],
    [501, 250],
    [501, 251],
    [501, 501],
    [501, 700],
  ])('by number are the rows of %i after %i', async (count, after) => {
    const articles = articlesOf(count)
    const { ids, cursors, remaining, searches } = await read(articles, BY_ROWS, String(after))
    expect(ids).toEqual(articles.slice(after).map(([id]) => id))
    expect(cursors).toEqual(articles.map((_, row) => String(row + 1)).slice(after))
    expect(remaining[0]).toBe(Math.max(0, count - after))
    // Pages before the cursor are not read.
    expect(searches[0]?.page).toBe(Math.floor(after / 250) + 1)
  })

  it.each([BY_DATE, BY_ROWS])('of %j have their texts, which are read apart', async (filters) => {
    const { ids, sizes, searches } = await read(articlesOf(7), filters, undefined, ['content'])
    expect(sizes).toEqual([5, 2])
    expect(ids).toHaveLength(7)
    expect(searches.map(({ include_fields: asked }) => asked?.includes('content'))).toEqual([
      false,
      true,
      true,
    ])
  })
})
