import { describe, expect, it } from 'vitest'
import { readQuery } from './url-grammar.ts'
import { continuesByArticle, readCursor, writeCursor } from './cursor.ts'

const selectionOf = (query: string) => readQuery(new URLSearchParams(query)).selection
const byDate = selectionOf('agencies=mec')
const search = selectionOf('q=vacina')

describe('the cursor of an export', () => {
  it.each([
    ['agencies=mec', true],
    ['q=vacina', false],
    ['sort=views', false],
    ['dedup=true', false],
  ])('of %s continues after an article: %s', (query, isByArticle) => {
    expect(continuesByArticle(selectionOf(query))).toBe(isByArticle)
  })

  it.each([
    [
      '1780000000-um-titulo_00000a',
      byDate,
      { kind: 'after', publishedSeconds: 1_780_000_000, uniqueId: 'um-titulo_00000a' },
    ],
    ['0', search, { kind: 'rows', rows: 0 }],
    ['1000000', search, { kind: 'rows', rows: 1_000_000 }],
  ] as const)('%s is read, and written again', (text, selection, cursor) => {
    expect(readCursor(text, selection)).toEqual(cursor)
    expect(writeCursor(cursor)).toBe(text)
  })

  it.each([byDate, search])('begins at the first row', (selection) => {
    expect(readCursor(undefined, selection)).toEqual({ kind: 'rows', rows: 0 })
  })

  it.each([
    ['1000001', search],
    ['5-um-titulo_00000a', search],
    ['', search],
    ['x', search],
    ['250', byDate],
    ['1780000000-', byDate],
    ['1780000000-a b', byDate],
    ['17800000000-a_1', byDate],
    ['a_1', byDate],
  ])('%j is refused', (text, selection) => {
    expect(() => readCursor(text, selection)).toThrow(/^cursor: use o valor/)
  })
})
