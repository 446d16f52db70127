import type { IndexSearch, SearchIndex } from '@pauta/core/search-index/client'
import { expect, it } from 'vitest'
import { readTexts } from './read-texts.ts'
import type { SelectedArticle, SelectedRows } from './selected-article.ts'

const rowsOf = (...ids: string[]) =>
  ids.map((id) => ({ document: { unique_id: id }, cursor: `c-${id}` })) as unknown as SelectedArticle[]
const numbered = (count: number) => rowsOf(...Array.from({ length: count }, (_, n) => `a${n}`))

/** Reads texts from an index whose articles have so many characters each, without the removed ones. */
async function read(
  pages: readonly SelectedRows[],
  { characters = 10, removed = [] as string[] } = {},
): Promise<{ read: SelectedRows[]; searches: IndexSearch[] }> {
  const searches: IndexSearch[] = []
  const search = async (asked: IndexSearch) => {
    searches.push(asked)
    const ids = (asked.filter_by?.match(/`[^`]+`/g) ?? []).map((id) => id.slice(1, -1))
    const found = ids.filter((id) => !removed.includes(id)).toReversed()
    const hits = found.map((id) => ({ document: { unique_id: id, content: 'x'.repeat(characters) } }))
    return { request_params: {}, found: hits.length, hits }
  }
  async function* all() {
    yield* pages
  }
  const read: SelectedRows[] = []
  for await (const some of readTexts({ search } as unknown as SearchIndex, all(), ['content', 'title']))
    read.push(some)
  return { read, searches }
}
const sizesOf = ({ searches }: { searches: IndexSearch[] }) => searches.map(({ per_page: size }) => size)

it('reads the texts of rows in their order, with their cursors and what remains', async () => {
  const { read: steps, searches } = await read([
    { rows: numbered(7), remaining: 9 },
    { rows: rowsOf('x', 'y'), remaining: 2 },
  ])
  expect(steps.map(({ rows, remaining }) => [rows.map(({ cursor }) => cursor), remaining])).toEqual([
    [['c-a0', 'c-a1', 'c-a2', 'c-a3', 'c-a4'], 9],
    [['c-a5', 'c-a6'], 4],
    [['c-x', 'c-y'], 2],
  ])
  expect(steps[1]?.rows.map(({ document }) => document)).toEqual(
    ['a5', 'a6'].map((id) => ({ unique_id: id, content: 'x'.repeat(10) })),
  )
  expect(searches[0]).toMatchObject({ page: 1, include_fields: 'unique_id,content,title' })
})

it('leaves out articles that were removed meanwhile, and passes on a page without rows', async () => {
  const removed = await read([{ rows: rowsOf('a', 'b'), remaining: 2 }], { removed: ['a'] })
  expect(removed.read.map(({ rows }) => rows.map(({ cursor }) => cursor))).toEqual([['c-b']])
  const empty = await read([{ rows: [], remaining: 0 }])
  expect(empty).toEqual({ read: [{ rows: [], remaining: 0 }], searches: [] })
})

it.each([
  // Four million characters are as many as an answer should have.
  [10, [5, 50, 50, 5]],
  [80_000, [5, 50, 50, 5]],
  [100_000, [5, 40, 40, 25]],
  [1_000_000, [5, ...Array.from({ length: 26 }, () => 4), 1]],
])('of %i characters takes so many rows at once: %j', async (characters, sizes) => {
  expect(sizesOf(await read([{ rows: numbered(110), remaining: 110 }], { characters }))).toEqual(sizes)
})

it('takes one row at once at least, and fifty after rows without texts', async () => {
  const pages = [{ rows: numbered(8), remaining: 8 }]
  expect(sizesOf(await read(pages, { characters: 5_000_000 }))).toEqual([5, 1, 1, 1])
  expect(sizesOf(await read([{ rows: numbered(60), remaining: 60 }], { characters: 0 }))).toEqual([5, 50, 5])
})
