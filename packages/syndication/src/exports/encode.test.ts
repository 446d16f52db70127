import { randomBytes } from 'node:crypto'
import { readXlsx, streamXlsxRows } from 'hucre/xlsx'
import { describe, expect, it } from 'vitest'
import { parseColumns } from './columns.ts'
import type { SelectedArticle } from '../articles/selected-article.ts'
import { encodeFile, EXPORT_FORMATS, EXPORT_MEDIA_TYPES, type ExportFormat } from './encode.ts'
import { parseTableLocale } from './table-locale.ts'

const article = (document: object) => ({ document, cursor: '1' }) as unknown as SelectedArticle
async function encode(format: ExportFormat, columns: string, ...pages: object[][]): Promise<string> {
  return await encodeFor(undefined, format, columns, ...pages)
}
async function encodeFor(
  locale: string | undefined,
  format: ExportFormat,
  columns: string,
  ...pages: object[][]
): Promise<string> {
  return (await encodeBytes(locale, format, columns, ...pages)).toString()
}
async function encodeBytes(
  locale: string | undefined,
  format: ExportFormat,
  columns: string,
  ...pages: object[][]
): Promise<Buffer> {
  async function* articles() {
    for (const page of pages) yield page.map(article)
  }
  const form = { format, columns: parseColumns(columns), locale: parseTableLocale(locale, format) }
  const pieces: Uint8Array[] = []
  for await (const piece of encodeFile(form, articles())) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('the file of an export', () => {
  it('has one of four formats, each with its media type', () => {
    expect(EXPORT_FORMATS).toEqual(['csv', 'xlsx', 'jsonl', 'parquet'])
    expect(EXPORT_MEDIA_TYPES).toEqual({
      csv: 'text/csv; charset=utf-8; header=present',
      xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      jsonl: 'application/jsonl; charset=utf-8',
      parquet: 'application/vnd.apache.parquet',
    })
  })

  it('begins a workbook before its rows are read, and reads on as the file is read', async () => {
    const PAGES = 300
    let read = 0
    async function* pages() {
      // Texts that do not shrink, so that a reader who stops holds the writer up.
      for (; read < PAGES; read++) yield [article({ title: randomBytes(12_000).toString('base64') })]
    }
    const pieces = encodeFile({ format: 'xlsx', columns: parseColumns('title') }, pages())
    for (let piece = 0; piece < 3; piece++) expect((await pieces.next()).value).not.toHaveLength(0)
    expect(read).toBeLessThan(PAGES / 2)
    await pieces.return()
  })

  it('in a workbook shows the second of an instant, and keeps its head in sight', async () => {
    const bytes = await encodeBytes(undefined, 'xlsx', 'title,published_at', [
      { title: 't', published_at: 1_780_000_000 },
    ])
    const [sheet] = (await readXlsx(bytes, { readStyles: true })).sheets
    expect(sheet?.name).toBe('Notícias')
    expect(sheet?.freezePane).toEqual({ rows: 1 })
    expect(sheet?.cells?.get('1,1')?.style).toEqual({ numFmt: 'dd/mm/yyyy hh:mm:ss' })
    expect(sheet?.rows[1]).toEqual(['t', new Date('2026-05-28T17:26:40Z')])
  })

  it('in CSV has its mark and its head once, also without rows', async () => {
    expect(await encode('csv', 'title,published_at', [])).toBe('\ufefftitle,published_at\r\n')
    expect(await encode('csv', 'title', [{ title: 'a\rb' }, { title: 'a\nb' }])).toBe(
      '\ufefftitle\r\n"a\rb"\r\n"a\nb"\r\n',
    )
    const document = { title: 'a,b\n"c"', published_at: 0, tags: ['x', 'y'], sentiment_score: 0.5 }
    expect(await encode('csv', 'title,published_at,tags,sentiment_score,url', [document], [document])).toBe(
      `\ufefftitle,published_at,tags,sentiment_score,url\r\n${'"a,b\n""c""",1970-01-01T00:00:00+00:00,x; y,0.5,\r\n'.repeat(2)}`,
    )
  })

  it.each([
    ['=1', "'=1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['＝1', "'＝1"],
    [' \u200b"=1', `"' \u200b""=1"`],
    ['a;=1', "a;'=1"],
    ['a\t=1', "a\t'=1"],
    ['\ta', "'\ta"],
    ['a=1', 'a=1'],
    ['1-1', '1-1'],
  ])('in CSV writes %j so that no spreadsheet computes it', async (title, cell) => {
    expect(await encode('csv', 'title', [{ title }])).toBe(`\ufefftitle\r\n${cell}\r\n`)
  })

  it('in CSV for Brazil has semicolons, decimal commas and local time', async () => {
    const document = { title: 'a;b', published_at: 1_780_325_999, tags: ['x', 'y'], sentiment_score: -0.5 }
    expect(await encodeFor('pt-BR', 'csv', 'title,published_at,tags,sentiment_score,url', [document])).toBe(
      '\ufefftitle;published_at;tags;sentiment_score;url\r\n"a;b";01/06/2026 11:59:59;"x; y";-0,5;\r\n',
    )
  })

  it.each([
    ['en', 'csv', 'locale: use pt-BR'],
    ['pt-BR', 'jsonl', 'locale: só vale para .csv'],
  ] as const)('refuses the locale %s of %s', async (locale, format, message) => {
    await expect(encodeFor(locale, format, 'title')).rejects.toThrow(message)
  })

  it('as a workbook has typed cells, local time, guarded formulas and cells of at most 32,767 characters', async () => {
    const read = async (...pages: object[][]) => {
      const columns = 'title,published_at,tags,sentiment_score,url'
      const rows: unknown[][] = []
      const bytes = await encodeBytes(undefined, 'xlsx', columns, ...pages)
      for await (const { values } of streamXlsxRows(bytes)) rows.push(values)
      return rows
    }
    const head = ['title', 'published_at', 'tags', 'sentiment_score', 'url']
    expect(await read([])).toEqual([head])
    expect(await read()).toEqual([head])
    const document = { title: '=1', published_at: 1_780_325_999, tags: ['x', '@y'], sentiment_score: 0 }
    const clock = new Date('2026-06-01T11:59:59Z')
    const row = ["'=1", clock, "x;' @y", 0]
    const long = { ...document, title: 'a'.repeat(32_768) }
    const kept = { ...document, title: 'a'.repeat(32_767) }
    expect(await read([document], [kept, long])).toEqual([
      head,
      row,
      [kept.title, ...row.slice(1)],
      [`${'a'.repeat(32_766)}…`, ...row.slice(1)],
    ])
  })

  it('as a workbook says below its last row that rows are missing, once all pages are read', async () => {
    let isRead = false
    async function* pages() {
      yield [article({ title: 'a' })]
      isRead = true
    }
    const form = { format: 'xlsx', columns: parseColumns('title,url') } as const
    const describeRest = () => (isRead ? 'incompleto' : undefined)
    const pieces: Uint8Array[] = []
    for await (const piece of encodeFile({ ...form, describeRest }, pages())) pieces.push(piece)
    const rows: unknown[][] = []
    for await (const { values } of streamXlsxRows(Buffer.concat(pieces))) rows.push(values)
    expect(rows).toEqual([['title', 'url'], ['a'], ['incompleto']])
  })

  it('in JSON lines has one object for each row, with the values as they are', async () => {
    const document = { title: '=1', published_at: 0, tags: ['x', 'y'] }
    expect(await encode('jsonl', 'title,published_at,tags,url,cursor', [document], [])).toBe(
      '{"title":"=1","published_at":"1970-01-01T00:00:00+00:00","tags":["x","y"],"url":null,"cursor":"1"}\n',
    )
  })
})
