import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeParquet } from '../../../../test/kit/rows/dataset-files.ts'
import { COLUMNS, toIncomingArticle } from './dataset-row.ts'
import { openRows, type NumberedRow } from './read-rows.ts'

const now = new Date('2026-06-02T12:00:00Z')
const base = { agency: 'mec', title: 'T', url: 'https://a.br/', published_at: '2026-06-01T12:00:00Z' }
const THEME = { theme_1_level_1_code: '01', theme_1_level_2_code: '01.02', most_specific_theme_code: '01.02' }
const read = (changes: object = {}) => toIncomingArticle({ ...base, ...changes }, now)

describe('a row of the dataset', () => {
  it('becomes an article with the value of each column', () => {
    const texts = {
      unique_id: 'a_1',
      subtitle: 'sub',
      editorial_lead: 'lead',
      content: 'content',
      summary: 'summary',
      category: 'category',
      theme_1_level_1_code: '01',
      theme_1_level_1_label: 'l1',
      theme_1_level_2_code: '01.01',
      theme_1_level_2_label: 'l2',
      theme_1_level_3_code: '01.01.01',
      theme_1_level_3_label: 'l3',
      most_specific_theme_code: '01.01.02',
      most_specific_theme_label: 'lm',
    }
    const row = {
      ...texts,
      updated_datetime: '2026-06-01 10:00:00',
      extracted_at: new Date('2026-06-01T14:00:00Z'),
      image: 'https://a.br/i.png',
      video_url: 'https://a.br/v.mp4',
      tags: ['a', null, 2],
    }
    const columns = [...Object.keys(base), ...Object.keys(row)]
    expect(COLUMNS.toSorted()).toEqual(columns.toSorted())
    expect(read(row)).toMatchObject({
      uniqueId: 'a_1',
      agencyKey: 'mec',
      title: 'T',
      url: 'https://a.br/',
      publishedAt: new Date('2026-06-01T12:00:00Z'),
      updatedAt: new Date('2026-06-01T13:00:00Z'),
      extractedAt: new Date('2026-06-01T14:00:00Z'),
      subtitle: 'sub',
      editorialLead: 'lead',
      content: 'content',
      summary: 'summary',
      imageUrl: 'https://a.br/i.png',
      videoUrl: 'https://a.br/v.mp4',
      category: 'category',
      tags: ['a', '2'],
      themeL1Code: '01',
      themeL1Label: 'l1',
      themeL2Code: '01.01',
      themeL2Label: 'l2',
      themeL3Code: '01.01.01',
      themeL3Label: 'l3',
      mostSpecificThemeCode: '01.01.02',
      mostSpecificThemeLabel: 'lm',
      versionAt: new Date('2026-06-01T14:00:00Z'),
    })
  })

  it.each([
    [
      { content: ' Error retrieving content ', category: 'No Category' },
      { content: null, category: null },
    ],
    [{ tags: '["a"]' }, { tags: ['a'] }],
    [{ tags: '' }, { tags: [] }],
    [{ tags: null }, { tags: [] }],
    [{ title: undefined }, { title: '' }],
    [{ theme_1_level_1: 'old', theme_1_level_1_code: '01' }, { themeL1Label: 'old' }],
    [
      { title: 5, subtitle: true, summary: 6n },
      { title: '5', subtitle: 'true', summary: '6' },
    ],
    [{ extracted_at: ' ' }, { extractedAt: null }],
    [
      { theme_source: 'site', ...THEME },
      { themeL1Code: '01', mostSpecificThemeCode: '01.02' },
    ],
    [
      { theme_source: 'model', ...THEME },
      { themeL1Code: '01', mostSpecificThemeCode: '01.02' },
    ],
    [
      { theme_source: 'learned', ...THEME },
      { themeL1Code: null, themeL2Code: null, mostSpecificThemeCode: null },
    ],
    [
      { theme_source: 'rules', ...THEME },
      { themeL1Code: null, themeL2Code: null, mostSpecificThemeCode: null },
    ],
    [{ summary: 'Do órgão.', summary_source: 'site' }, { summary: 'Do órgão.' }],
    [{ summary: 'De um modelo.', summary_source: 'model' }, { summary: 'De um modelo.' }],
    [{ summary: 'Do texto.', summary_source: 'extracted' }, { summary: null }],
  ])('with %s has other values', (changes, article) => {
    expect(read(changes)).toMatchObject(article)
  })

  it.each([
    [{ tags: 'a' }, /^tags: expected a list/],
    [{ tags: {} }, /^tags: expected a list/],
    [{ title: ['a'] }, /^expected text, found \["a"\]/],
    [{ title: ['x'.repeat(99)] }, /^expected text, found .{60}$/],
    [{ published_at: 'ontem' }, /published_at/],
    [{ url: 'a', agency: 'A B' }, /^agency: must be a key.*; url: must be/],
    [{ agency: undefined, published_at: null }, /^agency: is missing; published_at: is missing$/],
    [
      { agency: undefined, agencyKey: 'mec', tags: [], imageUrl: '' },
      /^agency: is missing; in files agencyKey is named agency, imageUrl is named image; the columns are unique_id, agency, title, url, published_at, /,
    ],
  ])('is refused for its columns %#', (changes, message) => {
    expect(() => read(changes)).toThrow(
      expect.objectContaining({ name: 'RowError', message: expect.stringMatching(message) as string }),
    )
  })
})

describe('a file of rows', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pauta-rows-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  const listRows = async (file: string) => {
    const rows: NumberedRow[] = []
    for await (const row of await openRows(file)) rows.push(row)
    return rows
  }
  const rowsOf = async (name: string, text: string) => {
    const file = join(folder, name)
    await writeFile(file, text)
    const rows = await listRows(file)
    return rows.map((row) => [row.line, 'row' in row ? row.row : row.error.message])
  }

  it('of JSON lines names the lines that are no objects', async () => {
    const lines = await rowsOf('a.JSONL', '\ufeff{"a":1}\r\n\n[]\nnull\n1\nno\n{"a":2}')
    expect(lines.slice(0, 4)).toEqual([
      [1, { a: 1 }],
      [3, 'not a JSON object'],
      [4, 'not a JSON object'],
      [5, 'not a JSON object'],
    ])
    expect(lines.slice(4)).toEqual([
      [6, expect.stringMatching(/^not valid JSON: /) as string],
      [7, { a: 2 }],
    ])
  })

  it('of JSON lines keeps the separators of lines and paragraphs inside of texts', async () => {
    const text = 'um\u2028dois\u2029três\u0085quatro'
    expect(await rowsOf('b.jsonl', `{"a":"${text}"}\r\n{"a":"${'é'.repeat(70_000)}"}\n`)).toEqual([
      [1, { a: text }],
      [2, { a: 'é'.repeat(70_000) }],
    ])
  })

  it('in CSV names the lines with too few or too many columns', async () => {
    expect(await rowsOf('a.csv', '\ufeffa,b\n1,2\n\n3\n4,"5\n6",7\n8,9\n')).toEqual([
      [2, { a: '1', b: '2' }],
      [4, 'expected 2 columns, found 1'],
      [6, 'expected 2 columns, found 3'],
      [7, { a: '8', b: '9' }],
    ])
  })

  it.each([0, 1000, 2001])('of %i rows in Parquet numbers them from 1 on', async (count) => {
    const file = join(folder, `${count}.parquet`)
    writeParquet(
      file,
      Array.from({ length: count }, (_, at) => ({ title: `Título ${at + 1}` })),
    )
    const rows = await listRows(file)
    const found = rows.map((row) => [row.line, 'row' in row && row.row['title']])
    expect(found).toEqual(Array.from({ length: count }, (_, at) => [at + 1, `Título ${at + 1}`]))
  })

  it('is read in Parquet whatever compressed it', async () => {
    const file = join(folder, 'zstd.parquet')
    writeParquet(file, [{ title: 'Um' }], { codec: 'ZSTD', compressors: { ZSTD: zstdCompressSync } })
    const rows = await listRows(file)
    expect(rows).toMatchObject([{ line: 1, row: { title: 'Um' } }])
  })

  it('is refused when it has another ending, or does not exist', async () => {
    await expect(openRows(join(folder, 'a.txt'))).rejects.toThrow(
      /known endings are \.jsonl, \.ndjson, \.csv, \.parquet/,
    )
    await expect(openRows(join(folder, 'none.csv'))).rejects.toThrow(/there is no such file/)
    await expect(openRows(folder.replace(/$/, '.csv'))).rejects.toThrow(/there is no such file/)
  })
})
