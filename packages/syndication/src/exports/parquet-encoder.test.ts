import { describe, expect, it } from 'vitest'
import type { SelectedArticle } from '../articles/selected-article.ts'
import { parseColumns } from './columns.ts'
import { parquetEncoder } from './parquet-encoder.ts'

const MARK = 'PAR1'
const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    document: { title: `t${n}`, published_at: n },
    cursor: '1',
  })) as unknown as SelectedArticle[]
const open = () => parquetEncoder(parseColumns('title,published_at'))
const textOf = (piece: Uint8Array) => Buffer.from(piece).toString('latin1')

describe('a Parquet file', () => {
  it('without rows has its columns, and marks at both ends', () => {
    const encoder = open()
    const file = textOf(encoder.encode([])) + textOf(encoder.end())
    expect([file.slice(0, 4), file.slice(-4)]).toEqual([MARK, MARK])
    for (const part of ['title', 'published_at', 'pauta']) expect(file).toContain(part)
  })

  it.each([
    [[2499], [false]],
    [
      [2499, 1],
      [false, true],
    ],
    [[2500], [true]],
    [
      [2501, 2499, 1],
      [true, false, true],
    ],
  ])('of pages of %j rows writes a group after 2,500 rows: %j', (pages, hasGroup) => {
    const encoder = open()
    const pieces = pages.map((count) => textOf(encoder.encode(rows(count))).replace(MARK, ''))
    expect(pieces.map(({ length }) => length > 0)).toEqual(hasGroup)
    expect(textOf(encoder.end()).endsWith(MARK)).toBe(true)
  })

  it('writes each row once, the last ones at its end', () => {
    const encoder = open()
    const piece = textOf(encoder.encode(rows(2500)))
    const rest = textOf(encoder.encode(rows(1)))
    expect(rest).toBe('')
    const end = textOf(encoder.end())
    expect(end.length).toBeLessThan(piece.length)
    // The end names a column in the schema, and in each of the two groups.
    expect(end.split('published_at')).toHaveLength(1 + 3)
    expect(textOf(open().encode(rows(2500)))).toBe(piece)
  })
})
