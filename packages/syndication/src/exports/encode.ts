import { stringify } from 'csv-stringify/sync'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import { schemaOf } from '@pauta/platform/parquet/parquet-schema'
import { formatInstant } from '@pauta/platform/time/time'
import type { CellValue, ExportColumn, ExportedArticle } from './columns.ts'

/** A format of exports: the ending of its address. */
export const EXPORT_FORMATS = ['csv', 'jsonl', 'parquet'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Media types by format. */
export const EXPORT_MEDIA_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
}

/** Turns rows into the bytes of a file, piece by piece. */
export interface Encoder {
  /** Returns the bytes of the next rows, and before the first ones the head of the file. May be called without rows. */
  encode(articles: readonly ExportedArticle[]): Uint8Array
  /** Returns the end of the file. */
  end(): Uint8Array
}

/**
 * Characters that make spreadsheets compute a cell, after blanks: a quote mark before them makes the cell a text. Wide
 * forms count too.
 */
const FORMULA = /^\s*[=+\-@\t\r＝＋－＠]/
const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)

const LIST_SEPARATOR = '; '

function cellText(value: CellValue): string | number | null {
  if (value instanceof Date) return formatInstant(value)
  if (typeof value === 'string') return guardFormula(value)
  return typeof value === 'number' || value === null ? value : guardFormula(value.join(LIST_SEPARATOR))
}

function csvEncoder(columns: readonly ExportColumn[]): Encoder {
  let isFirst = true
  return {
    encode(articles) {
      const rows = articles.map((article) => columns.map(({ read }) => cellText(read(article))))
      // The mark makes spreadsheets read UTF-8.
      const csv = stringify(isFirst ? [columns.map(({ name }) => name), ...rows] : rows, {
        bom: isFirst,
        record_delimiter: 'windows',
        quote_record_delimiter: true,
      })
      isFirst = false
      return Buffer.from(csv)
    },
    end: () => new Uint8Array(),
  }
}

function jsonlEncoder(columns: readonly ExportColumn[]): Encoder {
  const rowOf = (article: ExportedArticle) =>
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

/** Collects bytes until they are taken. Row groups refer to positions in the file, which `offset` counts on. */
class PieceWriter extends ByteWriter {
  take(): Uint8Array {
    const piece = this.getBytes().slice()
    this.index = 0
    return piece
  }
}

/** Rows of a row group. Fewer make a larger file, more take more memory: 2,500 articles are about 15 MB. */
const GROUP_ROWS = 2500

function parquetEncoder(columns: readonly ExportColumn[]): Encoder {
  const writer = new PieceWriter()
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    codec: 'SNAPPY',
    createdBy: 'pauta',
  })
  let waiting: ExportedArticle[] = []
  const writeGroup = () => {
    if (waiting.length === 0) return
    const columnData = columns.map(({ name, read }) => ({ name, data: waiting.map(read) }))
    // Without a `flush` of the writer, `write` returns no promise.
    void parquet.write({ columnData, rowGroupSize: waiting.length })
    waiting = []
  }
  return {
    encode(articles) {
      waiting.push(...articles)
      if (waiting.length >= GROUP_ROWS) writeGroup()
      return writer.take()
    },
    end() {
      writeGroup()
      void parquet.finish()
      return writer.take()
    },
  }
}

/** Returns an encoder of one file. */
export function makeEncoder(format: ExportFormat, columns: readonly ExportColumn[]): Encoder {
  if (format === 'csv') return csvEncoder(columns)
  return format === 'jsonl' ? jsonlEncoder(columns) : parquetEncoder(columns)
}
