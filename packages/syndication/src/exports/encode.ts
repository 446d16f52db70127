import { formatInstant } from '@pauta/platform/time/time'
import type { ExportColumn } from './columns.ts'
import type { SelectedArticle } from '../articles/selected-article.ts'
import { csvWriter } from './csv-writer.ts'
import type { Encoder } from './encoder.ts'
import { PLAIN_TABLE, type TableLocale } from './table-locale.ts'

/** A format of exports: the ending of its address. */
export const EXPORT_FORMATS = ['csv', 'xlsx', 'jsonl', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Media types by format. */
export const EXPORT_MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

function csvEncoder(columns: readonly ExportColumn[], locale: TableLocale): Encoder {
  const write = csvWriter(
    columns.map(({ name }) => name),
    locale,
  )
  return {
    encode: (articles) =>
      Buffer.from(write(articles.map((article) => columns.map(({ read }) => read(article))))),
    end: () => new Uint8Array(),
  }
}

function jsonlEncoder(columns: readonly ExportColumn[]): Encoder {
  const rowOf = (article: SelectedArticle) =>
    Object.fromEntries(
      columns.map(({ name, read }) => {
        const value = read(article)
        return [name, value instanceof Date ? formatInstant(value) : value]
      }),
    )
  return {
    encode: (articles) =>
      Buffer.from(articles.map((article) => `${JSON.stringify(rowOf(article))}\n`).join('')),
    end: () => new Uint8Array(),
  }
}

async function makeEncoder({
  format,
  columns,
  locale,
}: FileForm & { format: Exclude<ExportFormat, 'xlsx'> }): Promise<Encoder> {
  if (format === 'csv') return csvEncoder(columns, locale ?? PLAIN_TABLE)
  if (format === 'jsonl') return jsonlEncoder(columns)
  const { parquetEncoder } = await import('./parquet-encoder.ts')
  return parquetEncoder(columns)
}

/** The form of a file. */
export interface FileForm {
  format: ExportFormat
  columns: readonly ExportColumn[]
  /** How CSV writes numbers and instants; missing: for programs. */
  locale?: TableLocale
  /** Returns what a workbook says below its last row: that rows are missing. Called when all pages are read. */
  describeRest?: (() => string | undefined) | undefined
}

/**
 * Writes pages of rows as the pieces of one file; also without rows it is a valid file. Most exports are text, so the
 * writers of Parquet and workbooks are loaded late.
 */
export async function* encodeFile(
  { format, ...form }: FileForm,
  pages: AsyncIterable<readonly SelectedArticle[]>,
): AsyncGenerator<Uint8Array, void> {
  if (format === 'xlsx') {
    const { xlsxPieces } = await import('./xlsx-pieces.ts')
    yield* xlsxPieces(form, pages)
    return
  }
  const encoder = await makeEncoder({ format, ...form })
  for await (const page of pages) yield encoder.encode(page)
  yield encoder.end()
}
