import { describe, expect, it } from 'vitest'
import { parseColumns, type ExportedArticle } from './columns.ts'
import { makeEncoder, type ExportFormat } from './encode.ts'
import { parseTableLocale } from './table-locale.ts'

const article = (document: object) => ({ document, cursor: '1' }) as unknown as ExportedArticle
async function encode(format: ExportFormat, columns: string, ...pages: object[][]): Promise<string> {
  return await encodeFor(undefined, format, columns, ...pages)
}
async function encodeFor(
  locale: string | undefined,
  format: ExportFormat,
  columns: string,
  ...pages: object[][]
): Promise<string> {
  const encoder = await makeEncoder(format, parseColumns(columns), parseTableLocale(locale, format))
  const pieces = pages.map((page) => encoder.encode(page.map(article)))
  return Buffer.concat([...pieces, encoder.end()]).toString()
}

describe('the file of an export', () => {
  it('in CSV has its mark and its head once, also without rows', async () => {
    expect(await encode('csv', 'title,published_at', [])).toBe('\ufefftitle,published_at\r\n')
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

  it('in JSON lines has one object for each row, with the values as they are', async () => {
    const document = { title: '=1', published_at: 0, tags: ['x', 'y'] }
    expect(await encode('jsonl', 'title,published_at,tags,url,cursor', [document], [])).toBe(
      '{"title":"=1","published_at":"1970-01-01T00:00:00+00:00","tags":["x","y"],"url":null,"cursor":"1"}\n',
    )
  })
})
