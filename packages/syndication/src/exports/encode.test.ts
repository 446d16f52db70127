import { describe, expect, it } from 'vitest'
import { parseColumns, type ExportedArticle } from './columns.ts'
import { makeEncoder, type ExportFormat } from './encode.ts'

const article = (document: object) => ({ document, cursor: '1' }) as unknown as ExportedArticle
async function encode(format: ExportFormat, columns: string, ...pages: object[][]): Promise<string> {
  const encoder = await makeEncoder(format, parseColumns(columns))
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

  it('in JSON lines has one object for each row, with the values as they are', async () => {
    const document = { title: '=1', published_at: 0, tags: ['x', 'y'] }
    expect(await encode('jsonl', 'title,published_at,tags,url,cursor', [document], [])).toBe(
      '{"title":"=1","published_at":"1970-01-01T00:00:00+00:00","tags":["x","y"],"url":null,"cursor":"1"}\n',
    )
  })
})
