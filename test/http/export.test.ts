import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoizeLiveModel } from '@pauta/core/search-index/live-model'
import { createLogger } from '@pauta/platform/telemetry/logger'
import { EXPORT_COLUMNS, parseColumns } from '@pauta/syndication/exports/columns'
import { countExport, maxRowsOf, startExport, type ExportBounds } from '@pauta/syndication/exports/run-export'
import { parseSelection } from '@pauta/syndication/selection/selection'
import { streamXlsxRows } from 'hucre/xlsx'
import { parquetMetadataAsync, parquetReadObjects } from 'hyparquet'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { askBoth } from '../kit/client/head.ts'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { readExport } from '../kit/oracles/selections.ts'
import { PORTAL, shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const FORMATS = ['csv', 'jsonl', 'parquet'] as const
/** Two pages of the index and one more article. */
const ARTICLES = 501

const logger = createLogger({ level: 'error' })
const folder = mkdtempSync(join(tmpdir(), 'pauta-export-'))
let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
  const rare = anArticle({
    uniqueId: 'planilha_000000',
    agencyKey: 'saude',
    title: '=HYPERLINK("http://x")',
    summary: 'Com "aspas";\nquebra e vírgula, sim',
    tags: ['+soma', 'b'],
    publishedAt: '2026-06-02T12:00:00-03:00',
    themeL1Code: '03',
  })
  // Most articles of one instant, so that pages end within an instant.
  const many = Array.from({ length: ARTICLES - 1 }, (_, n) =>
    anArticle({
      uniqueId: `noticia-${n}_${String(n).padStart(6, '0')}`,
      agencyKey: n % 2 === 0 ? 'mec' : 'saude',
      publishedAt: n < 400 ? '2026-06-01T12:00:00-03:00' : `2026-05-${10 + (n % 20)}T12:00:00-03:00`,
    }),
  )
  await stack.publish(
    [rare, ...many],
    [{ uniqueId: 'planilha_000000', features: { sentiment: { label: 'negative', score: -0.5 } } }],
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await stack.stop()
})

const open = (path: string, init?: RequestInit) => stack.fetch(path, init)
async function read(format: (typeof FORMATS)[number], query = '') {
  const response = await open(`/export/articles.${format}?${query}`)
  expect(response.status).toBe(200)
  return {
    headers: response.headers,
    rows: await readExport(format, Buffer.from(await response.arrayBuffer())),
  }
}
const sourcesOf = ({ index, model }: TestStack) => ({
  index,
  embedding: model,
  liveModel: memoizeLiveModel(index),
  logger,
  warnings: [],
})
/** Returns the first column of a workbook of all articles. */
async function writeWorkbook(bounds: ExportBounds) {
  const request = {
    selection: parseSelection({}),
    format: 'xlsx' as const,
    columns: parseColumns('title'),
    cursor: { kind: 'rows' as const, rows: 0 },
  }
  const { totalRows, pieces } = await startExport(sourcesOf(stack), request, bounds)
  const file: Uint8Array[] = []
  let piece = await pieces.next()
  for (; !piece.done; piece = await pieces.next()) file.push(piece.value)
  const cells: unknown[] = []
  for await (const { values } of streamXlsxRows(Buffer.concat(file))) cells.push(values[0])
  return { totalRows, cells, cursor: piece.value.cursor }
}
const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map((row) => String(row['unique_id']))

describe('an export of articles', () => {
  it.each(FORMATS)('streams every article once as %s, with all columns', async (format) => {
    const { headers, rows } = await read(format)
    expect(new Set(idsOf(rows)).size).toBe(ARTICLES)
    expect(rows).toHaveLength(ARTICLES)
    expect(Object.keys(rows[0] ?? {})).toEqual(EXPORT_COLUMNS.map(({ name }) => name))
    expect(headers.get('x-total-rows')).toBe(String(ARTICLES))
    expect(headers.get('x-max-rows')).toBe('100000')
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="noticias-\\d{4}-\\d\\d-\\d\\d[.]${format}"$`),
    )
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('writes CSV that spreadsheets open as text in UTF-8', async () => {
    const query = 'themes=03&columns=title,summary,tags,sentiment_score,published_at,subtitle'
    const body = Buffer.from(await (await open(`/export/articles.csv?${query}`)).arrayBuffer())
    expect(body.toString()).toBe(
      '\uFEFFtitle,summary,tags,sentiment_score,published_at,subtitle\r\n' +
        `"'=HYPERLINK(""http://x"")","Com ""aspas"";\nquebra e vírgula, sim",'+soma; b,-0.5,2026-06-02T15:00:00+00:00,\r\n`,
    )
  })

  it('writes typed values as JSON lines and Parquet', async () => {
    const query = 'themes=03&columns=title,tags,sentiment_score,published_at,subtitle'
    const expected = {
      title: '=HYPERLINK("http://x")',
      tags: ['+soma', 'b'],
      sentiment_score: -0.5,
      subtitle: null,
    }
    const [line] = (await read('jsonl', query)).rows
    expect(line).toEqual({ ...expected, published_at: '2026-06-02T15:00:00+00:00' })
    const [row] = (await read('parquet', query)).rows
    expect(row).toEqual({ ...expected, published_at: new Date('2026-06-02T15:00:00Z') })
  })

  it('writes a workbook of all rows, with local time', async () => {
    const response = await open('/export/articles.xlsx?columns=unique_id,title,published_at')
    expect(response.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(response.headers.get('content-disposition')).toMatch(/"noticias-\d{4}-\d\d-\d\d[.]xlsx"$/)
    const rows: unknown[][] = []
    for await (const { values } of streamXlsxRows(Buffer.from(await response.arrayBuffer())))
      rows.push(values)
    const [head, first, ...others] = rows
    expect(head).toEqual(['unique_id', 'title', 'published_at'])
    expect(first).toEqual(['planilha_000000', `'=HYPERLINK("http://x")`, new Date('2026-06-02T12:00:00Z')])
    expect(others).toHaveLength(ARTICLES - 1)
  })

  it('writes a valid file without rows', async () => {
    for (const format of FORMATS) expect((await read(format, 'agencies=nenhum')).rows).toEqual([])
    const response = await open('/export/articles.parquet?agencies=nenhum')
    const metadata = await parquetMetadataAsync(await response.arrayBuffer())
    expect(metadata.schema.length).toBeGreaterThan(EXPORT_COLUMNS.length)
    expect((await read('csv', 'agencies=nenhum&columns=title')).headers.get('x-total-rows')).toBe('0')
  })

  it.each([
    ['a list by date', 'columns=unique_id,cursor', [3, 260, 403]],
    ['a search', 'q=notícia&columns=unique_id,cursor', [3, 260]],
    ['merged copies', 'dedup=true&sort=views&columns=unique_id,cursor', [250]],
  ])('continues %s after the cursor of any row', async (_, query, places) => {
    const { rows } = await read('jsonl', query)
    for (const place of places) {
      const cursor = String(rows[place - 1]?.['cursor'])
      const rest = await read('jsonl', `${query}&cursor=${encodeURIComponent(cursor)}`)
      expect(idsOf(rest.rows)).toEqual(idsOf(rows.slice(place)))
      expect(rest.headers.get('x-total-rows')).toBe(String(rows.length - place))
    }
  })

  it('continues a list by date although newer articles arrived and the article of the cursor was removed', async () => {
    const query = 'agencies=saude&columns=unique_id,cursor'
    const { rows } = await read('jsonl', query)
    const cursor = String(rows[120]?.['cursor'])
    await stack.publish([anArticle({ uniqueId: 'nova_000001', agencyKey: 'saude' })])
    const rest = await read('jsonl', `${query}&cursor=${cursor}`)
    expect(idsOf(rest.rows)).toEqual(idsOf(rows.slice(121)))
    const gone = await read('jsonl', `${query}&cursor=${cursor.replace(/-.*/, '-ausente_000000')}`)
    expect(idsOf(gone.rows)).toEqual(expect.arrayContaining(idsOf(rows.slice(121))))
  })

  it.each([
    ['/export/articles.csv?agencias=x', 400, 'agencias: parâmetro desconhecido'],
    ['/export/articles.csv?columns=titulo', 400, 'columns: não existe a coluna \\"titulo\\"'],
    ['/export/articles.csv?cursor=12', 400, 'cursor: use o valor'],
    ['/export/articles.csv?q=a&cursor=1780000000-a_1', 400, 'cursor: use o valor'],
    ['/export/articles.ods', 404, 'Não há exportação em /export/articles.ods'],
    ['/export/articles.xlsx?locale=pt-BR', 400, 'locale: só vale para .csv'],
  ])('refuses %s', async (path, status, message) => {
    const response = await open(path)
    expect(response.status).toBe(status)
    expect(await response.text()).toContain(message)
  })

  it('answers preflights and lets pages of an allowed origin read the counts', async () => {
    const headers = { origin: PORTAL }
    expect((await open('/export/articles.csv', { method: 'OPTIONS', headers })).status).toBe(204)
    const response = await open('/export/articles.csv?agencies=nenhum', { headers })
    expect(response.headers.get('access-control-expose-headers')).toContain('x-total-rows')
    expect((await open('/export/articles.csv', { method: 'POST' })).status).toBe(405)
  })

  it.each([
    '/export/articles.csv?agencies=mec&columns=title',
    '/export/articles.parquet?q=notícia',
    '/export/articles.jsonl?dedup=true&sort=views&cursor=40',
    '/export/articles.csv?columns=titulo',
    '/export/articles.xlsx',
  ])('answers HEAD as GET, without the file: %s', async (path) => {
    const { get, head } = await askBoth(stack, path)
    expect(head).toEqual({ ...get, body: '' })
    expect(get.body).not.toBe('')
  })

  it('reads one page of ids for HEAD, however many rows and columns the export has', async () => {
    const { index } = stack
    const searches = vi.spyOn(index, 'search')
    const sources = sourcesOf(stack)
    const selection = parseSelection({ agencies: ['mec', 'saude'] })
    const count = await countExport(sources, { selection, cursor: { kind: 'rows', rows: 0 } })
    expect(count).toBeGreaterThanOrEqual(ARTICLES)
    expect(searches.mock.calls.map(([search]) => search.include_fields)).toEqual(['unique_id,published_at'])
  })

  it.each<[string, ExportBounds, number]>([
    ['at the most rows, within a page', { maxRows: 251 }, 251],
    ['at the most rows, at the end of a page', { maxRows: 250 }, 250],
    ['at the most bytes', { maxRows: Infinity, maxBytes: 1 }, 250],
    ['when it is late', { maxRows: Infinity, isLate: () => true }, 250],
  ])('ends %s, and says in a workbook how to get the others', async (_, bounds, count) => {
    const { totalRows, cells, cursor } = await writeWorkbook(bounds)
    const note = `tem ${count} de ${totalRows} linhas. As demais vêm pelo mesmo endereço com cursor=${cursor}`
    expect(cells).toHaveLength(1 + count + 1)
    expect(cells.at(-1)).toBe(`Este arquivo está incompleto: ${note}`)
  })

  it('says nothing of others when the last row is at the bound', async () => {
    const { totalRows } = await writeWorkbook({ maxRows: 1 })
    const { cells } = await writeWorkbook({ maxRows: totalRows })
    expect(cells).toHaveLength(1 + totalRows)
    expect(String(cells.at(-1))).not.toContain('incompleto')
  })

  it('allows fewer rows to a search, by its price', () => {
    expect(maxRowsOf(parseSelection({}))).toBe(100_000)
    expect(maxRowsOf(parseSelection({ q: 'vacina gripe' }))).toBe(55_500)
    expect(maxRowsOf(parseSelection({ q: 'vacina gripe', semantic: true }))).toBe(40_500)
  })
})

describe('npm run export', () => {
  const runCommand = makeCommandCaller(() => stack.stack.environment)
  const run = (...args: string[]) => runCommand('export', args)

  it('writes the same rows as the address, to standard output or to a file', async () => {
    const query = 'agencies=mec&columns=unique_id,title'
    const { rows } = await read('csv', query)
    const { stdout, code } = await run('agencies=mec', '--columns', 'unique_id,title')
    expect(code).toBe(0)
    expect(await readExport('csv', Buffer.from(stdout))).toEqual(rows)
    const file = join(folder, 'mec.parquet')
    const written = await run('agencies=mec', '--format', 'parquet', '--out', file, '--json')
    expect(JSON.parse(written.stdout)).toMatchObject({ rows: rows.length, file })
    const { buffer, byteOffset, byteLength } = readFileSync(file)
    const read2 = await parquetReadObjects({ file: buffer.slice(byteOffset, byteOffset + byteLength) })
    expect(idsOf(read2)).toEqual(idsOf(rows))
  })

  it('warns of values that do not exist on standard error, and writes the rest', async () => {
    const { stdout, stderr, code } = await run('agencies=mec,ministerio-da-saude', '--columns', 'agency')
    expect(code).toBe(0)
    expect(stderr).toContain(
      'agencies: não existe órgão com a chave “ministerio-da-saude”; a mais próxima é “saude” (Ministério da Saúde).',
    )
    expect(stdout).toContain('\nmec')
    expect((await run('agencies=mec', '--columns', 'agency')).stderr).not.toContain('não existe')
  })

  it('refuses an unknown parameter with 2', async () => {
    const { code, stderr } = await run('agencias=mec')
    expect(code).toBe(2)
    expect(stderr).toContain('agencias: parâmetro desconhecido')
  })
})
